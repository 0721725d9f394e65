# A small service of one's own: when has serving overtaken fine-tuning, by hours, money and energy?
from gpumath import break_even_time, cost, energy, fact, part
from gpumath.quantities import Dollars, GpuHours

tuning, h100, l4 = GpuHours(500), part("H100 SXM"), part("L4")
h100_price, l4_price = fact("DeepSeek-V3: price of a GPU-hour").value, Dollars(0.5)  # assumed
overhead = 1.5  # the same on both cards, so it cancels

by_hours = break_even_time(tuning, gpus=1)
by_money = break_even_time(cost(tuning, h100_price) / cost(1, l4_price), gpus=1)
energies = energy(tuning, h100.power, overhead) / energy(1, l4.power, overhead)
by_energy = break_even_time(energies, gpus=1)

print(f"by GPU-hours after {by_hours:4.0f days}")
print(f"by money     after {by_money:4.0f days}")
print(f"by energy    after {by_energy:4.0f days}")
