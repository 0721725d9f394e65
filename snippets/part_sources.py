# Where the numbers of each part of the catalogue are from, and when they were checked.
from gpumath.parts.part import parts

for part in parts().values():
    print(f"- {part.name}: {part.source}. Checked on <time>{part.checked}</time>.")
