# The lesson's model served by a large card and by a small one.
from gpumath import (
    inference_bill,
    kv_cache,
    largest_decode_intensity,
    lesson,
    part,
    roofline,
    sequences_that_fit,
)

large, small = part("H100 SXM"), part("L4")
bill = inference_bill(lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN, lesson.LIVE_TENSORS)
weights = bill.size("weights")
large_filled, small_filled = bill.total / large.memory, bill.total / small.memory
large_step = roofline.read_time(weights, large.bandwidth)
small_step = roofline.read_time(weights, small.bandwidth)
large_speed = roofline.tokens_per_second(large_step)

conversation = kv_cache(lesson.MODEL, 1, lesson.SEQ_LEN, "bf16")
conversations = sequences_that_fit(large.memory, weights, conversation)
largest_intensity = largest_decode_intensity(lesson.MODEL.parameters, conversation)

for card, filled, step in (large, large_filled, large_step), (small, small_filled, small_step):
    print(f"{card.name:9} memory filled {filled:3.0f %}   decode step at least {step:5.1f ms}")
