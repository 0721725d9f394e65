# Capacity, bandwidth and arithmetic for each watt, for the parts whose power is known.
from gpumath.parts.part import parts

known = [gpu for gpu in parts().values() if gpu.power]
rows = sorted(known, key=lambda gpu: -gpu.bandwidth_per_watt)
most_memory, next_in_memory = sorted(known, key=lambda gpu: -gpu.memory_per_watt)[:2]
pcie = parts()["H100 PCIe"]

print("| part | power, W | MB per W | GB/s per W | TFLOP/s per W |\n|:--|--:|--:|--:|--:|")
for gpu in rows:
    memory = gpu.memory_per_watt.in_unit("MB per W")
    bandwidth = gpu.bandwidth_per_watt.in_unit("GB/s per W")
    arithmetic = gpu.peak_per_watt.in_unit("TFLOP/s per W")
    row = f"{float(gpu.power):,.0f} | {memory:.0f} | {bandwidth:.1f} | {arithmetic:.2f}"
    print(f"| {gpu.name} | {row} |")

print('\n??? note "Sources"\n')
for gpu in rows:
    print(f"    - {gpu.name}: {gpu.source}. Checked on {gpu.checked}.")
