"""Whether an expression can be evaluated again, for its formula, without anybody noticing.

A function of the packages can: they are pure. One that a program defines may print, and `next`
takes an item away that the program itself then misses.
"""

import ast
from collections.abc import Collection, Mapping
from typing import Any

_HARMLESS = (abs, divmod, len, max, min, pow, round, sorted, sum)
_LOOKS_ONLY = {"get", "items", "keys", "values", "count", "index"}  # methods of containers


def has_effects(expression: ast.expr, names: Mapping[str, Any], packages: Collection[str]) -> bool:
    """Whether it calls anything that is not known to be harmless.

    Args:
        expression: parsed.
        names: what its names stand for.
        packages: whose functions are harmless.

    >>> [has_effects(ast.parse(text, mode="eval").body, {"max": max, "next": next}, ())
    ...  for text in ("max(1, 2)", "next(items)")]
    [False, True]
    """
    calls = [node for node in ast.walk(expression) if isinstance(node, ast.Call)]
    # From the innermost to the outermost: what a call belongs to may be the result of another.
    return not all(_is_harmless(call.func, names, packages) for call in reversed(calls))


def _is_harmless(function: ast.expr, names: Mapping[str, Any], packages: Collection[str]) -> bool:
    if isinstance(function, ast.Attribute) and function.attr in _LOOKS_ONLY:
        return True
    try:
        code = compile(ast.Expression(function), "<formula>", "eval")
        found = eval(code, dict(names))  # noqa: S307
    except Exception:  # a method of what a comprehension goes through, for example
        return False
    module = str(getattr(found, "__module__", None))
    return (
        isinstance(found, type)
        or found in _HARMLESS
        or module.startswith("<snippet")
        or module.split(".")[0] in ("math", *packages)
    )
