# What eight GPUs exchange in an optimizer step, beside the arithmetic of one of them.
from gpumath import (
    all_reduce_sent,
    lesson,
    one_direction,
    part,
    published,
    send_time,
    training_bill,
    training_work,
)
from gpumath.quantities import BytesPerSecond

h100, case = part("H100 SXM"), (lesson.BATCH, lesson.SEQ_LEN)
network = BytesPerSecond(50e9)  # NVIDIA DGX H100 data sheet: 400 Gb/s for each GPU
gradients = training_bill(lesson.MODEL, *case, lesson.TENSORS_PER_LAYER).size("gradients")
sent = all_reduce_sent(gradients, gpus=8)
time = send_time(sent, one_direction(h100.interconnect))
over_network = send_time(sent, network)
step = training_work(published("Llama-3.1-8B"), *case).time(h100.peak, h100.bandwidth)

print(f"each sends {sent:.0f GB} in {time:.0f ms}, over a network in {over_network:,.0f ms}")
print(f"arithmetic takes {step:.0f ms}")
