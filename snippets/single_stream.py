# Published speeds of one conversation beside the bound: gpt-fast on one A100, BF16.
from gpumath import bandwidth_utilization, decode_work, fact, part, published
from gpumath.quantities import TokensPerSecond

a100 = part("A100 80 GB SXM")  # typed: the part's name
reported = {name: fact(f"gpt-fast: {name}").value for name in ("Llama-2-7B", "Llama-3.1-8B")}
moved = {name: decode_work(published(name), 1, 1).moved for name in reported}
bound = {name: TokensPerSecond(a100.bandwidth / each) for name, each in moved.items()}
used = {
    name: bandwidth_utilization(speed, moved[name], a100.bandwidth)
    for name, speed in reported.items()
}
least, most = min(used.values()), max(used.values())

print("| model | part | bound, tokens/s | reported, tokens/s | of the bandwidth |")
print("|:--|:--|--:|--:|--:|")
for name, speed in reported.items():
    numbers = f"{float(bound[name]):.1f} | {float(speed):.1f} | {used[name]:.0f %}"
    print(f"| {name} | {a100.name.split()[0]} | {numbers} |")
