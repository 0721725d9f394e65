# The parts that the lesson names, as their makers specify them.
from gpumath import part

b200, h100, l4, t4 = (part(name) for name in ("B200 SXM", "H100 SXM", "L4", "T4"))

print("| part | memory | bandwidth | dense 16-bit peak | ridge point |")
print("|:--|--:|--:|--:|--:|")
for gpu in (b200, h100, l4, t4):
    print(
        f"| {gpu.name} ({gpu.released}) | {gpu.memory:.0f GB} | {gpu.bandwidth:.2f TB/s} "
        f"| {gpu.peak:,.0f TFLOP/s} | {gpu.ridge_point:.0f FLOP/B} |"
    )
