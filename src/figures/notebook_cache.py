"""Keeps the result of running a notebook, under a key of everything that can change it."""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import MethodType
from typing import Any

from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc


def key(notebook: Path, folders: Iterable[Path], files: Iterable[Path]) -> str:
    """A digest of the notebook, of all files in the folders, of the files, and of this Python."""
    digest = hashlib.sha256(sys.version.encode())
    inside = [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]
    for path in (notebook, *inside, *files):
        digest.update(f"\0{path.as_posix()}\0".encode())
        digest.update(path.read_bytes() if path.is_file() else b"absent")
    return digest.hexdigest()


def keep(page: Page, stored: Path) -> None:
    """Let the page's rendering be read from `stored`, or run it and store it there.

    Call it after mkdocs-jupyter has put its own rendering on the page.
    """
    render: Callable[..., Any] = page.render

    def render_once(self: Page, config: Any, files: Any) -> None:
        if stored.is_file():
            kept = json.loads(stored.read_text(encoding="utf-8"))
            self.content, self.title = kept["content"], kept["title"]
            self.toc = get_toc(kept["toc"])
            return
        render(config, files)
        toc = [_token(item) for item in self.toc]
        result = {"content": self.content, "title": self.title, "toc": toc}
        stored.parent.mkdir(parents=True, exist_ok=True)
        for old in stored.parent.glob(f"{stored.name.partition('-')[0]}-*.json"):
            old.unlink()
        stored.write_text(json.dumps(result), encoding="utf-8")

    page.render = MethodType(render_once, page)  # type: ignore[method-assign]


def _token(item: Any) -> dict[str, Any]:
    return {
        "level": item.level,
        "id": item.id,
        "name": item.title,
        "children": [_token(child) for child in item.children],
    }
