# Decode at its bound on one H100: what a million tokens take, and when serving has taken more.
from gpumath import decode_work, fact, inference_flop, part, published, step_speed
from gpumath.lifetime import break_even_by_gpu_hours, cost, energy, implied_utilization
from gpumath.quantities import GpuHours, Ratio, Tokens

llama, h100, length = published("Llama-3.1-8B"), part("H100 SXM"), Tokens(2048)
hours, price = fact("Llama-3.1-8B: training").value, fact("DeepSeek-V3: price of a GPU-hour").value
overhead = Ratio(1.5)  # assumed: the energy of servers and building over that of the GPUs
training_cost, training_energy = cost(hours, price), energy(hours, h100.power, overhead)
million = Tokens(1_000_000)


def rate(batch):
    work = decode_work(llama, batch, length)
    return step_speed(work, batch, 1, h100.peak, h100.bandwidth).throughput


few, many = break_even_by_gpu_hours(hours, rate(8)), break_even_by_gpu_hours(hours, rate(64))

print("| conversations | of the peak | break-even | dollars | kWh |\n|--:|--:|--:|--:|--:|")
for batch in (1, 8, 64):
    each = GpuHours(million / rate(batch) / 3600)
    share = implied_utilization(inference_flop(llama, million), each, h100.peak)
    after = break_even_by_gpu_hours(hours, rate(batch)).in_unit("trillion tokens")
    money, kwh = float(cost(each, price)), energy(each, h100.power, overhead).in_unit("kWh")
    print(f"| {batch} | {share:.1f %} | {after:.0f} | {money:.2f} | {kwh:.2f} |")
