# A flagship beside as many small cards as its power feeds: what they have and hold in all.
from gpumath import kv_cache, part, published, sequences_that_fit, weights
from gpumath.quantities import Tokens

b200, l4, t4 = part("B200 SXM"), part("L4"), part("T4")
large, small, length = published("Llama-3.1-8B"), published("Llama-3.2-3B"), Tokens(2048)
cards = {gpu: int(b200.power / gpu.power) for gpu in (b200, l4, t4)}


def room(model, gpu):
    one = kv_cache(model, 1, length, "fp16")
    return sequences_that_fit(gpu.memory, weights(model.parameters, "fp16"), one)


def held(model, gpu):
    return room(model, gpu) * cards[gpu]  # each card has weights of its own


rows = {
    "power, W": lambda gpu: gpu.power,
    "memory, GB": lambda gpu: gpu.memory.in_unit("GB"),
    "bandwidth, GB/s": lambda gpu: gpu.bandwidth.in_unit("GB/s"),
    "16-bit peak, TFLOP/s": lambda gpu: gpu.peak.in_unit("TFLOP/s"),
    f"conversations, {small.name}": lambda gpu: room(small, gpu),
    f"conversations, {large.name}": lambda gpu: room(large, gpu),
}
print(f"| | {' | '.join(f'{n} {gpu.name}' for gpu, n in cards.items())} |\n|:--|--:|--:|--:|")
for label, cell in rows.items():
    print(f"| {label} | {' | '.join(f'{float(cell(c)) * n:,.0f}' for c, n in cards.items())} |")
