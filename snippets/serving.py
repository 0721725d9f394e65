# The lesson's model served by a large card and by a small one.
from gpumath import inference_bill, lesson, part, read_time, tokens_per_second

large, small = part("H100 SXM"), part("L4")
bill = inference_bill(lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN, lesson.LIVE_TENSORS)
weights = bill.size("weights")

large_filled, small_filled = bill.total / large.memory, bill.total / small.memory
large_step = read_time(weights, large.bandwidth)
small_step = read_time(weights, small.bandwidth)
large_speed = tokens_per_second(large_step)

for card, filled, step in (large, large_filled, large_step), (small, small_filled, small_step):
    print(f"{card.name:9} memory filled {filled:3.0f %}   decode step at least {step:5.1f ms}")
