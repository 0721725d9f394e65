"""Checks that what a page includes with --8<-- is there, before Markdown stumbles over it."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from figures.expressions import near

_INCLUDE = re.compile(
    r'^[ \t>]*--8<-- "(?P<path>[^":]+)(?::(?P<section>\w+))?"[ \t]*$', re.MULTILINE
)


def missing_includes(path: Path, folders: Iterable[Path]) -> Iterator[str]:
    """A line for each file or section that a page includes and that is not in the folders."""
    folders = list(folders)
    text = path.read_text(encoding="utf-8")
    for match in _INCLUDE.finditer(text):
        place = f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
        files = [folder / match["path"] for folder in folders]
        file = next((each for each in files if each.is_file()), None)
        if file is None:
            known = [
                each.relative_to(folder).as_posix()
                for folder in folders
                for each in sorted(folder.rglob("*.py"))
            ]
            hint = near(match["path"], known)
            yield f"{place}: there is no file {match['path']!r} to include{hint}"
        elif match["section"]:
            sections = re.findall(r"--8<-- \[start:(\w+)\]", file.read_text(encoding="utf-8"))
            if match["section"] not in sections:
                hint = near(match["section"], sections)
                yield f"{place}: {file} has no section {match['section']!r}{hint}"
