"""Refusal of bad input, by name: each check returns the value or says what is allowed."""

import contextlib
import math
from collections.abc import Iterable
from difflib import get_close_matches


def whole(name: str, value: float, *, at_least: int = 1) -> int:
    """Return `value` as an int if it is a whole number of at least `at_least`.

    >>> whole("batch", 8)
    8
    >>> whole("batch", -1)
    Traceback (most recent call last):
    ValueError: batch must be a whole number of at least 1, not -1

    Raises:
        ValueError: any other value, text, NaN and True included.
    """
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if not is_whole or isinstance(value, bool) or int(value) < at_least:
        raise ValueError(f"{name} must be a whole number of at least {at_least}, not {value!r}")
    return int(value)


def flag(name: str, value: bool) -> bool:
    """Return `value` if it is True or False.

    >>> flag("tied", 1)
    Traceback (most recent call last):
    ValueError: tied must be true or false, not 1

    Raises:
        ValueError: any other value.
    """
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {value!r}")
    return value


def positive(name: str, value: float) -> float:
    """Return `value` as a plain float if it is a finite number above zero.

    >>> positive("bandwidth", 3.35e12)
    3350000000000.0
    >>> positive("bandwidth", float("nan"))
    Traceback (most recent call last):
    ValueError: bandwidth must be a finite number above 0, not nan

    Raises:
        ValueError: any other value.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    with contextlib.suppress(OverflowError):  # a whole number beyond the largest float
        if is_number and math.isfinite(value) and float(value) > 0:
            return float(value)
    raise ValueError(f"{name} must be a finite number above 0, not {value!r}")


def one_of(what: str, value: str, allowed: Iterable[str]) -> str:
    """Return `value` if it is one of the allowed names.

    >>> one_of("part", "H100", ["H100 SXM", "L4"])
    Traceback (most recent call last):
    ValueError: unknown part 'H100'; did you mean 'H100 SXM'? Known: H100 SXM, L4

    Raises:
        ValueError: any other value, with the nearest name and all that are allowed.
    """
    names = list(allowed)
    if value not in names:
        near = get_close_matches(str(value), names, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise ValueError(f"unknown {what} {value!r}{hint} Known: {', '.join(names)}")
    return value
