"""Which names a function, class or comprehension has of its own, and their JavaScript."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

_RESERVED = frozenset(
    """
    arguments await break case catch class const continue debugger default delete do else enum
    eval export extends false finally for function if implements import in Infinity instanceof
    interface let NaN new null package private protected public return static super switch this
    throw true try typeof undefined var void while with yield
    """.split()  # noqa: SIM905 - easier to read than a list
)

Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp
Function = ast.FunctionDef | ast.Lambda


def local(name: str) -> str:
    """The JavaScript name of a local variable; no name of Python has a dollar sign.

    >>> local("default"), local("count")
    ('default$', 'count')
    """
    return f"{name}$" if name in _RESERVED else name


@dataclass
class Scope:
    """A scope of Python, which is a function in JavaScript too.

    Args:
        kind: a class's names are seen in its body only, not in its methods.
        names: that are bound here.
        parent: None at the top of a module.
        qualified: its name for messages, with a dot at the end.
        function: the node of a function, for `super()`.
    """

    kind: Literal["module", "function", "class", "comprehension"]
    names: frozenset[str]
    parent: "Scope | None" = None
    qualified: str = ""
    function: ast.FunctionDef | None = None
    temporaries: int = field(default=0, init=False)

    def temporary(self) -> str:
        """A new variable for a value that is needed twice."""
        self.temporaries += 1
        return f"${self.temporaries}"

    def declaration(self, names: Iterable[str] = ()) -> str:
        """The statement that declares such variables, and the given names before them."""
        declared = [*map(local, names), *(f"${n + 1}" for n in range(self.temporaries))]
        return f"let {', '.join(declared)};\n" if declared else ""

    def variable(self, name: str) -> str | None:
        """What a local name is in JavaScript, seen from here; None if it is not local."""
        scope: Scope | None = self
        while scope and scope.kind != "module":
            if name in scope.names:
                if scope.kind != "class":
                    return local(name)
                if scope is self:
                    return f"$ns.{name}"
            scope = scope.parent
        return None

    @property
    def at_top(self) -> bool:
        """Whether this is the top of a module."""
        return self.kind == "module"


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """All parameters in the order in which the translated function takes them."""
    rest = [arguments.vararg] if arguments.vararg else []
    others = [arguments.kwarg] if arguments.kwarg else []
    return [*arguments.posonlyargs, *arguments.args, *rest, *arguments.kwonlyargs, *others]


def bound(nodes: Iterable[ast.AST]) -> dict[str, None]:
    r"""Names that these statements bind in their own scope, in order; not in scopes inside it.

    >>> list(bound(ast.parse("a = [b for b in c if (d := b)]\nfor e, f in a: pass").body))
    ['d', 'a', 'e', 'f']
    """
    return dict.fromkeys(name for node in nodes for name in _bound(node))


def declared_outside(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that these statements declare nonlocal."""
    found = (each for node in nodes for each in own_nodes(node))
    return {name for each in found if isinstance(each, ast.Nonlocal) for name in each.names}


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all nodes in it, but not what is inside of functions and classes in it."""
    yield node
    if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
        for child in ast.iter_child_nodes(node):
            yield from own_nodes(child)


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Lambda():
            pass
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            for each in own_nodes(node):
                if isinstance(each, ast.NamedExpr):
                    yield each.target.id
        case ast.Name(id=name, ctx=ast.Store()):
            yield name
        case ast.Assign() | ast.NamedExpr():  # the value comes first
            for child in reversed(list(ast.iter_child_nodes(node))):
                yield from _bound(child)
        case _:
            if isinstance(node, ast.ExceptHandler) and node.name:
                yield node.name
            for child in ast.iter_child_nodes(node):
                yield from _bound(child)
