"""Finds what looks like a program on a page and is not run."""

import re
from collections.abc import Iterator
from pathlib import Path

_RUNNABLE = {"python", "python3", "py", "pycon", "ipython", "bash", "sh", "shell", "console"}

_FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>```+|~~~+)[ \t]*\{?\.?(?P<language>\w*)(?P<options>[^\n]*)\n"
    r"(?P<body>.*?)^(?P=indent)(?P=fence)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)


def unrun(path: Path) -> Iterator[str]:
    """The fences of a Markdown file that look runnable and are neither run nor included.

    A fence that is run and includes one snippet must bear its name as id.
    """
    text = path.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        place = f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
        lines = [line.strip() for line in match["body"].splitlines() if line.strip()]
        included = [re.fullmatch(r'--8<-- "([^":]+)(:\w+)?"', line) for line in lines]
        runs = re.search(r"""\bexec=["']?(on|yes|true|1)\b""", match["options"])
        if runs and match["language"] in ("python", "py"):
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
