# Every external source, by group: what rests on it, and when it was checked.
from itertools import groupby

from gpumath.sources import sources

found = sources()
oldest = str(min(source.checked for source in found if source.checked))


def named(source):
    return f"[{source.name}]({source.address})" if source.address else source.name


def used(source):
    functions = [f"`{name}`" for name in source.functions]
    return "; ".join([*source.entries, *functions])


for group, members in groupby(found, key=lambda source: source.group):
    print(f"\n## {group}\n")
    for source in members:
        checked = f" Checked on <time>{source.checked}</time>." if source.checked else ""
        print(f"- {named(source)}. *For {used(source)}.*{checked}")
