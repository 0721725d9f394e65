"""The titles of pages, read from their Markdown."""

import re
from pathlib import Path


def title_of(path: Path) -> str:
    """The first heading of a page; the name of its file if it has none."""
    found = re.search("^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else path.stem
