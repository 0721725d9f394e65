"""Makes Python read packages anew: their sources may have changed, or a program changed them."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path


def forget(packages: Iterable[str]) -> None:
    """Let the next import of these packages run their modules again."""
    names = set(packages)
    for name in [name for name in sys.modules if name.split(".")[0] in names]:
        del sys.modules[name]


def forget_compiled(packages: Iterable[str]) -> None:
    """Let the next import of these packages also read their sources.

    Python takes compiled code for fresh if the source has the same size and was saved in the same
    second, so compiled code goes, and none is written. (Notebooks run in processes of their own,
    which inherit that through the environment.)
    """
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    importlib.invalidate_caches()
    for package in packages:
        spec = importlib.util.find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or []:
            for compiled in Path(folder).rglob("__pycache__"):
                shutil.rmtree(compiled)
