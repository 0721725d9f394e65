# When serving has taken as many GPU-hours as training, and a year in which it cost less.
from gpumath import break_even_time
from gpumath.quantities import Dollars, GpuHours, Gpus

training = GpuHours(2_788_000)  # DeepSeek-V3, arXiv 2412.19437, table 1
gpus = Gpus(1814)  # DeepSeek's overview of its inference system, 2025: nodes of eight, on average
after = break_even_time(training, gpus)

research, serving = Dollars(5e9), Dollars(2e9)  # OpenAI's computing in 2024: Epoch AI, an estimate

print(f"{gpus:,d GPUs} pass {training:,.1f million GPU-hours} after {after:.0f days}")
