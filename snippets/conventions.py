# How many bytes for each parameter the field counts, and of what.
from gpumath import CONVENTIONS
from gpumath.quantities import Bytes

ordered = sorted(CONVENTIONS.values(), key=lambda each: each.bytes_per_parameter)
least, most = (Bytes(each.bytes_per_parameter) for each in (ordered[0], ordered[-1]))

print("| for each parameter | what is counted, and by whom |\n|--:|:--|")
for each in ordered:
    print(f"| {Bytes(each.bytes_per_parameter):d B} | {each.label}. *{each.source}.* |")
