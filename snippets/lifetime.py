# When DeepSeek's service has taken as many GPU-hours as training, and a year in which it cost less.
from gpumath import break_even_by_flop, break_even_time, fact
from gpumath.quantities import GpuHours, Tokens

training = fact("DeepSeek-V3: training").value
gpus = fact("DeepSeek service: GPUs").value
day = GpuHours(float(gpus * 24))
after = break_even_time(training, gpus)

read = fact("DeepSeek service: tokens read in a day").value
cached = fact("DeepSeek service: of these from a cache").value
written = fact("DeepSeek service: tokens written in a day").value
days = float(after) / (24 * 3600)
computed = Tokens(int(float(read - cached + written) * days))
by_flop = break_even_by_flop(fact("DeepSeek-V3: training tokens").value)

research = fact("OpenAI: computing for research in 2024").value
serving = fact("OpenAI: computing for inference in 2024").value

print(f"{gpus:,d GPUs} pass {training:,.1f million GPU-hours} after {after:.0f days}")
print(f"computed by then: {computed:.0f trillion tokens}; by FLOP: {by_flop:.0f trillion tokens}")
