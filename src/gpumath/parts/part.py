"""The catalogue of GPUs, read from parts.toml."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from gpumath.catalogue import entries
from gpumath.checks import one_of, positive, whole
from gpumath.quantities import (
    Bytes,
    BytesPerSecond,
    BytesPerSecondPerWatt,
    BytesPerWatt,
    FlopPerByte,
    FlopPerSecond,
    FlopPerSecondPerWatt,
    Watts,
)
from gpumath.speed.roofline import ridge_point


@dataclass(frozen=True, kw_only=True)
class Part:
    """One GPU as its maker specifies it; a TPU counts as one.

    Args:
        name: with the form factor where it matters.
        released: year of release.
        memory: capacity as marketed.
        reported: capacity as the driver reports it; None if nobody has published it.
        bandwidth: of that memory.
        peaks: dense matrix arithmetic by dtype of the factors, with sums in FP32, or in INT32 for
            integers, whose operations count as FLOP. "tf32" is the rounded form of FP32.
        power: the board's limit; None if the maker does not say.
        interconnect: of the links between GPUs, both directions together; None without such links,
            or if the maker gives no figure for all of them.
        source: where the numbers come from.
        checked: when they were last compared with the source.
    """

    name: str
    released: int
    memory: Bytes
    reported: Bytes | None
    bandwidth: BytesPerSecond
    peaks: Mapping[str, FlopPerSecond] = field(hash=False)
    power: Watts | None
    interconnect: BytesPerSecond | None
    source: str
    checked: date

    @property
    def peak_dtype(self) -> str:
        """The 16-bit format that models are trained in: "bf16", or "fp16" on a part without it."""
        return "bf16" if "bf16" in self.peaks else "fp16"

    @property
    def peak(self) -> FlopPerSecond:
        """The peak in that format."""
        return self.peak_of(self.peak_dtype)

    @property
    def ridge_point(self) -> FlopPerByte:
        """The ridge point in that format."""
        return self.ridge_point_of(self.peak_dtype)

    def peak_of(self, dtype: str) -> FlopPerSecond:
        """The dense peak of matrix arithmetic in a format.

        >>> f"{part('H100 SXM').peak_of('fp8'):,.0f TFLOP/s}"
        '1,979 TFLOP/s'
        >>> part("T4").peak_of("bf16")
        Traceback (most recent call last):
        ValueError: T4 has no peak in 'bf16', only in: fp16, int8, int4

        Raises:
            ValueError: a format for which the catalogue has no peak of this part.
        """
        if dtype not in self.peaks:
            known = ", ".join(self.peaks)
            raise ValueError(f"{self.name} has no peak in {dtype!r}, only in: {known}")
        return self.peaks[dtype]

    def ridge_point_of(self, dtype: str) -> FlopPerByte:
        """FLOP per byte at which arithmetic in a format and memory take equally long.

        >>> f"{part('H100 SXM').ridge_point_of('fp8'):.0f FLOP/B}"
        '591 FLOP/B'

        Raises:
            ValueError: a format for which the catalogue has no peak of this part.
        """
        return ridge_point(self.peak_of(dtype), self.bandwidth)

    @property
    def memory_per_watt(self) -> BytesPerWatt:
        """Memory as marketed for each watt of the board's limit.

        Raises:
            ValueError: the power is not known.
        """
        return BytesPerWatt(self.memory / self._known_power)

    @property
    def bandwidth_per_watt(self) -> BytesPerSecondPerWatt:
        """Memory bandwidth for each watt of the board's limit.

        Raises:
            ValueError: the power is not known.
        """
        return BytesPerSecondPerWatt(self.bandwidth / self._known_power)

    @property
    def peak_per_watt(self) -> FlopPerSecondPerWatt:
        """The 16-bit peak for each watt of the board's limit.

        Raises:
            ValueError: the power is not known.
        """
        return FlopPerSecondPerWatt(self.peak / self._known_power)

    @property
    def _known_power(self) -> Watts:
        if self.power is None:
            raise ValueError(f"the power of {self.name} is not in the catalogue")
        return self.power


def part(name: str) -> Part:
    """The part of that name in the catalogue.

    >>> f"{part('H100 SXM').ridge_point:.0f FLOP/B}"
    '295 FLOP/B'

    Raises:
        ValueError: an unknown name.
    """
    catalogue = parts()
    return catalogue[one_of("part", name, catalogue)]


@cache
def parts() -> dict[str, Part]:
    """All parts of the catalogue by name, in its order.

    >>> "H100 SXM" in parts()
    True
    """
    return read_catalogue(files("gpumath.parts").joinpath("parts.toml").read_text(encoding="utf-8"))


_REQUIRED = ("released", "bandwidth_gb_per_s", "peaks_tflop_per_s", "dense")
_OPTIONAL = ("memory_gb", "memory_gib", "reported_mib", "power_w", "interconnect_gb_per_s")
_DTYPES = ("bf16", "fp16", "fp8", "int8", "int4", "tf32")


def read_catalogue(text: str) -> dict[str, Part]:
    """Read a catalogue of parts from TOML, by name.

    >>> read_catalogue("X1 = {memory_gb = 80}")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: part 'X1' lacks released, bandwidth_gb_per_s, ...

    Raises:
        ValueError: an entry that lacks a field, has an unknown one or a value that no part can
            have, gives its memory in both units or in none, has no 16-bit peak, or gives peaks
            that are not dense.
    """
    tables = entries(text, "part", _REQUIRED, _OPTIONAL)
    return {name: _part(name, table) for name, table in tables.items()}


def _part(name: str, entry: dict[str, Any]) -> Part:
    if entry["dense"] is not True:
        raise ValueError(f"part {name!r}: dense must be true, the peaks without sparsity")
    if ("memory_gb" in entry) == ("memory_gib" in entry):
        raise ValueError(f"part {name!r} needs either memory_gb or memory_gib")

    def number(key: str) -> float:
        return positive(f"{key} of part {name!r}", entry[key])

    def count(key: str, at_least: int = 1) -> int:
        return whole(f"{key} of part {name!r}", entry[key], at_least=at_least)

    giga, mebi, gibi = 10**9, 2**20, 2**30
    return Part(
        name=name,
        released=count("released", at_least=2000),
        memory=Bytes(
            count("memory_gb") * giga if "memory_gb" in entry else count("memory_gib") * gibi
        ),
        reported=Bytes(count("reported_mib") * mebi) if "reported_mib" in entry else None,
        bandwidth=BytesPerSecond(number("bandwidth_gb_per_s") * giga),
        peaks=_peaks(name, entry["peaks_tflop_per_s"]),
        power=Watts(number("power_w")) if "power_w" in entry else None,
        interconnect=(
            BytesPerSecond(number("interconnect_gb_per_s") * giga)
            if "interconnect_gb_per_s" in entry
            else None
        ),
        source=entry["source"],
        checked=entry["checked"],
    )


def _peaks(name: str, table: Any) -> Mapping[str, FlopPerSecond]:
    if not isinstance(table, dict):
        raise ValueError(f"part {name!r}: peaks_tflop_per_s must be a table, not {table!r}")
    peaks = {}
    for dtype, value in table.items():
        one_of(f"dtype of part {name!r}:", dtype, _DTYPES)
        tera_flop = positive(f"{dtype} peak of part {name!r}", value)
        peaks[dtype] = FlopPerSecond(tera_flop * 10**12)
    if not peaks.keys() & {"bf16", "fp16"}:
        raise ValueError(f"part {name!r} needs a peak in bf16 or fp16")
    return MappingProxyType(peaks)
