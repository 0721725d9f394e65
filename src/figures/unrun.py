"""Finds what looks like a program on a page and is not run."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

_RUNNABLE = {
    *("python", "python3", "py", "py3", "pycon", "python-repl", "ipython"),
    *("bash", "sh", "zsh", "shell", "shell-session", "console"),
}

_FENCE = re.compile(
    r"^(?P<indent>[ \t>]*)(?P<fence>```+|~~~+)[ \t]*\{?\s*\.?(?P<language>[\w-]*)"
    r"(?P<options>[^\n]*)\n(?P<body>.*?)^(?P=indent)(?P=fence)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)


def unrun(path: Path) -> Iterator[str]:
    """What looks like a program in a page's source and is not run, a line each."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        yield from _unrun_fences(str(path), text)
        return
    for cell in json.loads(text)["cells"]:
        place = f"{path} cell {cell.get('id', '?')!r}"
        if cell["cell_type"] == "markdown":
            yield from _unrun_fences(place, "".join(cell["source"]))
        elif cell["cell_type"] == "code":
            tags = set(cell.get("metadata", {}).get("tags", []))
            for tag in sorted(tags & {"skip-execution", "raises-exception"}):
                yield f"{place}: the tag {tag!r} would let it be skipped or fail"
            if cell.get("outputs"):
                yield f"{place}: an output is stored; only outputs of the build are published"


def _unrun_fences(path: str, text: str) -> Iterator[str]:
    """The fences of Markdown that look runnable and are neither run nor included.

    A fence that is run and includes one snippet must bear its name as id.
    """
    for match in _FENCE.finditer(text):
        place = f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
        lines = [line.strip(" \t>") for line in match["body"].splitlines() if line.strip()]
        included = [re.fullmatch(r'--8<-- "([^":]+)(:\w+)?"', line) for line in lines]
        runs = re.search(r"""\bexec=["']?(on|yes|true|1)\b""", match["options"])
        if runs and match["language"] == "python":
            name = re.search(r"""\bid=["'](.*?)["']""", match["options"])
            snippet = included[0] and Path(included[0][1]).stem if len(lines) == 1 else None
            if snippet and name and name[1] != snippet:
                yield (
                    f"{place}: the id of a program from {snippet}.py must be {snippet!r}, "
                    f"not {name[1]!r}"
                )
        elif match["language"].lower() in _RUNNABLE and not (included and all(included)):
            yield (
                f"{place}: a {match['language']} fence looks like a program and is not run; write "
                'exec="on" and an id, include a file with --8<--, or call it text'
            )
