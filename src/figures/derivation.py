"""How a value came about: its formula in words and with its numbers, read from the code itself.

The code that computes a figure is also its explanation, so nobody writes a formula twice. An
expression is read as Python reads it, but each part is kept as a value, as words and as numbers.
Functions of the packages are read into, down to the names of their parameters. What is not read
(a loop, say) stays a call. What is read must give the very value that Python gave, or it is not
told: a name may have got another value since.
"""

import ast
import builtins
import inspect
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from figures.effects import has_effects

_MOST_LEAVES = 8  # a longer formula is told with the names of its intermediate results
_MOST_TERMS = 5  # of a sum; the smaller ones of a longer sum are told together
_DEEPEST = 5  # calls inside calls


class Derivation(NamedTuple):
    """What can be told of a value.

    Args:
        words: its formula by names.
        numbers: the same formula with the numbers put in.
        places: file and line of the functions that were read, the first one first; a file by the
            path from its package, or from the folder of snippets.
        sources: where facts in it come from, as the objects that hold them say.
    """

    words: str
    numbers: str
    places: tuple[tuple[str, int], ...]
    sources: tuple[str, ...]


_UNTOLD = Derivation("", "", (), ())


def derive(
    expression: ast.expr, value: object, names: Mapping[str, Any], packages: Iterable[str]
) -> Derivation:
    """The formula of an expression, with these values for its names; empty if it cannot be told.

    Args:
        expression: parsed.
        value: what it gave.
        names: what its names stand for.
        packages: functions of these are read into.

    >>> tree = ast.parse("size / max(rate, 1)", mode="eval").body
    >>> derive(tree, 1500.0, {"size": 3000, "rate": 2}, packages=())[:2]
    ('size / rate', '3,000 / 2')
    """
    known, folders = {**vars(builtins), **names}, tuple(packages)
    try:
        if has_effects(expression, known, folders):
            return _UNTOLD
        for briefly in (False, True):
            reader = _Reader(dict(known), folders, briefly=briefly)
            reader.whole = expression
            part = reader.read(expression)
            if part.leaves <= _MOST_LEAVES:
                break
        if part.value != value:
            return _UNTOLD
    except Exception:  # a name that is gone, or has another type now
        return _UNTOLD
    places, sources = dict.fromkeys(reader.places), dict.fromkeys(reader.sources)
    return Derivation(part.words, part.alone or part.numbers, tuple(places), tuple(sources))


def number(value: object) -> str:
    """A value as a formula shows it: whole, with its unit if it has one.

    >>> number(4096), number(2.0), number(0.125), number("bf16")
    ('4,096', '2', '0.125', 'bf16')
    """
    if type(value) is float and value.is_integer():
        return f"{int(value):,}"
    if type(value) in (int, float):
        return f"{value:,}"
    known = isinstance(value, int | float | str)
    return str(value if known else getattr(value, "name", "…"))


class _Part(NamedTuple):
    """A piece of a formula.

    Args:
        value: what it evaluates to.
        words: by names.
        numbers: with values.
        leaves: how many names it has.
        binds: how tightly its outermost operator does.
        alone: what `numbers` is when the piece is the whole formula.
    """

    value: Any
    words: str
    numbers: str
    leaves: int = 1
    binds: int = 9
    alone: str = ""

    def within(self, binds: int) -> "_Part":
        """In parentheses if its operator does not bind as tightly."""
        if self.binds >= binds:
            return self
        is_value = self.numbers == number(self.value)
        numbers = self.numbers if is_value else f"({self.numbers})"
        return self._replace(words=f"({self.words})", numbers=numbers)


class _UnreadableError(Exception):
    """Code that is not read, for example a loop."""


_SUM, _PRODUCT, _CLOSED = 1, 2, 9
_OPERATORS: dict[type[ast.operator], tuple[Callable[[Any, Any], Any], str, int]] = {
    ast.Add: (operator.add, "+", _SUM),
    ast.Sub: (operator.sub, "−", _SUM),
    ast.Mult: (operator.mul, "×", _PRODUCT),
    ast.Div: (operator.truediv, "/", _PRODUCT),
}


