"""How many GPUs a bill needs by capacity alone."""

from gpumath.checks import whole
from gpumath.quantities import Gpus


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
