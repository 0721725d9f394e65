"""What is said of Python that cannot be translated: never silently something else."""

import ast
from pathlib import Path


class UnsupportedError(Exception):
    """A construct that the translation does not know, with its file and line.

    >>> print(UnsupportedError(Path("a.py"), ast.parse("del x").body[0], "del"))
    a.py:1: del is not supported by the translation
    """

    def __init__(self, file: Path, node: ast.AST, what: str) -> None:
        super().__init__(
            f"{file}:{getattr(node, 'lineno', 1)}: {what} is not supported by the translation"
        )
