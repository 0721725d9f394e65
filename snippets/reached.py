# What part of the peak the training of Llama-3.1-405B reached, by its FLOP and its GPU-hours.
from gpumath import implied_utilization, part, published, training_flop
from gpumath.quantities import GpuHours, Tokens

llama, h100 = published("Llama-3.1-405B"), part("H100 SXM")
tokens = Tokens(15_600_000_000_000)  # arXiv 2407.21783
hours = GpuHours(30_840_000)  # the model card
utilization = implied_utilization(training_flop(llama, tokens), hours, h100.peak)

print(f"{tokens:.1f trillion tokens} in {hours:.1f million GPU-hours}: {utilization:.0f %}")
