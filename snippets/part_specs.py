# Memory, bandwidth, power and links of all parts of the catalogue.
from gpumath.parts.part import parts

catalogue = parts().values()
oldest = str(min(part.checked for part in catalogue))


def known(quantity, spec):
    return "–" if quantity is None else format(quantity, spec)


print("| part | year | memory | as reported | bandwidth | power | links |")
print("|:--|--:|--:|--:|--:|--:|--:|")
for part in catalogue:
    memory = f"{part.memory:.1f GB} | {known(part.reported, '.1f GB')}"
    rest = f"{known(part.power, ',.0f W')} | {known(part.interconnect, ',.0f GB/s')}"
    print(f"| {part.name} | {part.released} | {memory} | {part.bandwidth:,.0f GB/s} | {rest} |")
