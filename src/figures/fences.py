"""The fences: ```python exec="on" runs a program, ```mermaid shows a diagram."""

import contextlib
import io
import traceback
from html import escape
from typing import Any

from markdown_exec import base_format
from pymdownx import superfences

from figures.marks import ERROR_CLASS


def fence_mermaid_custom(*args: Any, **kwargs: Any) -> str:
    """Write the diagram's source, escaped, as ``<pre class="mermaid"><code>``.

    mermaid2 looks for a fence function of this very name before it serves the library and leaves
    the drawing to the theme. Its own function of that name does not escape, so that ``<br>`` in a
    label would be lost.
    """
    return str(superfences.fence_code_format(*args, **kwargs))


def python(
    source: str, language: str, css_class: str, options: dict[str, Any], md: Any, **_: Any
) -> str:
    """Run a program and write its output, its source, or both, as markdown-exec does.

    A program that fails, or ends the interpreter, becomes a mark that fails the build.
    markdown-exec by itself would publish the traceback, and let ``sys.exit()`` end the build with
    success.
    """
    if not options["id"]:
        return _error('exec="on"', "a program on a page needs an id, to name it when it fails")
    try:
        return str(base_format(language=language, run=_run, code=source, md=md, **options))
    except _ProgramError as failure:
        return _error(f'id="{options["id"]}"', str(failure))


class _ProgramError(Exception):
    """A program on a page did not run to its end."""


def _run(code: str, *, id: str, **_: Any) -> str:
    """The whole of what a program prints, also from inside what it imports."""
    name = f"<program {id}>"
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            exec(compile(code, name, "exec"), {"__name__": name})  # noqa: S102
    except (Exception, SystemExit) as error:
        lines = [
            at.lineno for at in traceback.extract_tb(error.__traceback__) if at.filename == name
        ]
        line = lines[-1] if lines else getattr(error, "lineno", None)
        where = f", line {line}" if line else ""
        raise _ProgramError(f"program {id!r}{where}: {type(error).__name__}: {error}") from error
    return output.getvalue()


def _error(text: str, message: str) -> str:
    return f'<mark class="{ERROR_CLASS}" data-field="{escape(text)}">{escape(message)}</mark>'
