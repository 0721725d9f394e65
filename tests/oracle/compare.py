"""Measures PyTorch and transformers again, and fails where gpumath differs by a byte.

    python tests/oracle/compare.py [--all] [--seed N] [--count N]

It runs in an environment of its own (requirements.txt beside it), with gpumath on the path: this is
``make measure``.
"""

import argparse
import sys
import warnings

import transformers
from measure import everything
from ours import Case, answer
from shapes import Shape, random_shapes

from gpumath import Architecture, Attention


def architecture(name: str, shape: Shape) -> Architecture:
    """The gpumath architecture of a random shape."""
    sizes = {key: value for key, value in shape.items() if key not in ("batch", "seq_len")}
    return Architecture(name=name, **sizes | {"attention": Attention(**sizes["attention"])})


def main() -> int:
    """Compare row by row, and tell which differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="every case, which takes minutes")
    parser.add_argument("--seed", type=int, default=1, help="of the random shapes")
    parser.add_argument("--count", type=int, default=10, help="how many random shapes")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity_error()
    random = {
        name: architecture(name, shape)
        for name, shape in random_shapes(arguments.seed, arguments.count).items()
    }
    exact = explained = differing = 0
    for row in everything(arguments.all, arguments.seed, arguments.count):
        case = Case(
            row.model,
            row.implementation,
            row.dtype,
            row.batch or 0,
            row.seq_len or 0,
            row.quantity,
            row.value,
        )
        ours = answer(case, random.get(case.model))
        if ours.ours + ours.left_out == case.value:
            exact += not ours.left_out
            explained += bool(ours.left_out)
            continue
        differing += 1
        difference = case.value - ours.ours - ours.left_out
        print(f"{case.model}, {case.implementation}, {case.dtype}, {case.batch} × {case.seq_len}")
        print(f"  {case.quantity}: ours {ours.ours:,}, theirs {case.value:,} ({difference:+,})")
        if case.model in random:
            print(f"  {random[case.model]}")
    print(f"{exact} equal to the byte, {explained} equal with what is said to be left out")
    if differing or not exact:
        print(f"{differing} differ")
    return 1 if differing or not exact else 0


if __name__ == "__main__":
    sys.exit(main())
