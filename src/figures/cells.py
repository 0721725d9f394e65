"""Runs a notebook's cells in this process.

A build runs notebooks in a kernel of their own, as a reader would. That takes seconds; a preview
should not, and neither should a check that runs hundreds of times.
"""

import ast
import contextlib
import io
from pathlib import Path
from typing import Any

import nbformat
from IPython.core.formatters import DisplayFormatter


def run_cells(path: Path) -> nbformat.NotebookNode:
    """The notebook with what its cells print and what their last expressions display.

    Raises:
        Exception: whatever a cell raises.
    """
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    names: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.chdir(path.parent):
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = _run(cell.source, f"<cell {cell.id}>", names)
    return notebook


def _run(source: str, name: str, names: dict[str, Any]) -> list[nbformat.NotebookNode]:
    module = ast.parse(source, name)
    last = module.body.pop() if module.body and isinstance(module.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(module, name, "exec"), names)  # noqa: S102
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), names)  # noqa: S307
    outputs = []
    if printed.getvalue():
        stream = nbformat.v4.new_output("stream", name="stdout", text=printed.getvalue())
        outputs.append(stream)
    if value is not None:
        data, metadata = DisplayFormatter().format(value)
        outputs.append(nbformat.v4.new_output("execute_result", data=data, metadata=metadata))
    return outputs
