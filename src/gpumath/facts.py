"""Numbers that others have published, measured, stated or estimated, read from facts.toml."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from gpumath.catalogue import entries
from gpumath.checks import one_of
from gpumath.quantities import Quantity, quantity


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One published number.

    Args:
        name: whose number it is, a colon, and what was counted.
        value: with its dimension.
        source: where it is published, and what it is if it is not a measurement.
        checked: when it was last compared with the source.
    """

    name: str
    value: Quantity
    source: str
    checked: date


def fact(name: str) -> Fact:
    """The fact of that name in the catalogue.

    >>> fact("DeepSeek-V3: training").value
    GpuHours(2788000.0)

    Raises:
        ValueError: an unknown name.
    """
    catalogue = facts()
    return catalogue[one_of("fact", name, catalogue)]


@cache
def facts() -> dict[str, Fact]:
    """All facts of the catalogue by name, in its order.

    >>> "DeepSeek-V3: training" in facts()
    True
    """
    return read_facts(files("gpumath").joinpath("facts.toml").read_text(encoding="utf-8"))


def read_facts(text: str) -> dict[str, Fact]:
    """Read a catalogue of facts from TOML, by name.

    >>> read_facts("F1 = {value = 3, unit = 'GB/s'}")
    Traceback (most recent call last):
    ValueError: fact 'F1' lacks source, checked

    Raises:
        ValueError: an entry that lacks a field or has an unknown one, a value that is not a number
            above 0, or an unknown unit.
    """
    tables = entries(text, "fact", ("value", "unit"))
    return {name: _fact(name, table) for name, table in tables.items()}


def _fact(name: str, entry: dict[str, Any]) -> Fact:
    try:
        value = quantity(entry["value"], entry["unit"])
    except ValueError as error:
        raise ValueError(f"fact {name!r}: {error}") from None
    return Fact(name=name, value=value, source=entry["source"], checked=entry["checked"])
