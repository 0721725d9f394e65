"""Lets a program's f-strings tell what they print, so that figures in its output can be asked.

A number that knows its unit is printed between two signs, after a description of it. When the
output has become HTML, `marked` makes elements of them.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterable
from html import escape, unescape

from figures.answers import Answer, answer_of_program
from figures.expressions import exact
from figures.marks import ANSWER_ATTRIBUTE, FIGURE_CLASS

TELLER = "__tell__"
_BEGIN, _MIDDLE, _END = "\ue010", "\ue011", "\ue012"
_TOLD = re.compile(f"{_BEGIN}([0-9a-f]*){_MIDDLE}( *)(.*?)( *){_END}")


def telling(code: str) -> ast.Module:
    """The program, with a call of the teller around each number that an f-string formats."""
    tree = ast.parse(code)
    _Telling().visit(tree)
    return ast.fix_missing_locations(tree)


def teller(place: str, packages: Iterable[str]) -> Callable[..., str]:
    """The function that such a program calls.

    Args:
        place: the program's file, by its folder's name and its own.
        packages: whose functions are read for the formula.
    """

    def tell(value: object, spec: str, expression: str, line: int) -> str:
        text = _formatted(value, spec)
        is_quantity = isinstance(value, int | float) and type(value) not in (int, float, bool)
        if not is_quantity:
            return text
        caller = sys._getframe(1)  # where the f-string stands
        names = {**caller.f_globals, **caller.f_locals}
        answer = answer_of_program(expression, value, names, (place, line), packages)
        told = f"{exact(value)}\n{answer.text()}".encode().hex()
        return f"{_BEGIN}{told}{_MIDDLE}{text}{_END}"

    return tell


def _formatted(value: object, spec: str) -> str:
    """The value as the program prints it: a text is padded as if it told nothing."""
    if isinstance(value, str) and _BEGIN in value:
        plain = untold(value)
        return format(plain, spec).replace(plain, value)
    return format(value, spec)


class _Telling(ast.NodeTransformer):
    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        if node.format_spec is None or node.conversion != -1:
            return self.generic_visit(node)
        arguments = [
            node.value,
            node.format_spec,
            ast.Constant(ast.unparse(node.value)),
            ast.Constant(node.lineno),
        ]
        call = ast.Call(ast.Name(TELLER, ast.Load()), arguments, [])
        return ast.FormattedValue(call, -1, None)


def marked(html: str) -> str:
    """Make elements of what was told; in attributes, only the text is left."""
    html = re.sub(r"<[^>]*>", lambda tag: untold(tag[0]), html)
    return _TOLD.sub(_element, html)


def untold(text: str) -> str:
    """The text as the program prints it by itself."""
    return _TOLD.sub(r"\2\3\4", text)


_EXACT = re.compile(r'(<data [^>]*) data-exact="([^"]*)"')


def answering(html: str, place: tuple[str, int]) -> str:
    """Let numbers answer that a program wrote as elements by itself, with ``data-exact``."""

    def answer(match: re.Match[str]) -> str:
        told = Answer("", unescape(match[2]), (), (place,), ()).text()
        return f'{match[1]} {ANSWER_ATTRIBUTE}="{escape(told)}"'

    return _EXACT.sub(answer, html)


def _element(match: re.Match[str]) -> str:
    told = bytes.fromhex(match[1]).decode()
    value, _, answer = told.partition("\n")
    attributes = f'class="{FIGURE_CLASS}" value="{escape(value)}"'
    data = f'<data {attributes} {ANSWER_ATTRIBUTE}="{escape(answer)}">{match[3]}</data>'
    return match[2] + data + match[4]
