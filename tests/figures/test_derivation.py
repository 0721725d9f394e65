"""Formulas that are read from code: in words, with numbers, and always of the very value."""

import ast
import importlib
import sys
from dataclasses import dataclass

import pytest

from figures.derivation import derive, number

MODULE = '''
"""A package to read."""
from dataclasses import dataclass
from itertools import count

COUNTER = count()


def checked(name, value):
    """Return it."""
    if value < 0:
        raise ValueError(name)
    return int(value)


def area(width, height):
    """Width by height."""
    return checked("width", width) * checked("height", height)


def price(width, height, rate):
    each = area(width, height)
    each += 0
    return each * rate / 2


def boxes(things, box):
    return -(-things // box)


def counted(things):
    total = 0
    for thing in things:
        total += thing
    return total


def twice(things):
    return 2 * counted(things)


def bulk(a, b, c, d, e, f, g, h, i):
    first = a + b + c
    second = d + e + f
    third = g + h + i
    return first * second * third


@dataclass(frozen=True)
class Line:
    label: str
    size: int
    formula: str = ""
    numbers: str = ""


@dataclass(frozen=True)
class Bill:
    lines: tuple

    @property
    def total(self):
        return sum((line.size for line in self.lines), 0)

    def size(self, *labels):
        for label in labels:
            checked(label, 1)
        return sum(line.size for line in self.lines if line.label in labels)


def drifting(value):
    return next(COUNTER) + value
'''


@pytest.fixture
def shop(tmp_path, monkeypatch):
    (tmp_path / "shop.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("shop")
    del sys.modules["shop"]


def told(text, **names):
    derivation = derive(ast.parse(text, mode="eval").body, names, ["shop"])
    return derivation.words, derivation.numbers


@pytest.mark.parametrize(
    ("text", "words", "numbers"),
    [
        ("a + b", "a + b", "12 + 3"),
        ("a - (b - c)", "a − (b − c)", "12 − (3 − 2)"),
        ("a - (b + c)", "a − (b + c)", "12 − (3 + 2)"),
        ("(a - b) - c", "a − b − c", "12 − 3 − 2"),
        ("a / (b * c)", "a / (b × c)", "12 / (3 × 2)"),
        ("(a + b) * c", "(a + b) × c", "(12 + 3) × 2"),
        ("-a * b", "(−a) × b", "(−12) × 3"),
        ("a // b", "⌊a / b⌋", "⌊12 / 3⌋"),
        ("-(-a * b // c)", "⌈a × b / c⌉", "⌈12 × 3 / 2⌉"),
        ("int(a / b)", "a / b", "12 / 3"),
        ("int(c / b)", "⌊c / b⌋", "⌊2 / 3⌋"),
        ("max(a, b)", "a", "12"),
        ("a if b > c else c", "a", "12"),
        ("a + 0", "a", "12"),
        ("a / 1", "a", "12"),
        ("a ** b", "a ** b", "1,728"),
    ],
)
def test_arithmetic(text, words, numbers):
    assert told(text, a=12, b=3, c=2) == (words, numbers)


def test_functions_are_read_down_to_their_parameters(shop):
    assert told("area(w, 4)", area=shop.area, w=3) == ("width × height", "3 × 4")
    assert told("price(3, 4, 7)", price=shop.price) == (
        "width × height × rate / 2",
        "3 × 4 × 7 / 2",
    )
    assert told("boxes(7, box=2)", boxes=shop.boxes) == ("⌈things / box⌉", "⌈7 / 2⌉")


def test_arguments_that_are_formulas_stay_them(shop):
    assert told("area(w + 1, 4)", area=shop.area, w=3) == ("(w + 1) × height", "(3 + 1) × 4")


def test_what_is_not_read_stays_a_call(shop):
    names = {"counted": shop.counted, "things": [1, 2]}
    assert told("counted(things)", **names) == ("counted(things)", "counted(…)")
    assert told("2 * counted(things)", **names) == ("2 × counted(things)", "2 × 3")
    assert told("twice(things)", twice=shop.twice, things=[1, 2]) == (
        "2 × counted(things)",
        "2 × 3",
    )


def test_functions_elsewhere_are_not_read(shop):
    tree = ast.parse("area(3, 4)", mode="eval").body
    assert derive(tree, {"area": shop.area}, ["other"]).words == "area(3, 4)"


def test_a_long_formula_names_its_parts(shop):
    words, numbers = told("bulk(1, 2, 3, 4, 5, 6, 7, 8, 9)", bulk=shop.bulk)
    assert (words, numbers) == ("first × second × third", "6 × 15 × 24")


def test_a_function_that_gives_another_value_is_not_read(shop):
    words, _ = told("drifting(5)", drifting=shop.drifting)
    assert words == "drifting(5)"


def test_sums_of_labelled_things(shop):
    bill = shop.Bill((shop.Line("Weights", 5), shop.Line("Cache", 7)))
    assert told("bill.total", bill=bill) == ("Weights + Cache", "5 + 7")
    assert told("bill.size('Cache')", bill=bill) == ("Cache", "7")
    assert told("bill.total / 2", bill=bill) == ("bill.total / 2", "12 / 2")


def test_a_thing_tells_its_own_formula(shop):
    line = shop.Line("Cache", 12, "heads × width", "3 × 4")
    assert told("bill.size('Cache')", bill=shop.Bill((line,))) == ("heads × width", "3 × 4")
    assert told("line.size", line=line) == ("heads × width", "3 × 4")


def test_small_terms_of_a_long_sum_are_taken_together(shop):
    sizes = zip("abcdefg", (1, 60, 2, 50, 40, 3, 30), strict=True)
    lines = [shop.Line(name, size) for name, size in sizes]
    words, numbers = told("bill.total", bill=shop.Bill(tuple(lines)))
    assert words == "b + d + e + g + 3 smaller ones"
    assert numbers == "60 + 50 + 40 + 30 + 6"


def test_places_and_sources(shop):
    @dataclass
    class Part:
        power: int
        source: str
        checked: str

    tree = ast.parse("price(3, 4, part.power)", mode="eval").body
    names = {"price": shop.price, "part": Part(70, "data sheet", "2026-12-01")}
    derivation = derive(tree, names, ["shop"])
    assert derivation.sources == ("data sheet, checked on 2026-12-01",)
    lines = MODULE.split("\n")
    read = [lines[line - 1] for _, line in derivation.places]
    assert read == ["def price(width, height, rate):", "def area(width, height):"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(7, "7"), (4096.0, "4,096"), (0.1, "0.1"), ("text", "text"), (True, "True"), ([], "…")],
)
def test_numbers(value, shown):
    assert number(value) == shown
