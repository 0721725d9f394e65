"""What may stand in {{ }}: parsing, evaluation and printing of one expression with its format."""

import ast
import math
from collections.abc import Mapping
from difflib import get_close_matches
from typing import NamedTuple

# Quoted text may hold }}; a field may run over the end of a line. The group is atomic: an
# apostrophe after a brace that is never closed must not make the search exponential.
FIELD = r"""\{\{((?:(?>"[^"]*"|'[^']*'|(?!\}\}).))+?)\}\}"""


class FieldError(Exception):
    """A field that cannot be printed; the message is for the author of the page."""


class Field(NamedTuple):
    """A parsed field: an expression, a format, and the names that the expression begins with."""

    expression: str
    format: str
    names: frozenset[str]


_ALLOWED = (
    ast.Expression,
    ast.Name,
    ast.Load,
    ast.Attribute,
    ast.Call,
    ast.keyword,
    ast.BinOp,
    ast.UnaryOp,
    ast.operator,
    ast.unaryop,
)

_REFUSED = {
    ast.Subscript: "an index in [ ]",
    ast.Lambda: "a lambda",
    ast.Compare: "a comparison",
    ast.BoolOp: "and / or",
    ast.IfExp: "an if",
    ast.JoinedStr: "an f-string",
    ast.NamedExpr: "an assignment",
    ast.Starred: "a *",
    ast.List: "a list",
    ast.Tuple: "a tuple",
    ast.Dict: "a dictionary",
    ast.Set: "a set",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
}


def parse(text: str) -> Field:
    """Split `expression:format` as an f-string does, and check what the expression is made of.

    The expression ends at the first colon that leaves a whole expression before it. Allowed are
    names, attributes, calls, arithmetic, numbers and text.

    >>> parse("footprint.total:.0f GB")
    Field(expression='footprint.total', format='.0f GB', names=frozenset({'footprint'}))

    Raises:
        FieldError: an expression that is empty, does not parse, or holds anything else.
    """
    text = text.strip()
    if not text:
        raise FieldError("an empty field; write {{ snippet.name:format unit }}")
    colons = [at for at, character in enumerate(text) if character == ":"]
    for end in (*colons, len(text)):
        expression = text[:end].strip()
        try:
            tree = ast.parse(expression, mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        names = _check(tree)
        return Field(expression, text[end + 1 :].strip(), names)
    raise FieldError(f"{text!r} is not an expression")


def parse_condition(text: str) -> Field:
    """A condition: an expression as in a field, with comparisons, and, or, not.

    >>> parse_condition("0.3 < a.share < a.limit").names
    frozenset({'a'})

    Raises:
        FieldError: a condition that does not parse, compares nothing, or holds anything else.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FieldError(f"{text!r} is not an expression") from None
    names = _check(tree, (ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop))
    if not any(isinstance(node, ast.Compare) for node in ast.walk(tree)):
        raise FieldError(f"{text!r} compares nothing")
    return Field(" ".join(text.split()), "", names)


def _check(tree: ast.Expression, more: tuple[type[ast.AST], ...] = ()) -> frozenset[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float, str):
            continue
        if not isinstance(node, (*_ALLOWED, *more)):
            what = _REFUSED.get(type(node), type(node).__name__)
            raise FieldError(f"{what} is not allowed in a field; compute it in the snippet")
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            raise FieldError(f"{node.attr!r} begins with an underscore, so it is private")
        if isinstance(node, ast.Name):
            names.add(node.id)
    if not names:
        raise FieldError("a field prints a name of a snippet, not a number typed by hand")
    return frozenset(names)


def evaluate(field: Field, namespace: Mapping[str, object]) -> object:
    """The value of the field's expression, with `namespace` for its names.

    Raises:
        FieldError: whatever goes wrong in the evaluation, with near names for an unknown one.
    """
    try:
        # Only what _check allows gets here.
        return eval(field.expression, {"__builtins__": {}}, dict(namespace))  # noqa: S307
    except AttributeError as error:
        known = [name for name in dir(error.obj) if not name.startswith("_")]
        message = (
            f"there is no {error.name!r} in {field.expression!r}{near(error.name or '', known)}"
        )
        raise FieldError(message) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise FieldError(f"{field.expression!r}: {type(error).__name__}: {error}") from error


def near(name: str, known: list[str]) -> str:
    """A hint for a message: the known names that look like `name`, or all of them if few."""
    matches = get_close_matches(name, known)
    if matches:
        return f"; did you mean {' or '.join(matches)}?"
    return f"; there are {', '.join(known)}" if 0 < len(known) <= 12 else ""


def show(value: object, format_spec: str) -> str:
    """Print a value as the page shows it.

    >>> show(2048, ",d"), show("H100 SXM", "")
    ('2,048', 'H100 SXM')

    Raises:
        FieldError: a value that is neither a finite number nor text, a fraction without a format,
            or a format that does not suit the value.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise FieldError(f"a field prints a number or text, not {type(value).__name__} {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        raise FieldError(f"the value is {value}, not a finite number")
    if not format_spec and isinstance(value, float):
        raise FieldError(f"{value!r} needs a format, such as .1f, and its unit")
    try:
        text = format(value, format_spec).strip()
    except Exception as error:
        raise FieldError(f"format {format_spec!r}: {error}") from error
    if not text:
        raise FieldError("the value prints as nothing")
    return text


def exact(value: object) -> str:
    """The whole value, in its base unit and without rounding, for machines to read."""
    if isinstance(value, int):
        return str(int(value))
    return repr(float(value)) if isinstance(value, float) else str(value)
