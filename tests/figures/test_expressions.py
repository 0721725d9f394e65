"""What may stand in {{ }}, and the message for everything else."""

from types import SimpleNamespace

import pytest

from figures.expressions import FieldError, evaluate, exact, parse, show

TOTAL = SimpleNamespace(total=1234.5, terms={"a": 1}, size=lambda name: 7 if name == "}} :" else 0)


@pytest.mark.parametrize(
    ("text", "expression", "format_spec"),
    [
        ("a.total", "a.total", ""),
        (" a.total : .1f ", "a.total", ".1f"),
        ("a.total:.0f GB", "a.total", ".0f GB"),
        ("a.total / b.total:.1f ×", "a.total / b.total", ".1f ×"),
        ("a.size('x:y'):d", "a.size('x:y')", "d"),
        ('a.size("}} :"):d B', 'a.size("}} :")', "d B"),
        ("a.size(name='x'):d", "a.size(name='x')", "d"),
        ("-a.total * (2 + 3):.0f", "-a.total * (2 + 3)", ".0f"),
    ],
)
def test_parse(text, expression, format_spec):
    assert parse(text)[:2] == (expression, format_spec)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty field"),
        ("a.", "'a.' is not an expression"),
        ("a.total!r", "is not an expression"),
        ("180", "not a number typed by hand"),
        ("a.terms['a']", r"an index in \[ \] is not allowed in a field"),
        ("a.total > 3", "a comparison is not allowed"),
        ("a.total if a else b", "an if is not allowed"),
        ("[a.total]", "a list is not allowed"),
        ("lambda: a", "a lambda is not allowed"),
        ("[x for x in a]", "a comprehension is not allowed"),
        ("a or b", "and / or is not allowed"),
        ("f'{a}'", "an f-string is not allowed"),
        ("(a := 3)", "an assignment is not allowed"),
        ("a.__class__", "'__class__' begins with an underscore"),
        ("a._private", "'_private' begins with an underscore"),
        ("a.total + True", "Constant is not allowed"),
    ],
)
def test_parse_refuses(text, message):
    with pytest.raises(FieldError, match=message):
        parse(text)


def test_evaluate():
    assert evaluate(parse("a.total * 2"), {"a": TOTAL}) == 2469.0
    assert evaluate(parse('a.size("}} :")'), {"a": TOTAL}) == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a.totl", "there is no 'totl' in 'a.totl'; did you mean total?"),
        ("a.total.nothing", "there is no 'nothing'"),
        ("a.total / 0", "ZeroDivisionError"),
        ("a.size()", "TypeError"),
    ],
)
def test_evaluate_refuses(text, message):
    with pytest.raises(FieldError, match=message):
        evaluate(parse(text), {"a": TOTAL})


def test_builtins_are_out_of_reach():
    with pytest.raises(FieldError, match="NameError"):
        evaluate(parse("open('x')"), {})


@pytest.mark.parametrize(
    ("value", "format_spec", "text"),
    [
        (2048, "", "2048"),
        (2048, ",d", "2,048"),
        (0.5, ".1f", "0.5"),
        ("H100", "", "H100"),
    ],
)
def test_show(value, format_spec, text):
    assert show(value, format_spec) == text


@pytest.mark.parametrize(
    ("value", "format_spec", "message"),
    [
        (None, "", "prints a number or text, not NoneType None"),
        ({"a": 1}, "", "not dict"),
        (True, "", "not bool True"),
        (print, "", "not builtin_function_or_method"),
        (float("nan"), ".1f", "the value is nan, not a finite number"),
        (float("inf"), ".1f", "the value is inf"),
        (0.5, "", "0.5 needs a format"),
        (0.5, ".1f GB", "format '.1f GB': "),
        ("", "", "prints as nothing"),
    ],
)
def test_show_refuses(value, format_spec, message):
    with pytest.raises(FieldError, match=message):
        show(value, format_spec)


def test_exact():
    assert [exact(value) for value in (179_539_607_552, 0.1, "H100")] == [
        "179539607552",
        "0.1",
        "H100",
    ]
