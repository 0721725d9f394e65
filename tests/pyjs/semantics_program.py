"""Small programs whose answers are compared between Python and JavaScript."""

import contextlib
import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar


class Measure:
    """A quantity that keeps its kind through arithmetic."""

    unit: ClassVar[str]

    def __new__(cls, value):
        if isinstance(value, bool):
            raise TypeError(f"{cls.unit} must be a number, not {value!r}")
        return super().__new__(cls, value)

    def _plain(self):
        return int(self) if isinstance(self, int) else float(self)

    def __add__(self, other):
        return type(self)(self._plain() + (other._plain() if isinstance(other, Measure) else other))

    __radd__ = __add__

    def __rsub__(self, other):
        return type(self)(other - self._plain())

    def __mul__(self, other):
        return type(self)(self._plain() * other)

    def __truediv__(self, other):
        return self._plain() / other

    def __gt__(self, other):
        return not self._plain() <= other

    def __repr__(self):
        return f"{type(self).__name__}({self._plain()!r} {self.unit})"


class Metres(Measure, int):
    """Whole metres."""

    unit = "m"


class Hours(Measure, float):
    """Hours."""

    unit = "h"


def measured(value, kind):
    """A plain number, or a quantity of it."""
    if kind == "plain":
        return value
    return Metres(value) if kind == "m" else Hours(value)


def operated(sign, a, b, left, right):
    a, b = measured(a, left), measured(b, right)
    if sign == "+":
        result = a + b
    elif sign == "-":
        result = a - b
    elif sign == "*":
        result = a * b
    elif sign == "/":
        result = a / b
    elif sign == "//":
        result = a // b
    elif sign == "%":
        result = a % b
    elif sign == "<":
        result = a < b
    elif sign == "<=":
        result = a <= b
    elif sign == ">":
        result = a > b
    elif sign == ">=":
        result = a >= b
    elif sign == "==":
        result = a == b
    elif sign == "!=":
        result = a != b
    elif sign == "and":
        result = a and b
    elif sign == "or":
        result = a or b
    elif sign == "max":
        result = (max(a, b), min(a, b), min([a, b, a], key=lambda each: -each))
    else:
        result = a < b <= a
    return f"{result!r} {type(result).__name__}"


def powered(a, b):
    return f"{a**b} {-a} {not a}"


def converted(value):
    """Each conversion by itself, so that one error does not hide the others."""
    parts = []
    for convert in (int, float, bool, str, repr, math.isfinite, math.floor, math.ceil):
        try:
            parts.append(repr(convert(value)))
        except (ValueError, ArithmeticError) as error:
            parts.append(f"{type(error).__name__}: {error}")
    return " ".join(parts)


def formatted(value, spec):
    return f"[{value:{spec}}]"


def fraction(a, b, text):
    quotient = Fraction(a) / Fraction(b)
    exact = Fraction(text) * quotient - 1
    return (
        f"{float(quotient)!r} {int(exact)} {math.floor(exact)} {math.ceil(exact)} "
        f"{exact > quotient} {exact >= 0} {float(1 / quotient)!r}"
    )


def decimals(texts):
    total, *rows = texts
    return sum(Decimal(each) for each in rows) == Decimal(total)


def close(word, names, n):
    return repr(get_close_matches(word, names, n=n))


def compared_texts(a, b):
    return (
        f"{a < b} {a >= b} {a == b} {a in b} {sorted([a, b])!r} {a!r:>9} {b.upper()} {b.strip()!r}"
    )


@dataclass(frozen=True)
class Point:
    """A point with a default, and one that is computed."""

    x: int
    y: int = 2
    total: int = field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "total", self.x + self.y)

    @property
    def doubled(self):
        return replace(self, x=self.x * 2)


@dataclass(frozen=True, kw_only=True)
class Named(Point):
    """A point with a name."""

    name: str
    total: int = 0

    def __post_init__(self):
        super().__post_init__()
        if not self.name:
            raise ValueError("a name must not be empty")


class Odd(ValueError):
    """An exception of the program."""


def arguments(a, b=2, *rest, c, d=4, **others):
    return f"{a} {b} {rest} {c} {d} {others}"


def one(a):
    return f"{a}"


def numbers(most) -> Iterator[int]:
    for number in range(most):
        if number == 3:
            continue
        yield number
    yield from [10, 20]


@cache
def remembered():
    return [1]


