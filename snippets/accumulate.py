# Micro-batches between two exchanges until a network's share is a tenth of the arithmetic.
from gpumath import lesson, network, part, published, training_work, weights
from gpumath.quantities import Ratio, Tokens
from gpumath.speed.exchange import all_reduce_sent, exchange_ratio

h100, llama, goal = part("H100 SXM"), published("Llama-3.1-8B"), Ratio(0.1)
sent = all_reduce_sent(weights(llama.parameters, "fp32"), gpus=8)
batch = training_work(llama, lesson.BATCH, lesson.SEQ_LEN).time(h100.peak, h100.bandwidth)


def share(micro_batches):
    return exchange_ratio(sent, network("DGX H100").each_gpu, batch, micro_batches)


enough = 1
while share(enough) > goal:
    enough += 1
tokens = Tokens(8 * enough * lesson.BATCH * lesson.SEQ_LEN)  # of all eight GPUs

for micro_batches in (1, 4, enough):
    print(
        f"micro-batches: {micro_batches:2}   exchange: {share(micro_batches):4.0f %} of the arithmetic"
    )
