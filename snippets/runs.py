# What share of the peak published training runs reached, by their FLOP and their GPU-hours.
from gpumath import fact, implied_utilization, part, published, training_flop

on_a100 = ("Llama-2-7B", "Llama-2-13B", "Llama-2-70B")
on_h100 = ("Llama-3.1-8B", "Llama-3.1-70B", "Llama-3.1-405B")
runs = dict.fromkeys(on_a100, "A100 80 GB SXM") | dict.fromkeys(on_h100, "H100 SXM")  # typed: names
tokens = {name: fact(f"{name}: training tokens").value for name in runs}
hours = {name: fact(f"{name}: training").value for name in runs}
shares = {
    name: implied_utilization(
        training_flop(published(name), tokens[name]), hours[name], part(gpu).peak
    )
    for name, gpu in runs.items()
}
least, most = min(shares.values()), max(shares.values())

print("| run | trillion tokens | million GPU-hours | of the peak |\n|:--|--:|--:|--:|")
for name, gpu in runs.items():
    trained, took = (
        tokens[name].in_unit("trillion tokens"),
        hours[name].in_unit("million GPU-hours"),
    )
    print(f"| {name}, {gpu.split()[0]} | {trained:.1f} | {took:.2f} | {shares[name]:.0f %} |")
