"""Keeps what programs and notebooks printed, under a key of everything that can change it."""

import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import MethodType
from typing import Any

import nbformat
from mkdocs.exceptions import BuildError
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from nbclient.exceptions import CellExecutionError

from figures.cells import run_cells


def digest_of(*parts: bytes) -> str:
    """A short digest of these bytes."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()[:32]


def key(inputs: Iterable[Path]) -> str:
    """A digest of this Python, and of the names and contents of these files and folders."""
    parts = [sys.version.encode()]
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


def keep_page(
    folder: Path, page: Page, dress: Callable[[str, Any], str], *, run_here: bool
) -> None:
    """Let a notebook's page be kept from an earlier run, or run the notebook and keep it.

    Call it after mkdocs-jupyter has put its own rendering on the page.

    Args:
        folder: where to keep it.
        page: of the notebook.
        dress: turns the HTML of the rendering, with the site's files, into that of the page.
        run_here: run the cells in this process; mkdocs-jupyter then only renders.
    """
    render: Callable[..., Any] = page.render
    notebook = Path(page.file.abs_src_path or "").read_bytes()

    def render_once(self: Page, config: Any, files: Any) -> None:
        pages = " ".join(sorted(file.src_uri for file in files))  # links depend on them
        stored = folder / f"notebook-{digest_of(notebook, pages.encode())}.json"
        if not stored.is_file():
            try:
                if run_here:
                    _render_cells_run_here(page, lambda: render(config, files))
                else:
                    render(config, files)
            except CellExecutionError as error:
                cell = str(error).partition("------------------\n")[2].partition("\n---")[0]
                message = f"{self.file.src_uri}: a cell failed: {error.ename}: {error.evalue}"
                raise BuildError(f"{message}\n\n{cell}") from None
            toc = [_token(item) for item in self.toc]
            content = dress(self.content or "", files)
            folder.mkdir(parents=True, exist_ok=True)
            kept = {"content": content, "title": self.title, "toc": toc}
            stored.write_text(json.dumps(kept), encoding="utf-8")
        kept = json.loads(stored.read_text(encoding="utf-8"))
        self.content, self.title, self.toc = kept["content"], kept["title"], get_toc(kept["toc"])

    page.render = MethodType(render_once, page)  # type: ignore[method-assign]


def _render_cells_run_here(page: Page, render: Callable[[], Any]) -> None:
    path = Path(page.file.abs_src_path or "")
    with tempfile.TemporaryDirectory() as folder:
        ran = Path(folder) / path.name
        nbformat.write(run_cells(path), ran)
        page.file.abs_src_path = str(ran)
        try:
            render()
        finally:
            page.file.abs_src_path = str(path)


def _token(item: Any) -> dict[str, Any]:
    children = [_token(child) for child in item.children]
    return {"level": item.level, "id": item.id, "name": item.title, "children": children}
