"""Keeps what programs and notebooks printed, under a key of everything that can change it."""

import hashlib
import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path


def digest_of(*parts: bytes) -> str:
    """A short digest of these bytes."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()[:32]


def key(inputs: Iterable[Path], settings: str = "") -> str:
    """A digest of this Python, some settings, and the names and contents of files and folders."""
    parts = [sys.version.encode(), settings.encode()]
    for path in inputs:
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in inside:
            if file.is_file() and "__pycache__" not in file.parts:
                parts += [file.as_posix().encode(), file.read_bytes()]
    return digest_of(*parts)


def keep_only(folder: Path) -> None:
    """Remove what was kept under other keys."""
    for other in folder.parent.iterdir() if folder.parent.is_dir() else []:
        if other != folder:
            shutil.rmtree(other)


def keep_output(folder: Path, source: str, run: Callable[[], str]) -> str:
    """The output of a program, kept from an earlier run or from this one."""
    stored = folder / f"program-{digest_of(source.encode())}.txt"
    if stored.is_file():
        return stored.read_text(encoding="utf-8")
    output = run()
    folder.mkdir(parents=True, exist_ok=True)
    stored.write_text(output, encoding="utf-8")
    return output
