# The lesson's model served by a large card and by a small one.
from gpumath import inference_bill, kv_cache, lesson, part, read_time

large, small = part("H100 SXM"), part("L4")
bill = inference_bill(lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN, lesson.LIVE_TENSORS)
conversation = kv_cache(lesson.MODEL, 1, lesson.SEQ_LEN, "bf16")

weights = bill.size("weights")
large_filled, small_filled = bill.total / large.memory, bill.total / small.memory
large_step = read_time(weights, large.bandwidth)
small_step = read_time(weights, small.bandwidth)

for card, filled, step in (large, large_filled, large_step), (small, small_filled, small_step):
    print(f"{card.name:9} memory filled {filled:3.0f %}   decode step at least {step:5.1f ms}")
