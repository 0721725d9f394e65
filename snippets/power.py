# What memory delivers against what the board may draw; on a dashed line a watt delivers the same.
from charts import EqualRatio, Spot, scatter
from gpumath import part
from gpumath.quantities import BytesPerSecondPerWatt

right = ("L4", "RTX 4090", "RTX 5090", "H100 SXM", "MI300X", "MI355X")
left = ("T4", "L40S", "A100 80 GB SXM", "H200 SXM", "B200 SXM")  # typed: names of parts
b200, l4, t4 = part("B200 SXM"), part("L4"), part("T4")
spots = [
    Spot(name.split(" 80")[0].removesuffix(" SXM"), gpu.power, gpu.bandwidth, name in left, strong)
    for name in left + right
    for gpu in [part(name)]
    for strong in [gpu in (b200, l4, t4)]
]
lines = [EqualRatio(str(gb), gb / 1000, at=0.6) for gb in (8, 4)]
lines.append(EqualRatio(f"{BytesPerSecondPerWatt(2e9):.0f GB/s per W}", 2 / 1000, at=0.6))

caption = (
    f"Memory bandwidth and the board's limit of power. From {l4.power:.0f W} to {b200.power:,.0f W} "
    f"bandwidth grows by more than power does: by {b200.bandwidth / l4.bandwidth:.0f ×} against {b200.power / l4.power:.0f ×}."
)
titles = ("power in W", "bandwidth in TB/s")
ends = ((50, 1500), (0.2, 10))
print(scatter(spots, lines, units=("W", "TB/s"), titles=titles, ends=ends, caption=caption))
