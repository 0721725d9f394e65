# What part of the peak the training of Llama-3.1-405B reached, by its FLOP and its GPU-hours.
from gpumath import fact, implied_utilization, part, published, training_flop

llama, h100 = published("Llama-3.1-405B"), part("H100 SXM")
tokens = fact("Llama-3.1-405B: training tokens").value
hours = fact("Llama-3.1-405B: training").value
utilization = implied_utilization(training_flop(llama, tokens), hours, h100.peak)

print(f"{tokens:.1f trillion tokens} in {hours:.1f million GPU-hours}: {utilization:.0f %}")
