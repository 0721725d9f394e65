"""The fences: ```python exec="on" runs a program, ```mermaid shows a diagram."""

import contextlib
import io
import traceback
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from markdown_exec import InsertHeadings, MarkdownConverter, base_format, code_block
from pymdownx import superfences

from figures.fields import FiguresExtension
from figures.forget import forget
from figures.kept import keep_output
from figures.limit import limit
from figures.marks import ERROR_CLASS, GENERATED_CLASS
from figures.printed import TELLER, answering, marked, teller, telling


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
    """Run a program and write its output, and its source if the page asks for it.

    The output is marked with the program's id, so that the record of figures knows it. A program
    that fails, ends the interpreter, or prints nothing becomes a mark that fails the build.
    markdown-exec by itself would publish the traceback, and let ``sys.exit()`` end the build with
    success.

    Options of the fence: ``id`` (required), ``source`` ("above" or "below"), ``result`` (the
    language of a code block), ``html``, and ``silent="on"`` for a program without output.
    """
    program, shown = options["id"], options["source"]
    extra = options.get("extra", {})
    silent = extra.pop("silent", "off") == "on"
    if not program:
        return _error('exec="on"', "a program on a page needs an id, to name it when it fails")
    if " = " in program:
        return _error(f'id="{program}"', f"an id may not hold ' = ', as {program!r} does")
    if shown not in ("", "above", "below"):
        return _error(f'id="{program}"', f'source must be "above" or "below", not {shown!r}')
    settings = _settings(md)
    file = Path(settings.getConfig("snippets")) / f"{program}.py"
    place = f"{file.parent.name}/{file.name}"
    as_text = not options["html"] and options["result"] in ("", "text")
    asked = settings.getConfig("asked") and _is_whole(source, file)
    tell = teller(place, settings.getConfig("packages"))
    try:
        output = _output(source, program, settings, tell if asked and as_text else None)
    except _ProgramError as failure:
        return _error(f'id="{program}"', str(failure))
    if bool(output.strip()) == silent:
        told = "printed something, but is marked as silent" if silent else "printed nothing"
        return _error(f'id="{program}"', f"program {program!r} {told}")
    rendered = {**options, "source": ""}
    shown_output = base_format(
        language=language, run=lambda *_, **__: output, code="", md=md, **rendered
    )
    html = marked(str(shown_output))
    if asked:
        html = answering(html, (place, 1))
    parts = [f'<div class="{GENERATED_CLASS}" data-program="{escape(program)}">{html}</div>']
    if shown:
        listing = MarkdownConverter(md).convert(code_block(language, source, **extra))
        parts.insert(0 if shown == "above" else 1, str(listing))
    whole = "".join(parts)
    if InsertHeadings.name in md.treeprocessors:  # it knows the headings by the HTML around them
        headings = md.treeprocessors[InsertHeadings.name].headings
        headings[whole] = headings.pop(shown_output, [])
    return whole


def _is_whole(source: str, file: Path) -> bool:
    """Whether a program is that file, so that its lines are the file's."""
    return file.is_file() and source.strip() == file.read_text(encoding="utf-8").strip()


def _settings(md: Any) -> FiguresExtension:
    """The figures extension as the site configures it."""
    extensions = (each for each in md.registeredExtensions if isinstance(each, FiguresExtension))
    return next(extensions, None) or FiguresExtension()


def _output(
    source: str, program: str, settings: FiguresExtension, tell: Callable[..., str] | None
) -> str:
    """Run the program, or take its output from before; `tell` lets its figures be asked."""

    def run() -> str:
        forget(settings.getConfig("packages"))
        with limit(settings.getConfig("seconds")):
            return _run(source, program, tell)

    folder = settings.getConfig("kept")
    return keep_output(Path(folder), f"{program} {bool(tell)}\n{source}", run) if folder else run()


class _ProgramError(Exception):
    """A program on a page did not run to its end."""


def _run(code: str, program: str, tell: Callable[..., str] | None) -> str:
    """The whole of what a program prints, also from inside what it imports."""
    name = f"<program {program}>"
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            tree = telling(code) if tell else code
            exec(compile(tree, name, "exec"), {"__name__": name, TELLER: tell})  # noqa: S102
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        lines = [
            at.lineno for at in traceback.extract_tb(error.__traceback__) if at.filename == name
        ]
        line = lines[-1] if lines else getattr(error, "lineno", None)
        where = f", line {line}" if line else ""
        raise _ProgramError(
            f"program {program!r}{where}: {type(error).__name__}: {error}"
        ) from error
    return output.getvalue()


def _error(text: str, message: str) -> str:
    return f'<mark class="{ERROR_CLASS}" data-field="{escape(text)}">{escape(message)}</mark>'
