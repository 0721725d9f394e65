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


def heaped(value):
    heap = []
    for each in range(3):
        heap.append(each)
    return value + len(heap)


def named(*, each, **counts):
    return each * counts["boxes"]


def padded(size, padding):
    return size + padding


def shifted(count, by):
    return count * by
'''


@pytest.fixture
def shop(tmp_path, monkeypatch):
    (tmp_path / "shop.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("shop")
    del sys.modules["shop"]


def told(text, **names):
    tree = ast.parse(text, mode="eval").body
    derivation = derive(tree, eval(text, dict(names)), names, ["shop"])
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
        ("(a % b) * c", "(a % b) × c", "0 × 2"),
        ("(a > b) * c", "(a > b) × c", "True × 2"),
        ("(a + b).real * c", "(a + b).real × c", "15 × 2"),
        ("+a", "+a", "12"),
        ("~a * b", "(~a) × b", "-13 × 3"),
        ("0 + one", "one", "1"),
        ("a + none", "a + none", "12 + 0"),
        ("half // one", "⌊half / one⌋", "⌊2.5 / 1⌋"),
        ("int(-half)", "int(−half)", "int(−2.5)"),
        ("int(round(half, 1))", "⌊round(half, 1)⌋", "⌊2.5⌋"),
        ("int() + a", "int() + a", "0 + 12"),
        ("sum(a for a in (1, 2)) + a", "1 + 2 + a", "1 + 2 + 12"),
        ("sum((n for n in (1, 2)), b)", "sum((n for n in (1, 2)), b)", "sum(…, 3)"),
        ("sum(n for n in (1, b))", "1 + 3", "1 + 3"),
        ("sum(a for _ in range(6))", "a + a + a + a + 2 smaller ones", "12 + 12 + 12 + 12 + 24"),
        ("(1, a, b)[1:][0] * c", "(1, a, b)[…][0] × c", "12 × 2"),
    ],
)
def test_arithmetic(text, words, numbers):
    assert told(text, a=12, b=3, c=2, one=1, none=0, half=2.5) == (words, numbers)


def test_a_name_that_has_another_value_since_then_is_not_told():
    tree = ast.parse("a * 2", mode="eval").body
    assert derive(tree, 6, {"a": 3}, []).words == "a × 2"
    assert derive(tree, 6, {"a": 4}, []) == ("", "", (), ())
    assert derive(tree, 6, {"a": None}, []) == ("", "", (), ())
    assert derive(tree, 6, {}, []) == ("", "", (), ())


def test_what_would_be_noticed_is_not_evaluated_again():
    def printing(value):
        raise AssertionError

    names = {"items": iter([5, 6]), "stack": [7], "printing": printing}
    for text, value in (("next(items)", 4), ("stack.pop() + 1", 8), ("printing(2)", 2)):
        assert derive(ast.parse(text, mode="eval").body, value, names, ["shop"]).words == ""
    assert (next(names["items"]), names["stack"]) == (5, [7])


def test_keywords_that_have_no_parameter_of_their_own(shop):
    assert told("named(each=3, boxes=4)", named=shop.named) == ("each × counts[boxes]", "3 × 4")
    names = {"named": shop.named, "given": {"boxes": 4}}
    assert told("named(each=3, **given)", **names) == ("each × counts[boxes]", "3 × 4")


def test_a_parameter_stands_without_the_sign_of_its_argument(shop):
    assert told("shifted(-3, 4)", shifted=shop.shifted) == ("count × by", "-3 × 4")


def test_only_terms_of_the_items_have_their_labels(shop):
    lines, other = [shop.Line("Weights", 5), shop.Line("Cache", 7)], shop.Line("Other", 2)
    words, numbers = told("sum(other.size for line in lines)", lines=lines, other=other)
    assert (words, numbers) == ("other.size + other.size", "2 + 2")


def test_functions_are_read_down_to_their_parameters(shop):
    assert told("area(w, 4)", area=shop.area, w=3) == ("width × height", "3 × 4")
    assert told("price(3, 4, 7)", price=shop.price) == (
        "width × height × rate / 2",
        "3 × 4 × 7 / 2",
    )
    assert told("boxes(7, box=2)", boxes=shop.boxes) == ("⌈things / box⌉", "⌈7 / 2⌉")


def test_a_term_that_is_zero_is_told_only_where_it_was_asked_for(shop):
    assert told("padded(5, 0)", padded=shop.padded) == ("size", "5")
    assert told("padded(5, 2)", padded=shop.padded) == ("size + padding", "5 + 2")


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
    assert derive(tree, 12, {"area": shop.area}, ["other"]).words == ""
    assert derive(tree, 12, {"area": shop.area}, ["shop"]).words == "width × height"


def test_a_long_formula_names_its_parts(shop):
    words, numbers = told("bulk(1, 2, 3, 4, 5, 6, 7, 8, 9)", bulk=shop.bulk)
    assert (words, numbers) == ("first × second × third", "6 × 15 × 24")


def test_a_function_that_gives_another_value_is_not_read(shop):
    assert told("heaped(5) * 2", heaped=shop.heaped) == ("heaped(5) × 2", "8 × 2")


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
    derivation = derive(tree, 3 * 4 * 70 / 2, names, ["shop"])
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
