"""What fits by capacity alone: how many GPUs a bill needs, how many sequences a GPU holds."""

from gpumath.checks import whole
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
