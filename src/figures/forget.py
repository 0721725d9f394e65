"""Makes Python read packages anew: their sources may have changed, or a program changed them."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any


def forget(packages: Iterable[str]) -> None:
    """Let the next import of these packages run their modules again."""
    names = set(packages)
    for name in [name for name in sys.modules if name.split(".")[0] in names]:
        del sys.modules[name]


def forget_compiled(packages: Iterable[str]) -> None:
    """Let the next import of these packages also read their sources.

    Python takes compiled code for fresh if the source has the same size and was saved in the same
    second, so compiled code goes, and none is written. (Notebooks run in processes of their own,
    which inherit that through the environment.) It is kept in memory instead, by its source.
    """
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    importlib.invalidate_caches()
    SourceFileLoader.source_to_code = _compiled  # type: ignore[method-assign, assignment]
    for package in packages:
        spec = importlib.util.find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or []:
            for compiled in Path(folder).rglob("__pycache__"):
                shutil.rmtree(compiled)


_compile = SourceFileLoader.source_to_code
_kept: dict[tuple[str, bytes], Any] = {}


def _compiled(self: SourceFileLoader, data: Any, path: Any, **options: Any) -> Any:
    """Code of a source that was compiled before: each program imports the same sources anew."""
    key = str(path), bytes(data)
    if key not in _kept:
        _kept[key] = _compile(self, data, path, **options)
    return _kept[key]
