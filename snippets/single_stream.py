# Published speeds of one conversation beside the bound: gpt-fast's README, one A100, BF16.
from gpumath import bandwidth_utilization, decode_work, part, published
from gpumath.quantities import TokensPerSecond

a100 = part("A100 80 GB SXM")  # typed: the part's name
reported = {"Llama-2-7B": TokensPerSecond(104.9), "Llama-3.1-8B": TokensPerSecond(93.89)}
used = {
    name: bandwidth_utilization(speed, decode_work(published(name), 1, 1).moved, a100.bandwidth)
    for name, speed in reported.items()
}
least, most = min(used.values()), max(used.values())

print("| model | reported | of the bandwidth |\n|:--|--:|--:|")
for name, speed in reported.items():
    print(f"| {name} | {speed:.1f tokens/s} | {used[name]:.0f %} |")
