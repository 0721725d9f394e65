"""Numbers that know what they measure: they add up with their own kind and print their unit."""

import math
from fractions import Fraction
from typing import Any, ClassVar, Self

from gpumath.checks import one_of, positive


class Quantity:
    """A number with a dimension, mixed into ``int`` or ``float`` by the classes below.

    A quantity is its own value in the base unit (bytes, seconds, FLOP/s …), so formulas can use it
    as a plain number. Its dimension shows in three places:

    - ``format(quantity, "5.1f GB")``: a number format, a space, a unit. The unit is required.
    - ``+`` and ``-`` take the same dimension only; the result keeps it.
    - ``*`` a plain number keeps the dimension.
    - ``/`` the same dimension gives a `Ratio`, ``/`` another one a plain number.
    - ``//`` divides whole quantities and keeps the dimension: bytes per token print as bytes.
    - Comparisons take the same dimension or a plain number in the base unit.

    >>> f"{Bytes(179_539_607_552):.0f GB}", f"{Bytes(179_539_607_552):,d B}"
    ('180 GB', '179,539,607,552 B')
    >>> Bytes(2) + Watts(1)
    Traceback (most recent call last):
    TypeError: cannot combine bytes with watts

    Raises:
        ValueError: a value that is not finite or, for a whole number, not whole; a format without
            a unit or with a unit of another dimension.
        TypeError: a sum or difference of unlike dimensions.
    """

    dimension: ClassVar[str]
    """What is measured, in the plural: used in messages."""
    units: ClassVar[dict[str, float]]
    """Each unit's size in the base unit. The first is the base unit."""
    singular: ClassVar[dict[str, str]] = {}
    """How a unit that is a word reads beside "1"."""

    def __new__(cls, value: float) -> Self:
        """Check the value before it becomes a quantity."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"{cls.dimension} must be a number, not {value!r}")
        if isinstance(value, float):
            if not math.isfinite(value):
                raise ValueError(f"{cls.dimension} must be a finite number, not {value!r}")
            if issubclass(cls, int) and not value.is_integer():
                raise ValueError(f"{cls.dimension} must be a whole number, not {value!r}")
        return super().__new__(cls, value)  # type: ignore[call-arg]

    def __format__(self, spec: str) -> str:
        number_format, _, unit = spec.partition(" ")
        if not spec:
            return str(self)
        if number_format.endswith("d") and self.units.get(unit) == 1:
            number = format(self._plain(), number_format)
        else:
            number = format(self.in_unit(unit), number_format)
        return self._joined(number, unit)

    def in_unit(self, unit: str) -> float:
        """The plain number of that unit.

        >>> Bytes(2_147_483_648).in_unit("GiB")
        2.0

        Raises:
            ValueError: no unit, or one of another dimension.
        """
        if unit not in self.units:
            allowed = ", ".join(self.units)
            said = repr(unit) if unit else "without a unit"
            raise ValueError(f"{self.dimension} print as one of: {allowed}; not {said}")
        return float(self._plain() / self.units[unit])

    def __str__(self) -> str:
        number = self._plain()
        digits = f"{number:,}".removesuffix(".0")
        return self._joined(digits, next(iter(self.units)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._plain()!r})"

    def _joined(self, number: str, unit: str) -> str:
        if number.strip() == "1":
            unit = self.singular.get(unit, unit)
        return f"{number}{unit}" if unit in ("", "×") else f"{number} {unit}"

    def _plain(self) -> Any:
        return int(self) if isinstance(self, int) else float(self)  # type: ignore[arg-type]

    def _same_dimension(self, other: Any) -> Any:
        if type(other) is type(self):
            return other._plain()
        if not isinstance(other, Quantity) and other == 0:
            return 0
        what = other.dimension if isinstance(other, Quantity) else f"the plain number {other!r}"
        raise TypeError(f"cannot combine {self.dimension} with {what}")

    def __add__(self, other: Any) -> Self:
        return type(self)(self._plain() + self._same_dimension(other))

    __radd__ = __add__  # sum() begins with a plain 0

    def __sub__(self, other: Any) -> Self:
        return type(self)(self._plain() - self._same_dimension(other))

    def __rsub__(self, other: Any) -> Self:
        return type(self)(self._same_dimension(other) - self._plain())

    def __neg__(self) -> Self:
        return type(self)(-self._plain())

    def __mul__(self, other: float) -> Self:
        if isinstance(other, Quantity):
            raise TypeError(f"{self.dimension} times {other.dimension} has no name here")
        if isinstance(self, int) and not isinstance(other, int):
            raise TypeError(f"{self.dimension} are whole: multiply by a whole number, not {other}")
        return type(self)(self._plain() * other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if type(other) is type(self):
            return Ratio(self._plain() / other._plain())
        if isinstance(other, Quantity):
            return self._plain() / other._plain()
        if isinstance(self, int):
            raise TypeError(f"{self.dimension} are whole: divide by a plain number with //")
        return type(self)(self._plain() / other)

    def __floordiv__(self, other: Any) -> Self:
        if type(other) is type(self):
            raise TypeError(f"{self.dimension} divided by {self.dimension} are a ratio: use /")
        if not isinstance(self, int) or not isinstance(other, int):
            raise TypeError(f"// divides whole quantities by whole numbers, not by {other!r}")
        return type(self)(self._plain() // int(other))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Quantity) and type(other) is not type(self):
            return False
        return bool(self._plain() == (other._plain() if isinstance(other, Quantity) else other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._plain())

    def __lt__(self, other: Any) -> bool:
        return bool(self._plain() < self._comparable(other))

    def __le__(self, other: Any) -> bool:
        return bool(self._plain() <= self._comparable(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self._plain() > self._comparable(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self._plain() >= self._comparable(other))

    def _comparable(self, other: Any) -> Any:
        if isinstance(other, Quantity) and type(other) is not type(self):
            raise TypeError(f"cannot compare {self.dimension} with {other.dimension}")
        return other._plain() if isinstance(other, Quantity) else other

    def _no_name(self, *_: Any) -> Any:
        raise TypeError(f"that has no dimension with a name here: it is made of {self.dimension}")

    __rtruediv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __pow__ = _no_name


class Bytes(Quantity, int):
    """Memory, in whole bytes. GB is 10⁹ bytes and GiB is 2³⁰ bytes, always."""

    dimension = "bytes"
    units = {
        "B": 1,
        "kB": 10**3,
        "MB": 10**6,
        "GB": 10**9,
        "TB": 10**12,
        "KiB": 2**10,
        "MiB": 2**20,
        "GiB": 2**30,
        "TiB": 2**40,
    }


class Flop(Quantity, int):
    """Floating-point operations; a multiplication and an addition are two."""

    dimension = "floating-point operations"
    units = {
        "FLOP": 1,
        "GFLOP": 10**9,
        "TFLOP": 10**12,
        "PFLOP": 10**15,
        "EFLOP": 10**18,
        "ZFLOP": 10**21,
        "YFLOP": 10**24,
    }


class Parameters(Quantity, int):
    """Trainable numbers of a model."""

    dimension = "parameters"
    units = {"parameters": 1, "billion parameters": 10**9}
    singular = {"parameters": "parameter"}


class Tokens(Quantity, int):
    """Tokens: the pieces of text that a language model reads and writes."""

    dimension = "tokens"
    units = {
        "tokens": 1,
        "thousand tokens": 10**3,
        "million tokens": 10**6,
        "billion tokens": 10**9,
        "trillion tokens": 10**12,
    }
    singular = {"tokens": "token"}


class Sequences(Quantity, int):
    """Sequences of tokens: conversations when they are served, samples when they are trained on."""

    dimension = "sequences"
    units = {"sequences": 1, "conversations": 1}
    singular = {"sequences": "sequence", "conversations": "conversation"}


class Gpus(Quantity, int):
    """A count of GPUs."""

    dimension = "GPUs"
    units = {"GPUs": 1}
    singular = {"GPUs": "GPU"}


class Seconds(Quantity, float):
    """Time."""

    dimension = "seconds"
    units = {"s": 1, "ms": 0.001, "h": 3600, "days": 86_400}
    singular = {"days": "day"}


class GpuHours(Quantity, float):
    """Hours of one GPU: a thousand GPUs for an hour are a thousand of them."""

    dimension = "GPU-hours"
    units = {"GPU-hours": 1, "million GPU-hours": 10**6}
    singular = {"GPU-hours": "GPU-hour"}


class Watts(Quantity, float):
    """Power."""

    dimension = "watts"
    units = {"W": 1, "kW": 10**3}


class Joules(Quantity, float):
    """Energy. A kWh is a thousand watts for an hour: 3.6 million joules."""

    dimension = "joules"
    units = {"J": 1, "kWh": 3600 * 10**3, "MWh": 3600 * 10**6, "GWh": 3600 * 10**9}


class Dollars(Quantity, float):
    """Money, in US dollars."""

    dimension = "dollars"
    units = {"dollars": 1, "million dollars": 10**6}
    singular = {"dollars": "dollar"}


class BytesPerSecond(Quantity, float):
    """How fast memory or a link moves data."""

    dimension = "bytes per second"
    units = {"B/s": 1, "GB/s": 10**9, "TB/s": 10**12}


class FlopPerSecond(Quantity, float):
    """How fast arithmetic is done."""

    dimension = "FLOP per second"
    units = {"FLOP/s": 1, "TFLOP/s": 10**12, "PFLOP/s": 10**15}


class TokensPerSecond(Quantity, float):
    """How fast a model reads or writes text."""

    dimension = "tokens per second"
    units = {"tokens/s": 1}


class FlopPerByte(Quantity, float):
    """Arithmetic intensity: floating-point operations for each byte that memory moves."""

    dimension = "FLOP per byte"
    units = {"FLOP/B": 1}


class BytesPerWatt(Quantity, float):
    """Memory for each watt of power."""

    dimension = "bytes per watt"
    units = {"B per W": 1, "MB per W": 10**6}


class BytesPerSecondPerWatt(Quantity, float):
    """Memory bandwidth for each watt of power."""

    dimension = "bytes per second per watt"
    units = {"B/s per W": 1, "GB/s per W": 10**9}


class FlopPerSecondPerWatt(Quantity, float):
    """Arithmetic for each watt of power."""

    dimension = "FLOP per second per watt"
    units = {"FLOP/s per W": 1, "TFLOP/s per W": 10**12}


class Ratio(Quantity, float):
    """One quantity divided by another of its kind: a plain number, a multiple or a percentage."""

    dimension = "ratios"
    units = {"×": 1, "%": 0.01, "": 1}

    def _same_dimension(self, other: Any) -> Any:
        return other if not isinstance(other, Quantity) else super()._same_dimension(other)


def quantity(number: float, unit: str) -> Quantity:
    """So many of a unit, as the quantity that is measured in it.

    The number is taken as the decimal number that it is written as. Where a larger unit does not
    come to whole bytes, tokens and so on, it is rounded down to them.

    >>> quantity(15.6, "trillion tokens")
    Tokens(15600000000000)
    >>> quantity(60, "%")
    Ratio(0.6)
    >>> quantity(60, "GB per s")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: unknown unit 'GB per s'; did you mean 'B per W'? Known: B, ...

    Raises:
        ValueError: an unknown unit, a number that is not above 0, or a part of something whole.
    """
    kinds = {each: kind for kind in Quantity.__subclasses__() for each in kind.units if each}
    kind = kinds[one_of("unit", unit, kinds)]
    size = kind.units[unit]
    value = Fraction(str(positive("number", number))) * Fraction(str(size))
    whole = issubclass(kind, int) and size > 1
    return kind(int(value) if whole else float(value))
