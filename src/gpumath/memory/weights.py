"""Memory of the weights: the numbers that training learns and inference reads."""

from gpumath.checks import whole
from gpumath.precision import size_of
from gpumath.quantities import Bytes


# --8<-- [start:weights]
def weights(parameters: int, dtype: str) -> Bytes:
    """Bytes of one copy of all parameters.

    >>> f"{weights(8_000_000_000, 'bf16'):.0f GB}"
    '16 GB'

    Raises:
        ValueError: `parameters` below 1, or an unknown dtype.
    """
    return size_of(whole("parameters", parameters), dtype)


# --8<-- [end:weights]
