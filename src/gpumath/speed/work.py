"""The work of a step, as two numbers: how much arithmetic it does, how many bytes memory moves."""

from dataclasses import dataclass
from fractions import Fraction

from gpumath.checks import positive, whole
from gpumath.quantities import Bytes, Flop, FlopPerByte, Seconds


# --8<-- [start:work]
@dataclass(frozen=True)
class Work:
    """What one step must do, whatever the GPU.

    Args:
        flop: arithmetic.
        moved: bytes that memory reads or writes.

    Source: Williams, Waterman and Patterson, "Roofline", CACM 52(4), 2009.

    >>> work = Work(Flop(600), Bytes(8))
    >>> work.intensity, work.time(flop_per_second=100, bytes_per_second=2)
    (FlopPerByte(75.0), Seconds(6.0))

    Raises:
        ValueError: a number below 1.
    """

    flop: Flop
    moved: Bytes

    def __post_init__(self) -> None:
        """Check both numbers."""
        for name in ("flop", "moved"):
            whole(name, getattr(self, name))

    @property
    def intensity(self) -> FlopPerByte:
        """Arithmetic for each byte that memory moves."""
        return FlopPerByte(self.flop / self.moved)

    def time(self, flop_per_second: float, bytes_per_second: float) -> Seconds:
        """The shortest time in which a GPU with these two rates does the work.

        It is the longer of the two times, as if arithmetic and memory never waited for each other.

        Raises:
            ValueError: a rate that is not above 0.
        """
        arithmetic = int(self.flop) / positive("flop_per_second", flop_per_second)
        memory = int(self.moved) / positive("bytes_per_second", bytes_per_second)
        return Seconds(max(arithmetic, memory))

    def limit(self, flop_per_second: float, bytes_per_second: float) -> str:
        """What that time goes to: "arithmetic" or "memory bandwidth".

        At the ridge point itself, where both take equally long, it is "arithmetic".

        >>> work = Work(Flop(600), Bytes(8))
        >>> work.limit(flop_per_second=100, bytes_per_second=2)
        'arithmetic'
        >>> work.limit(flop_per_second=1000, bytes_per_second=2)
        'memory bandwidth'

        Raises:
            ValueError: a rate that is not above 0.
        """
        arithmetic = int(self.flop) / Fraction(positive("flop_per_second", flop_per_second))
        memory = int(self.moved) / Fraction(positive("bytes_per_second", bytes_per_second))
        return "arithmetic" if arithmetic >= memory else "memory bandwidth"


# --8<-- [end:work]
