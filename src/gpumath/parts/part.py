"""The catalogue of GPUs, read from parts.toml."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from gpumath.catalogue import entries
from gpumath.checks import one_of, positive, whole
from gpumath.quantities import (
    Bytes,
    BytesPerSecond,
    BytesPerSecondPerWatt,
    FlopPerByte,
    FlopPerSecond,
    FlopPerSecondPerWatt,
    Watts,
)
from gpumath.speed.roofline import ridge_point


@dataclass(frozen=True, kw_only=True)
class Part:
    """One GPU as its maker specifies it.

    Args:
        name: with the form factor where it matters.
        released: year of release.
        memory: marketed capacity (GB of 10⁹ bytes).
        bandwidth: of that memory.
        peak: dense matrix arithmetic in a 16-bit format with FP32 accumulation.
        peak_dtype: that format. The T4 has FP16 only.
        power: the board's limit.
        interconnect: of the GPU-to-GPU links (NVLink), both directions together; None without.
        source: where the numbers come from.
        checked: when they were last compared with the source.
    """

    name: str
    released: int
    memory: Bytes
    bandwidth: BytesPerSecond
    peak: FlopPerSecond
    peak_dtype: str
    power: Watts
    interconnect: BytesPerSecond | None
    source: str
    checked: date

    @property
    def ridge_point(self) -> FlopPerByte:
        """FLOP per byte at which arithmetic and memory bandwidth take equally long."""
        return ridge_point(self.peak, self.bandwidth)

    @property
    def bandwidth_per_watt(self) -> BytesPerSecondPerWatt:
        """Memory bandwidth for each watt of the board's limit."""
        return BytesPerSecondPerWatt(self.bandwidth / self.power)

    @property
    def peak_per_watt(self) -> FlopPerSecondPerWatt:
        """Peak arithmetic for each watt of the board's limit."""
        return FlopPerSecondPerWatt(self.peak / self.power)


def part(name: str) -> Part:
    """The part of that name in the catalogue.

    >>> f"{part('H100 SXM').ridge_point:.0f FLOP/B}"
    '295 FLOP/B'

    Raises:
        ValueError: an unknown name.
    """
    catalogue = _catalogue()
    return catalogue[one_of("part", name, catalogue)]


@cache
def _catalogue() -> dict[str, Part]:
    text = files("gpumath.parts").joinpath("parts.toml").read_text(encoding="utf-8")
    return read_catalogue(text)


def read_catalogue(text: str) -> dict[str, Part]:
    """Read a catalogue of parts from TOML, by name.

    >>> read_catalogue("X1 = {memory_gb = 80}")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: part 'X1' lacks released, bandwidth_gb_per_s, ...

    Raises:
        ValueError: an entry that lacks a field, has an unknown one, or gives a peak that is not
            dense.
    """
    tables = entries(text, "part", _REQUIRED, _OPTIONAL)
    return {name: _part(name, table) for name, table in tables.items()}


_REQUIRED = (
    "released",
    "memory_gb",
    "bandwidth_gb_per_s",
    "peak_tflop_per_s",
    "peak_dtype",
    "dense",
    "power_w",
)
_OPTIONAL = ("interconnect_gb_per_s",)


def _part(name: str, entry: dict[str, Any]) -> Part:
    if entry["dense"] is not True:
        raise ValueError(f"part {name!r}: dense must be true, the peak without sparsity")

    def number(field: str) -> float:
        return positive(f"{field} of part {name!r}", entry[field])

    giga, tera = 10**9, 10**12
    link = number("interconnect_gb_per_s") * giga if "interconnect_gb_per_s" in entry else None
    return Part(
        name=name,
        released=whole(f"released of part {name!r}", entry["released"], at_least=2000),
        memory=Bytes(whole(f"memory_gb of part {name!r}", entry["memory_gb"]) * giga),
        bandwidth=BytesPerSecond(number("bandwidth_gb_per_s") * giga),
        peak=FlopPerSecond(number("peak_tflop_per_s") * tera),
        peak_dtype=one_of("dtype", entry["peak_dtype"], ("bf16", "fp16")),
        power=Watts(number("power_w")),
        interconnect=BytesPerSecond(link) if link else None,
        source=entry["source"],
        checked=entry["checked"],
    )
