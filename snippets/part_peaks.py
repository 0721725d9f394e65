# Dense peaks of all parts of the catalogue by format, in TFLOP/s, and the 16-bit ridge point.
from gpumath.parts.part import parts

formats = ("bf16", "fp16", "fp8", "int8", "int4", "tf32")


def peak(part, dtype):
    return f"{part.peaks[dtype].in_unit('TFLOP/s'):,g}" if dtype in part.peaks else "–"


print(f"| TFLOP/s | {' | '.join(name.upper() for name in formats)} | ridge point |")
print(f"|:--|{'--:|' * len(formats)}--:|")
for part in parts().values():
    cells = " | ".join(peak(part, name) for name in formats)
    print(f"| {part.name} | {cells} | {part.ridge_point:.0f FLOP/B} |")
