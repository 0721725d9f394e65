"""Pages that show the source: the code that computed the figures, just as it was at this build."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

FOLDER = "source/"
_PLACE = re.compile(r'<div data-source="([^"]+)"></div>')


def source_pages(folders: Iterable[str], config: MkDocsConfig) -> Iterator[File]:
    """A page for each folder with Python files; search does not find them.

    Args:
        folders: of programs and packages.
        config: of the site.
    """
    for root in (Path(os.path.relpath(name)) for name in folders):
        paths = sorted(root.rglob("*.py"))
        for folder in sorted({path.parent for path in paths}):
            name = folder.relative_to(root.parent).as_posix()
            told = f"The source of {name}, as it was when this site was built."
            places = [
                f'## `{path.name}`\n\n<div data-source="{path.as_posix()}"></div>\n'
                for path in paths
                if path.parent == folder
            ]
            front = f"---\nsearch: {{exclude: true}}\ndescription: {told}\n---\n"
            yield File.generated(
                config,
                f"{FOLDER}{name}/index.md",
                content="\n".join([front, f"# Source: {name}\n", *places]),
                inclusion=InclusionLevel.NOT_IN_NAV,
            )


def with_sources(html: str) -> str:
    """Put the code in its places. Each line has an anchor: the file's stem and its number."""
    return _PLACE.sub(lambda place: _listing(Path(place[1])), html)


def _listing(path: Path) -> str:
    formatter = HtmlFormatter(cssclass="highlight source", linespans=path.stem, wrapcode=True)
    return str(highlight(path.read_text(encoding="utf-8"), PythonLexer(stripnl=False), formatter))
