# What eight GPUs exchange in an optimizer step, beside the arithmetic of one of them.
from gpumath import (
    all_reduce_sent,
    lesson,
    network,
    one_direction,
    part,
    published,
    send_time,
    training_state,
    training_work,
)

h100, machine = part("H100 SXM"), network("DGX H100")
llama, case = published("Llama-3.1-8B"), (lesson.BATCH, lesson.SEQ_LEN)
gradients = training_state(llama.parameters)[1].size
sent = all_reduce_sent(gradients, gpus=8)
time = send_time(sent, one_direction(h100.interconnect))
over_network = send_time(sent, machine.each_gpu)
step = training_work(llama, *case).time(h100.peak, h100.bandwidth)

print(f"each sends {sent:.0f GB} in {time:.0f ms}, over a network in {over_network:,.0f ms}")
print(f"arithmetic takes {step:.0f ms}")
