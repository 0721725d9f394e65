"""The modules of a program, and where a name at the top of one comes from."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from pyjs.errors import UnsupportedError
from pyjs.scopes import bound


class Definition(NamedTuple):
    """A name that a module of the program defines."""

    module: str
    name: str


class Library(NamedTuple):
    """A name of the standard library."""

    module: str
    name: str


@dataclass(frozen=True)
class Module:
    """One module: its statements, and the names that they define or import.

    Args:
        name: with dots.
        file: where it is.
        number: tells its names in JavaScript from those of other modules.
    """

    name: str
    file: Path
    number: int

    @cached_property
    def tree(self) -> ast.Module:
        """What the file says."""
        return ast.parse(self.file.read_text(encoding="utf-8"))

    @cached_property
    def definitions(self) -> dict[str, ast.stmt]:
        """The statement that defines each name.

        Raises:
            UnsupportedError: a name that is defined twice, or a statement that does more.
        """
        found: dict[str, ast.stmt] = {}
        for statement in self.tree.body:
            if isinstance(statement, ast.Import | ast.ImportFrom) or is_docstring(statement):
                continue
            kinds = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
            if not isinstance(statement, kinds):
                what = f"{type(statement).__name__} at the top of a module"
                raise UnsupportedError(self.file, statement, what)
            for name in bound([statement]):
                if name in found:
                    raise UnsupportedError(self.file, statement, f"defining {name} again")
                found[name] = statement
        return found

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Names of attributes that its classes define, and that their methods assign."""
        classes = [each for each in ast.walk(self.tree) if isinstance(each, ast.ClassDef)]
        assigned = (
            each.attr
            for each in ast.walk(self.tree)
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
        )
        return frozenset([*assigned, *(name for each in classes for name in bound(each.body))])

    @cached_property
    def imported(self) -> dict[str, tuple[str, str | None]]:
        """The module and the name in it that each imported name stands for; None for a module."""
        found: dict[str, tuple[str, str | None]] = {}
        for statement in self.tree.body:
            if isinstance(statement, ast.Import):
                for alias in statement.names:
                    if "." in alias.name and not alias.asname:
                        raise UnsupportedError(self.file, statement, f"import {alias.name}")
                    found[alias.asname or alias.name] = (alias.name, None)
            elif isinstance(statement, ast.ImportFrom) and statement.module != "__future__":
                if statement.level or not statement.module:
                    raise UnsupportedError(self.file, statement, "a relative import")
                for alias in statement.names:
                    found[alias.asname or alias.name] = (statement.module, alias.name)
        return found


class Program:
    """All modules below a folder, read when they are needed.

    Args:
        folder: holds the packages of the program; a module that is not in it is of the library.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._modules: dict[str, Module | None] = {}

    def module(self, name: str) -> Module | None:
        """The module of that name; None if the program has none."""
        if name not in self._modules:
            path = self.folder.joinpath(*name.split("."))
            file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            number = len(self._modules)
            self._modules[name] = Module(name, file, number) if file.is_file() else None
        return self._modules[name]

    def resolve(self, module: Module, name: str) -> Definition | Library | str | None:
        """What a name at the top of a module stands for.

        Returns:
            where it is defined, the name of a module, or None if the module does not know it.
        """
        if name in module.definitions:
            return Definition(module.name, name)
        if name not in module.imported:
            return None
        source, attribute = module.imported[name]
        return source if attribute is None else self.attribute(source, attribute)

    def attribute(self, source: str, name: str) -> Definition | Library | str | None:
        """What `source.name` stands for, where `source` is a module; as for `resolve`."""
        module = self.module(source)
        if not module:
            return Library(source, name)
        # A package's own name goes before a module in it that is called the same.
        if found := self.resolve(module, name):
            return found
        return f"{source}.{name}" if self.module(f"{source}.{name}") else None

    def attributes(self) -> frozenset[str]:
        """Names of attributes that classes of the modules read so far have."""
        modules = [module for module in self._modules.values() if module]
        return frozenset().union(*(module.attributes for module in modules))

    def in_order(self, needed: set[str]) -> Iterator[Module]:
        """The modules of these names, each after all that it imports."""
        seen: set[str] = set()

        def visit(name: str) -> Iterator[Module]:
            module = self.module(name)
            if name in seen or not module:
                return
            seen.add(name)
            for source, attribute in module.imported.values():
                yield from visit(source)
                if attribute:
                    yield from visit(f"{source}.{attribute}")
            if name in needed:
                yield module

        for name in sorted(needed):
            yield from visit(name)


def is_docstring(statement: ast.stmt) -> bool:
    """Whether a statement is a text by itself."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
