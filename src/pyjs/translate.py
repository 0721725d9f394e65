"""Translates the definitions that some exported names need into one JavaScript module."""

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pyjs.literals import literal
from pyjs.program import Definition, Module, Program
from pyjs.resources import declared
from pyjs.runtime import methods, runtime
from pyjs.statements import Statements


def translate(
    folder: Path, exports: Iterable[str], resources: Mapping[str, Any] | None = None
) -> str:
    """One JavaScript module that has these names of a program, and what they need.

    The module exports `call`, `get`, `format`, `text` and others, for pages without arithmetic.
    A name is called by its last part: `call("training_bill", [model, 8n, 2048n, 12n])`.

    Args:
        folder: holds the packages of the program. All other modules are of the standard library,
            and come from the runtime as far as it has them.
        exports: names with their modules, as in "gpumath.training_bill".
        resources: data files that the program reads, parsed, by their path from the folder.

    >>> import gpumath
    >>> folder = Path(gpumath.__file__).parents[1]
    >>> module = translate(folder, ["gpumath.speed.compute.inference_flop_per_token"])
    >>> "training_flop_per_token" in module
    False

    Raises:
        UnsupportedError: Python that cannot be translated, with its file and line.
        ValueError: an export that the program does not define.
    """
    program = Program(folder)
    found = {name.rpartition(".")[2]: _exported(program, name) for name in exports}
    written = _written(program, found.values())
    modules = program.in_order({each.module for each in written})
    parts = [written[each] for module in modules for each in _in_order(module) if each in written]
    _check_attributes(program, [writer for writer, _ in parts])
    texts = {text for writer, _ in parts for text in writer.texts}
    entries = (
        f"exported.set({literal(name)}, () => {_name(program, each)});\n"
        for name, each in found.items()
    )
    return "".join(
        [
            runtime(),
            declared(resources or {}, texts),
            *(text for _, text in parts),
            *entries,
        ]
    )


def _exported(program: Program, name: str) -> Definition:
    module, _, attribute = name.rpartition(".")
    found = program.attribute(module, attribute) if program.module(module) else None
    if not isinstance(found, Definition):
        raise ValueError(f"the program defines no {name}")
    return found


def _written(
    program: Program, roots: Iterable[Definition]
) -> dict[Definition, tuple[Statements, str]]:
    """The JavaScript of each definition that is needed, and who wrote it."""
    written: dict[Definition, tuple[Statements, str]] = {}
    waiting = list(roots)
    while waiting:
        while waiting:
            each = waiting.pop()
            if each not in written:
                written[each] = _write(program, each)
                waiting += written[each][0].needs
        # All subclasses are asked for, so all count that a module in use defines.
        if any("__subclasses__" in writer.attributes for writer, _ in written.values()):
            modules = (program.module(name) for name in {each.module for each in written})
            waiting = [
                Definition(module.name, name)
                for module in modules
                if module
                for name, node in module.definitions.items()
                if isinstance(node, ast.ClassDef) and Definition(module.name, name) not in written
            ]
    return written


def _write(program: Program, each: Definition) -> tuple[Statements, str]:
    module = _module(program, each)
    writer = Statements(program, module)
    text = writer.definition(module.definitions[each.name])
    writer.needs.discard(each)
    return writer, text


def _check_attributes(program: Program, writers: list[Statements]) -> None:
    """Refuse an attribute that no class of the program and no type of the runtime has."""
    known = program.attributes() | methods()
    for writer in writers:
        for name, node in writer.attributes.items():
            if name not in known:
                writer.refuse(node, f"the attribute {name}")


def _in_order(module: Module) -> list[Definition]:
    return [Definition(module.name, name) for name in module.definitions]


def _module(program: Program, each: Definition) -> Module:
    module = program.module(each.module)
    if not module:
        raise ValueError(f"the program has no module {each.module}")
    return module


def _name(program: Program, each: Definition) -> str:
    return f"{each.name}${_module(program, each).number}"
