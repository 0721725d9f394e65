"""Reads catalogues: TOML tables whose every entry names its source and when it was checked."""

import tomllib
from collections.abc import Iterable
from datetime import date
from typing import Any


def entries(
    text: str, what: str, required: Iterable[str], optional: Iterable[str] = ()
) -> dict[str, dict[str, Any]]:
    """The entries of a catalogue by name, complete and without unknown fields.

    Args:
        text: TOML with one table for each entry.
        what: an entry is called, in messages.
        required: fields that each entry has, besides `source` and `checked`.
        optional: fields that an entry may have.

    >>> entries("X1 = {memory_gb = 80}", "part", ["memory_gb", "power_w"])
    Traceback (most recent call last):
    ValueError: part 'X1' lacks power_w, source, checked

    Raises:
        ValueError: an entry that is no table, lacks a field or has an unknown one, or whose source
            or date is empty or of another type.
    """
    required = (*required, "source", "checked")
    known = {*required, *optional}
    catalogue = tomllib.loads(text)
    for name, entry in catalogue.items():
        if not isinstance(entry, dict):
            raise ValueError(f"{what} {name!r} must be a table of fields, not {entry!r}")
        if lacking := [field for field in required if entry.get(field) in (None, "", {}, [])]:
            raise ValueError(f"{what} {name!r} lacks {', '.join(lacking)}")
        if unknown := [field for field in entry if field not in known]:
            raise ValueError(f"{what} {name!r} has unknown fields: {', '.join(unknown)}")
        if not isinstance(entry["source"], str) or not entry["source"].strip():
            raise ValueError(f"{what} {name!r}: source must say where the numbers come from")
        if type(entry["checked"]) is not date:
            raise ValueError(f"{what} {name!r}: checked must be a date, not {entry['checked']!r}")
    return catalogue
