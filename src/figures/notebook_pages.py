"""Runs the notebook of a page only if something that can change its outputs has changed."""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import MethodType
from typing import Any

import nbformat
from mkdocs.exceptions import BuildError
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from nbclient.exceptions import CellExecutionError

from figures.cells import run_cells
from figures.kept import digest_of
from figures.limit import TooLongError, limit
from figures.notebooks import plain


def keep_page(folder: Path, page: Page, *, run_here: bool, seconds: float) -> None:
    """Let a notebook's page be kept from an earlier run, or run the notebook and keep it.

    Call it after mkdocs-jupyter has put its own rendering on the page.

    Args:
        folder: where to keep it.
        page: of the notebook.
        run_here: run the cells in this process; mkdocs-jupyter then only renders.
        seconds: how long that may take.
    """
    render: Callable[..., Any] = page.render
    notebook = Path(page.file.abs_src_path or "").read_bytes()

    def render_once(self: Page, config: Any, files: Any) -> None:
        pages = " ".join(sorted(file.src_uri for file in files))  # links depend on them
        stored = folder / f"notebook-{digest_of(notebook, pages.encode())}.json"
        if not stored.is_file():
            try:
                with limit(seconds):
                    if run_here:
                        _render_cells_run_here(page, lambda: render(config, files))
                    else:
                        render(config, files)
            except TooLongError:
                name = self.file.src_uri
                raise BuildError(f"{name}: this notebook still ran after {seconds} s") from None
            except CellExecutionError as error:
                cell = str(error).partition("------------------\n")[2].partition("\n---")[0]
                message = f"{self.file.src_uri}: a cell failed: {error.ename}: {error.evalue}"
                raise BuildError(f"{message}\n\n{cell}") from None
            toc = [_token(item) for item in self.toc]
            content = plain(self.content or "", page, files)
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
