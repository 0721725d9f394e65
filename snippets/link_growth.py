# Tokens between two exchanges from which on the network keeps up, by generation of machine.
from gpumath import lesson, network, part, published, training_work, weights
from gpumath.quantities import Tokens
from gpumath.speed.exchange import all_reduce_sent, exchange_ratio

llama, seq_len = published("Llama-3.1-8B"), lesson.SEQ_LEN
sent = all_reduce_sent(weights(llama.parameters, "fp32"), gpus=8)
parts = {"DGX H100": "H100 SXM", "DGX B200": "B200 SXM"}
parts = {"DGX A100": "A100 80 GB SXM", **parts}  # typed: the part's name


def enough(machine):
    gpu, link = part(parts[machine]), network(machine).each_gpu
    one = training_work(llama, 1, seq_len).time(gpu.peak, gpu.bandwidth)
    return Tokens(round(exchange_ratio(sent, link, one, 1) * seq_len, -2))


tokens = {machine: enough(machine) for machine in parts}

print("| DGX | each GPU | its network | between exchanges |\n|:--|--:|--:|--:|")
for machine, name in parts.items():
    rates = f"{part(name).peak:,.0f TFLOP/s} | {network(machine).each_gpu:.0f GB/s}"
    print(f"| {part(name).name.split()[0]} | {rates} | {tokens[machine]:,d tokens} |")

print('\n??? note "Sources"\n')
for link in map(network, parts):
    print(f"    - {link.machine}: {link.source}. Checked on {link.checked}.")
