# What each part does for a watt, and where its numbers come from.
from gpumath import part

parts = [part(name) for name in ("B200 SXM", "H100 SXM", "L4", "T4")]

print("| part | power | bandwidth per watt | arithmetic per watt |\n|:--|--:|--:|--:|")
for gpu in parts:
    print(
        f"| {gpu.name} | {gpu.power:,.0f W} | {gpu.bandwidth_per_watt:.1f GB/s per W} "
        f"| {gpu.peak_per_watt:.2f TFLOP/s per W} |"
    )

print('\n??? note "Sources"\n')
for gpu in parts:
    print(f"    - {gpu.name}: {gpu.source}. Checked on {gpu.checked}.")
