"""What fits by capacity alone: how many GPUs a bill needs, how many sequences a GPU holds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gpumath.checks import whole
from gpumath.memory.bill import Bill
from gpumath.parts.capacity import Capacity
from gpumath.quantities import Gpus, Sequences


# --8<-- [start:gpus_by_capacity]
def gpus_by_capacity(total: int, capacity: int) -> Gpus:
    """The smallest number of GPUs whose memories add up to `total` bytes.

    Plain division, rounded up: a lower bound. It takes for granted that the bill divides evenly
    and leaves nothing for the CUDA context, communication buffers and fragmentation.

    Args:
        total: bytes needed.
        capacity: bytes of one GPU.

    >>> gpus_by_capacity(total=161, capacity=80), gpus_by_capacity(total=160, capacity=80)
    (Gpus(3), Gpus(2))

    Raises:
        ValueError: `total` or `capacity` below 1.
    """
    return Gpus(-(-whole("total", total) // whole("capacity", capacity)))


# --8<-- [end:gpus_by_capacity]


def even_split(batch: int, at_least: int) -> Gpus:
    """The smallest number of GPUs, of at least `at_least`, that shares `batch` sequences evenly.

    >>> even_split(batch=8, at_least=3)
    Gpus(4)

    Raises:
        ValueError: a count below 1, or a batch with fewer sequences than GPUs.
    """
    for gpus in range(whole("at_least", at_least), whole("batch", batch) + 1):
        if batch % gpus == 0:
            return Gpus(gpus)
    raise ValueError(f"a batch of {batch} cannot be shared by {Gpus(at_least):d GPUs} or more")


# --8<-- [start:sequences_that_fit]
def sequences_that_fit(capacity: int, weights: int, cache_per_sequence: int) -> Sequences:
    """How many sequences' KV caches fit beside the weights: plain division, rounded down.

    An upper bound, for the same reasons.

    Args:
        capacity: bytes of the GPU.
        weights: bytes of the weights.
        cache_per_sequence: bytes of one sequence's KV cache.

    >>> sequences_that_fit(capacity=80, weights=16, cache_per_sequence=10)
    Sequences(6)
    >>> sequences_that_fit(capacity=10, weights=16, cache_per_sequence=10)
    Sequences(0)

    Raises:
        ValueError: a size below 1.
    """
    free = whole("capacity", capacity) - whole("weights", weights)
    return Sequences(max(0, free) // whole("cache_per_sequence", cache_per_sequence))


# --8<-- [end:sequences_that_fit]


@dataclass(frozen=True)
class Count:
    """How many GPUs a job needs, what each of them keeps, and why fewer will not do.

    Args:
        gpus: the smallest count that fits.
        each: the bill of one GPU, the fullest.
        capacity: what that bill was compared with.
        refused: each smaller count that was tried, with the reason why it fails.
    """

    gpus: Gpus
    each: Bill
    capacity: Capacity
    refused: tuple[tuple[Gpus, str], ...]

    @property
    def why_not_fewer(self) -> str:
        """Why the next smaller count of those that were tried fails."""
        if not self.refused:
            return "no smaller count was tried"
        gpus, reason = self.refused[-1]
        return f"{gpus:d GPUs}: {reason}"


def gpus_needed(bill_on: Callable[[int], Bill], capacity: Capacity, counts: Iterable[int]) -> Count:
    """The smallest count of GPUs on which a job really fits, found by trying each.

    Args:
        bill_on: gives one GPU's bill for a count, or raises ValueError where that count cannot
            share the job: its message becomes the reason.
        capacity: of one GPU; its margin is left free.
        counts: to try, in growing order.

    >>> from gpumath.memory.bill import Term
    >>> from gpumath.quantities import Bytes
    >>> def bill_on(gpus):
    ...     size = Bytes(300 * 10**9 // gpus)
    ...     return Bill("job", (Term("weights", "Weights", size, "300 GB / GPUs"),))
    >>> needed = gpus_needed(bill_on, Capacity("as marketed", 80 * 10**9), counts=[1, 2, 4, 8])
    >>> needed.gpus, needed.why_not_fewer
    (Gpus(4), '2 GPUs: 150.00 GB each, 70.00 GB more than 80.0 GB as marketed')

    Raises:
        ValueError: no count fits, with the reason why the largest fails; no counts, or counts that
            do not grow.
    """
    tried = [whole("counts", count) for count in counts]
    if not tried or tried != sorted(set(tried)):
        raise ValueError(f"counts must be whole numbers in growing order, not {tried}")
    refused: list[tuple[Gpus, str]] = []
    for count in tried:
        try:
            bill = bill_on(count)
        except ValueError as error:
            refused.append((Gpus(count), str(error)))
            continue
        if bill.total <= capacity.usable:
            return Count(Gpus(count), bill, capacity, tuple(refused))
        excess = bill.total - capacity.usable
        over = f"{excess:.2f GB}" if excess >= 10**7 else f"{excess:,d B}"
        refused.append((Gpus(count), f"{bill.total:.2f GB} each, {over} more than {capacity}"))
    gpus, reason = refused[-1]
    raise ValueError(f"it fits on none of the counts that were tried; {gpus:d GPUs}: {reason}")