class _Reader:
    """Reads expressions, and bodies of functions, with the values that they had."""

    def __init__(
        self,
        names: dict[str, Any],
        packages: tuple[str, ...],
        *,
        briefly: bool,
        depth: int = 0,
        known: dict[str, _Part] | None = None,
    ) -> None:
        """Take the values of names, and what is known of the formulas of some."""
        self.names = names
        self.packages = packages
        self.briefly = briefly
        self.depth = depth
        self.known = known or {}
        self.whole: ast.expr | None = None  # the expression that is asked for
        self.places: list[tuple[str, int]] = []
        self.sources: list[str] = []

    def read(self, node: ast.expr) -> _Part:
        """The piece of formula that an expression is."""
        match node:
            case ast.Name():
                return self.known.get(node.id) or _leaf(self._value(node), node.id)
            case ast.Constant():
                return _leaf(node.value, number(node.value))
            case ast.Attribute():
                return self._attribute(node)
            case ast.BinOp() | ast.UnaryOp():
                return self._operation(node)
            case ast.IfExp():
                return self.read(node.body if self._value(node.test) else node.orelse)
            case ast.Call():
                return self._call(node)
            case ast.Subscript():
                words = self.read(node.value).within(_CLOSED).words
                index = "…" if isinstance(node.slice, ast.Slice) else self.read(node.slice).numbers
                return _leaf(self._value(node), f"{words}[{index}]")
        return self._unread(node)

    def _unread(self, node: ast.expr) -> _Part:
        """An expression as the code has it."""
        is_open = isinstance(node, ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare | ast.Lambda)
        is_power = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
        part = _leaf(self._value(node), _short(node))
        return part._replace(binds=0) if is_open and not is_power else part

    def _value(self, node: ast.expr) -> Any:
        tree = ast.fix_missing_locations(ast.Expression(node))
        return eval(compile(tree, "<formula>", "eval"), self.names)  # noqa: S307

    def _attribute(self, node: ast.Attribute) -> _Part:
        owner = self.read(node.value)
        value = getattr(owner.value, node.attr)
        found = inspect.getattr_static(type(owner.value), node.attr, None)
        within = self.depth or node is self.whole  # beside others, its name tells enough
        if within and isinstance(found, property) and found.fget:
            inside = self._inside(found.fget, {"self": owner}, value)
            if inside:
                return inside
        self._note_source(owner.value)
        told = _told(owner.value, value)
        if told:
            return told
        plain = self.depth or isinstance(owner.value, SimpleNamespace | ModuleType)
        return _leaf(value, node.attr if plain else f"{owner.within(_CLOSED).words}.{node.attr}")

    def _note_source(self, holder: object) -> None:
        source, checked = getattr(holder, "source", None), getattr(holder, "checked", None)
        if isinstance(source, str):
            self.sources.append(f"{source}, checked on {checked}" if checked else source)

    def _operation(self, node: ast.BinOp | ast.UnaryOp) -> _Part:
        if isinstance(node, ast.UnaryOp):
            divided = node.operand
            if isinstance(node.op, ast.USub) and isinstance(divided, ast.BinOp):
                above = _without_minus(divided.left)
                if above and isinstance(divided.op, ast.FloorDiv):  # -(-a // b) rounds up
                    parts = self.read(above), self.read(divided.right)
                    return self._divided(*parts, "⌈⌉", -(-parts[0].value // parts[1].value))
            if not isinstance(node.op, ast.USub):
                return self._unread(node)
            part = self.read(node.operand)
            inside = part.within(_PRODUCT)
            return _Part(-part.value, f"−{inside.words}", f"−{inside.numbers}", part.leaves, _SUM)
        left, right = self.read(node.left), self.read(node.right)
        if isinstance(node.op, ast.FloorDiv):
            return self._divided(left, right, "⌊⌋", left.value // right.value)
        if type(node.op) not in _OPERATORS:
            return self._unread(node)
        function, sign, binds = _OPERATORS[type(node.op)]
        value = function(left.value, right.value)
        if isinstance(node.op, ast.Add) and self._adds_nothing(left):
            return right._replace(value=value)
        if isinstance(node.op, ast.Add | ast.Sub) and self._adds_nothing(right):
            return left._replace(value=value)
        if isinstance(node.op, ast.Div) and right.words == "1":
            return left._replace(value=value)
        # What follows − or / needs parentheses even if it is a sum or a product itself.
        right_binds = binds + 1 if isinstance(node.op, ast.Sub | ast.Div) else binds
        return _joined([left.within(binds), right.within(right_binds)], sign, value, binds)

    def _adds_nothing(self, part: _Part) -> bool:
        """A typed 0, or, inside a function, a term of its formula that is 0 this time."""
        is_zero = isinstance(part.value, int | float) and part.value == 0
        return is_zero and (part.words == "0" or self.depth > 0)

    def _divided(self, left: _Part, right: _Part, brackets: str, value: Any) -> _Part:
        """A rounded quotient; of a whole number divided by one, nothing is to be told."""
        if right.value == 1 and _same(left.value, value):
            return left._replace(value=value)
        both = [left.within(_PRODUCT), right.within(_PRODUCT + 1)]
        return _bracketed(_joined(both, "/", value, _PRODUCT), brackets, value)

    def _call(self, node: ast.Call) -> _Part:
        function = self._value(node.func)
        if function is sum and isinstance(node.args[0], ast.GeneratorExp):
            start = [*node.args[1:], *(each.value for each in node.keywords)]
            if all(self._value(each) == 0 for each in start):
                return self._sum(node.args[0], self._value(node))
        arguments = []
        for each in node.args:
            if isinstance(each, ast.Starred):
                arguments += [_leaf(one, number(one)) for one in self._value(each.value)]
            else:
                arguments.append(self.read(each))
        named: dict[str, _Part] = {}
        for keyword in node.keywords:
            if keyword.arg:
                named[keyword.arg] = self.read(keyword.value)
            else:
                many = self._value(keyword.value)
                named |= {name: _leaf(one, number(one)) for name, one in many.items()}
        value = function(
            *[part.value for part in arguments],
            **{name: part.value for name, part in named.items()},
        )
        if isinstance(function, type) or function in (int, float, max, min):
            for part in arguments:
                if _same(part.value, value):
                    return _converted(part, value)
        if function in (int, math.ceil) and len(arguments) == 1:
            rounds = math.floor if function is int else math.ceil  # int rounds towards 0
            if _same(value, rounds(arguments[0].value)):
                return _bracketed(arguments[0], "⌊⌋" if function is int else "⌈⌉", value)
        every = [*arguments, *named.values()]
        name = _short(node.func).lstrip("_")
        if isinstance(function, MethodType):
            name = f"{name.split('.')[-2]}.{name.split('.')[-1]}" if "." in name else name
            arguments.insert(0, _leaf(function.__self__, name.split(".")[0]))
            function = function.__func__
        if isinstance(function, FunctionType):
            bound = inspect.signature(function).bind(*arguments, **named).arguments
            inside = self._inside(function, bound, value)
            if inside:
                return inside
        words, numbers = (
            f"{name}({', '.join(texts)})"
            for texts in ([part.words for part in every], [part.numbers for part in every])
        )
        return _Part(value, words, number(value), 1, _CLOSED, alone=numbers)

    def _inside(self, function: Any, bound: dict[str, Any], value: Any) -> _Part | None:
        """The formula inside a function; None if it is not read or does not give the value."""
        definition = self._definition(function) if self.depth < _DEEPEST else None
        if definition is None:
            return None
        code = function.__code__
        known = {name: part for name, part in bound.items() if isinstance(part, _Part)}
        if self.depth == 0:
            for name, part in known.items():
                if part.leaves == 1 and isinstance(part.value, int | float):
                    shown = part.numbers if part.binds == _CLOSED else number(part.value)
                    known[name] = _Part(part.value, name, shown)
        captured = zip(code.co_freevars, function.__closure__ or (), strict=True)
        names = {
            **vars(builtins),
            **function.__globals__,
            **{name: cell.cell_contents for name, cell in captured},
            **_defaults(function),
            **{name: _values(part) for name, part in bound.items()},
        }
        inner = _Reader(
            names, self.packages, briefly=self.briefly, depth=self.depth + 1, known=known
        )
        try:
            told = inner.body(definition.body)
        except Exception:  # whatever cannot be read stays a call, and is never told
            return None
        if told is None or not _same(told.value, value):
            return None
        if self.briefly and self.depth and told.leaves > 2:
            return None
        if told.words not in [each.words for each in known.values()]:
            self.places.append((_shown_path(function), code.co_firstlineno))
        self.places += inner.places
        self.sources += inner.sources
        return _converted(told, value)

    def _definition(self, function: Any) -> ast.FunctionDef | None:
        """The source of a function of the packages, or of the snippet itself."""
        code = getattr(function, "__code__", None)
        path = Path(code.co_filename if code else "")
        package = str(function.__module__).split(".")[0]
        if code is None or path.suffix != ".py" or not path.is_file():
            return None
        if package not in self.packages and not package.startswith("<snippet"):
            return None
        return _functions(path.read_text(encoding="utf-8")).get(code.co_firstlineno)

    def body(self, statements: list[ast.stmt]) -> _Part | None:
        """What a function's statements return, along the way that they took."""
        for statement in statements:
            match statement:
                case ast.Expr():  # a docstring, or a check that passed
                    continue
                case ast.For() if all(isinstance(each, ast.Expr) for each in statement.body):
                    continue  # checks that passed
                case ast.Assign(targets=[target]):
                    self._assign(target, statement.value)
                case ast.AugAssign(target=ast.Name(id=name)):
                    both = ast.BinOp(ast.Name(name, ast.Load()), statement.op, statement.value)
                    self._assign(ast.Name(name), both)
                case ast.If():
                    chosen = statement.body if self._value(statement.test) else statement.orelse
                    part = self.body(chosen)
                    if part:
                        return part
                case ast.With():
                    part = self.body(statement.body)
                    if part:
                        return part
                case ast.Return(value=ast.expr() as returned):
                    return self.read(returned)
                case _:
                    raise _UnreadableError
        return None

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, its in zip(target.elts, value.elts, strict=True):
                self._assign(one, its)
            return
        if isinstance(target, ast.Name):
            parts = {target.id: self.read(value)}
        elif isinstance(target, ast.Tuple) and all(isinstance(e, ast.Name) for e in target.elts):
            names = [each.id for each in target.elts if isinstance(each, ast.Name)]
            values = zip(names, self._value(value), strict=True)
            parts = {name: _leaf(one, name) for name, one in values}
        else:
            raise _UnreadableError
        for name, part in parts.items():
            self.names[name] = part.value
            told = part.leaves > 1 and self.briefly
            self.known[name] = _leaf(part.value, name) if told else part

    def _sum(self, generator: ast.GeneratorExp, value: Any) -> _Part:
        parts = []
        alone: _Part | None = None
        for item in self._items(generator):
            label = getattr(item, "label", None)
            if _is_of_item(generator) and isinstance(label, str):
                parts.append(_leaf(self._value(generator.elt), label))
                alone = _told(item, value)
            else:
                parts.append(self.read(generator.elt))
        if not parts:
            return _leaf(value, number(value))
        if len(parts) == 1:
            return alone or _converted(parts[0], value)
        if len(parts) > _MOST_TERMS:
            parts = _largest(parts, value)
        return _joined([part.within(_SUM) for part in parts], "+", value, _SUM)

    def _items(self, generator: ast.GeneratorExp) -> Iterator[Any]:
        """The items that a sum is over, each with its names set."""
        if len(generator.generators) != 1:
            raise _UnreadableError
        loop = generator.generators[0]
        outside = dict(self.names), dict(self.known)
        for item in self._value(loop.iter):
            targets = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
            items = item if isinstance(loop.target, ast.Tuple) else [item]
            for target, one in zip(targets, items, strict=True):
                if not isinstance(target, ast.Name):
                    raise _UnreadableError
                self.names[target.id] = one
                self.known[target.id] = _leaf(one, number(one))
            if all(self._value(test) for test in loop.ifs):
                yield item
        self.names, self.known = outside


def _is_of_item(generator: ast.GeneratorExp) -> bool:
    """Whether a sum is over an attribute of the items themselves."""
    match generator:
        case ast.GeneratorExp(
            ast.Attribute(ast.Name(id=owner)), [ast.comprehension(target=ast.Name(id=item))]
        ):
            return owner == item
    return False


def _values(part: Any) -> Any:
    """The value of a parameter, or the values of one that takes several (*names, **names)."""
    if isinstance(part, dict):
        return {name: each.value for name, each in part.items()}
    return part.value if isinstance(part, _Part) else tuple(each.value for each in part)


def _leaf(value: Any, words: str) -> _Part:
    return _Part(value, words, number(value))


def _joined(parts: list[_Part], sign: str, value: Any, binds: int) -> _Part:
    words = f" {sign} ".join(part.words for part in parts)
    numbers = f" {sign} ".join(part.numbers for part in parts)
    return _Part(value, words, numbers, sum(part.leaves for part in parts), binds)


def _told(holder: object, value: Any) -> _Part | None:
    """The formula that an object tells of its own number, in `formula` and `numbers`."""
    words, numbers = getattr(holder, "formula", ""), getattr(holder, "numbers", "")
    if words and numbers and isinstance(value, int | float):
        return _Part(value, words, numbers, 2, _PRODUCT)
    return None


def _bracketed(part: _Part, brackets: str, value: Any) -> _Part:
    begin, end = brackets[0], brackets[1]
    words, numbers = f"{begin}{part.words}{end}", f"{begin}{part.numbers}{end}"
    return part._replace(value=value, words=words, numbers=numbers, binds=_CLOSED, alone="")


def _largest(parts: list[_Part], total: Any) -> list[_Part]:
    """The largest terms of a sum in their order, and the others as one."""
    most = sorted(range(len(parts)), key=lambda at: parts[at].value, reverse=True)
    kept = [parts[at] for at in sorted(most[: _MOST_TERMS - 1])]
    rest = total - sum(part.value for part in kept)
    return [*kept, _leaf(rest, f"{len(parts) - len(kept)} smaller ones")]


def _same(one: Any, other: Any) -> bool:
    return isinstance(one, int | float) and isinstance(other, int | float) and one == other


def _converted(part: _Part, value: Any) -> _Part:
    """The same number of another type: a name alone then shows the unit, if either has one."""
    if (
        part.leaves == 1
        and type(value) not in (int, float, bool)
        and part.numbers == number(part.value)
    ):
        return part._replace(value=value, numbers=number(value))
    return part._replace(value=value)


def _without_minus(node: ast.expr) -> ast.expr | None:
    """The expression without the minus sign that it begins with; None if it has none."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return node.operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        left = _without_minus(node.left)
        return ast.BinOp(left, node.op, node.right) if left else None
    return None


def _short(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 40 else "…"


def _shown_path(function: Any) -> str:
    path = Path(function.__code__.co_filename)
    if function.__module__.startswith("<"):  # a snippet
        return f"{path.parent.name}/{path.name}"
    folders = function.__module__.split(".")
    return "/".join([*(folders if path.stem == "__init__" else folders[:-1]), path.name])


def _defaults(function: Any) -> dict[str, Any]:
    parameters = inspect.signature(function).parameters.values()
    return {each.name: each.default for each in parameters if each.default is not each.empty}


@lru_cache(maxsize=128)
def _functions(source: str) -> dict[int, ast.FunctionDef]:
    """The functions of a module by their first line, decorators included."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return {min([each.lineno, *(d.lineno for d in each.decorator_list)]): each for each in found}