def language(case):
    """One construct of the language for each case."""
    if case == 0:
        first, *middle, last = numbers(6)
        (a, b), c = (1, 2), 3
        d = e = [first, last]
        d += [a]
        d.append(b)
        return f"{first} {middle} {last} {a} {b} {c} {d} {d is e}"
    if case == 1:
        return arguments(1, *[5, 6], c=3, **{"e": 7, "f": None})
    if case == 2:
        return f"{Point(1)!r} {Point(1).doubled} {Point(1) == Point(1, 2)} {Point(1) != Point(2)}"
    if case == 3:
        point = Named(x=1, name="n")
        return f"{replace(point, name='m')} {[each.name for each in fields(point)]}"
    if case == 4:
        return Named(x=1, name="")
    if case == 5:
        return replace(Point(1), total=3)
    if case == 6:
        functions = [lambda: step for step in range(3)]
        return f"{[each() for each in functions]}"
    if case == 7:
        iterator = iter(numbers(9))
        for number in iterator:
            if number > 3:
                break
        return f"{number} {list(iterator)} {next(iter('ab'))} {next(iterator, None)}"
    if case == 8:
        total = 0

        def add(amount):
            nonlocal total
            total += amount
            return total

        return f"{add(1)} {add(2)} {total}"
    if case == 9:
        with contextlib.suppress(OverflowError, Odd):
            raise Odd("gone")
        with contextlib.suppress(OverflowError):
            raise Odd("kept")
    if case == 10:
        try:
            raise Odd("a", 2)
        except (TypeError, ValueError) as error:
            return f"{error} {error!r} {isinstance(error, Odd)}"
        finally:
            remembered().append(2)
    if case == 11:
        return f"{remembered() is remembered()}"
    if case == 12:
        try:
            found = {"a": 1}["b"]
        except KeyError as error:
            found = error
        else:
            found = "none"
        return f"{found} {found!r}"
    if case == 13:
        return {"a": 1}["b"]
    if case == 14:
        return [1, 2][5]
    if case == 15:
        table = {"b": 1, **{"a": 2, "b": 3}}
        table |= {1: "one", True: "true", 1.0: "float"}
        table["c"] = (4,)
        read = MappingProxyType(table)
        return f"{table} {list(read)} {read.get('z')} {'a' in read} {bool(table.keys() & {'a'})} {len(read)}"
    if case == 16:
        pairs = {a * b: (a, b) for a in range(4) if a for b in (1, 2) if (c := a + b) > 2}
        return f"{pairs} {c} {sorted({3, 1, 2})} {dict(z=1)} {dict.fromkeys('ab')}"
    if case == 17:
        a, b = (1, 2, 3)
        return f"{a}{b}"
    if case == 18:
        a, b, *_ = (1,)
        return f"{a}{b}"
    if case == 19:
        word = "x.y.z".partition(".")
        return f"{word} {'abab'.removesuffix('ab')} {', '.join(filter(None, ['a', '', 'b']))} {(1,)!r:>6}"
    if case == 20:
        count = 0
        while True:
            count += 1
            if count > 5:
                break
        return f"{count} {math.prod([2, 3, Metres(4)])!r} {sum([Hours(1), 2.5])!r} {-(-7 // 2)}"
    if case == 21:
        return f"{bisect_right(range(1, 10**12), 77, key=lambda n: n * n)} {bisect_right([1, 2, 2, 3], 2)}"
    if case == 22:
        return bisect_right(range(10**30), 1)
    if case == 23:
        return Point(1).name
    if case == 24:
        return object.__setattr__(Point(1), "doubled", 2)
    if case == 25:
        return f"{3:>{4}} {'é'!r} {10**20:,} {Metres(5):4d}|{Metres(5)} {Hours(2):.1f}"
    if case == 26:
        return f"{1 if not 0.0 else 2} {[] or {} or 'last'} {0 and 1} {None is None} {(1, 'a') == (1.0, 'a')}"
    if case == 27:
        return (
            f"{(1, 2) < (1, 3)} {[2] > [1, 5]} {() == []} {1 in (True,)} {None in [0]} {'' in 'a'}"
        )
    if case == 28:
        return f"{isinstance(True, int)} {issubclass(bool, int)} {type(1) is int} {isinstance(1, str | float)}"
    if case == 29:
        return f"{getattr(Point(4), 'x')} {getattr(Point(4), 'q', 'none')} {[each.__name__ for each in Measure.__subclasses__()]}"
    return None


def call(case) -> Any:
    """Calls that do not fit their function."""
    if case == 0:
        return one()
    if case == 1:
        return one(1, 2)
    if case == 2:
        return one(b=1)
    if case == 3:
        return one(1, a=1)
    if case == 4:
        return arguments()
    if case == 5:
        return arguments(1)
    if case == 6:
        return arguments(1, c=1, **{"a": 2})
    if case == 7:
        return Named(1, name="n")
    if case == 8:
        return Named()
    if case == 9:
        return Point(1, 2, 3, 4)
    if case == 10:
        return case(2)
    if case == 11:
        return 5 in 6
    if case == 12:
        return [*7]
    if case == 13:
        return len(3)
    if case == 14:
        return -"a"
    if case == 15:
        return case["a"]
    if case == 16:
        return (lambda a, b, c: a)(1)
    if case == 17:
        return "a" + 1
    if case == 18:
        return max([])
    if case == 19:
        return next(iter(()))
    return None
