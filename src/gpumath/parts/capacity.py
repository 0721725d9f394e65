"""How much of a GPU's memory there is to plan with: as marketed, or as its driver reports it."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from gpumath.checks import positive, whole
from gpumath.parts.part import Part
from gpumath.quantities import Bytes, Gpus


@dataclass(frozen=True)
class Capacity:
    """The memory of one or more GPUs, and the margin of it that is not to be planned with.

    Args:
        label: what the size is, after its number: "as marketed".
        size: bytes; kept as `Bytes`.
        margin: bytes left for what no formula counts: the CUDA context, communication buffers,
            fragmentation; kept as `Bytes`.

    >>> print(Capacity("as marketed", 80 * 10**9, margin=2 * 10**9))
    80.0 GB as marketed, less 2.0 GB of margin
    >>> Capacity("as marketed", 80, margin=80)
    Traceback (most recent call last):
    ValueError: a margin of 80 B leaves nothing of 80 B as marketed

    Raises:
        ValueError: a size below 1, a margin below 0, or one that leaves nothing.
    """

    label: str
    size: int
    margin: int = 0

    def __post_init__(self) -> None:
        """Check that something is left."""
        object.__setattr__(self, "size", Bytes(whole("size", self.size)))
        object.__setattr__(self, "margin", Bytes(whole("margin", self.margin, at_least=0)))
        if self.margin >= self.size:
            raise ValueError(
                f"a margin of {self.margin} leaves nothing of {self.size} {self.label}"
            )

    @property
    def usable(self) -> Bytes:
        """The size without the margin."""
        return Bytes(self.size - self.margin)

    def __str__(self) -> str:
        margin = f", less {self.margin:.1f GB} of margin" if self.margin else ""
        return f"{self.size:.1f GB} {self.label}{margin}"


def marketed(part: Part, margin: int = 0) -> Capacity:
    """The memory that a part is sold with.

    Args:
        part: a GPU.
        margin: bytes not to be planned with.

    >>> from gpumath.parts.part import part
    >>> print(marketed(part("H100 SXM")))
    80.0 GB as marketed

    Raises:
        ValueError: a margin below 0, or one that leaves nothing.
    """
    return Capacity("as marketed", part.memory, margin)


def reported(part: Part, margin: int = 0) -> Capacity:
    """The memory that a part's driver says it has.

    With HBM it is more than the marketed gigabytes, because those are near gibibytes. With GDDR
    and error correction it can be less.

    Args:
        part: a GPU.
        margin: bytes not to be planned with.

    >>> from gpumath.parts.part import part
    >>> print(reported(part("H100 SXM")))
    85.5 GB as the driver reports it

    Raises:
        ValueError: a part whose driver's figure is not in the catalogue, a margin below 0, or one
            that leaves nothing.
    """
    if part.reported is None:
        raise ValueError(f"what the driver reports of {part.name} is not in the catalogue")
    return Capacity("as the driver reports it", part.reported, margin)


def of_fraction(capacity: Capacity, fraction: float) -> Capacity:
    """Leave all but a fraction of the size to the margin, besides what the margin is already.

    This is vLLM's `gpu_memory_utilization`: weights, activations and caches share that fraction of
    the size, rounded down to whole bytes. The fraction is taken as the decimal number that it is
    written as.
    Source: vllm-project/vllm, docs of `gpu_memory_utilization`, and issue 17549.

    Args:
        capacity: of one GPU or more.
        fraction: above 0 and at most 1.

    >>> of_fraction(Capacity("of a toy", 999), 0.9).usable
    Bytes(899)

    Raises:
        ValueError: any other fraction, or one that leaves nothing.
    """
    share = positive("fraction", fraction)
    if share > 1:
        raise ValueError(f"fraction must be at most 1, not {fraction!r}")
    budget = Bytes(math.floor(Fraction(str(share)) * int(capacity.size)))
    return replace(capacity, margin=capacity.margin + capacity.size - budget)


def together(capacity: Capacity, gpus: int) -> Capacity:
    """The memory of several equal GPUs. The margin counts on each of them.

    Args:
        capacity: of one GPU.
        gpus: how many.

    >>> print(together(Capacity("as marketed", 80 * 10**9, margin=2 * 10**9), gpus=8))
    640.0 GB of 8 GPUs as marketed, less 16.0 GB of margin

    Raises:
        ValueError: `gpus` below 1.
    """
    count = whole("gpus", gpus)
    label = f"of {Gpus(count):d GPUs} {capacity.label}"
    return Capacity(label, capacity.size * count, capacity.margin * count)


def cache_budget(capacity: Capacity, weights: int, activations: int, other: int = 0) -> Bytes:
    """Bytes left for KV caches when everything else has its place: usable less the three.

    Args:
        capacity: of the GPUs that share the model.
        weights: bytes of the weights.
        activations: bytes of live activations at their peak.
        other: bytes of anything else, such as CUDA graphs.

    >>> cache_budget(Capacity("of a toy", 100, margin=10), weights=60, activations=20, other=3)
    Bytes(7)
    >>> cache_budget(Capacity("of a toy", 100, margin=10), weights=60, activations=31)
    Traceback (most recent call last):
    ValueError: activations (31 B) do not fit in the 30 B that are left

    Raises:
        ValueError: a size below 0, or the first of the three that does not fit.
    """
    left = capacity.usable
    for name, size in (("weights", weights), ("activations", activations), ("other", other)):
        taken = Bytes(whole(name, size, at_least=0))
        if taken > left:
            raise ValueError(f"{name} ({taken}) do not fit in the {left} that are left")
        left -= taken
    return left
