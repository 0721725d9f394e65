"""The list of every figure: ``[FIGURES]``, as a paragraph of its own on one page of the site.

It is filled when all pages are built: for each program that computes figures, what is asked of it,
the value in full, how that is printed, on which pages, and the way to the code.
"""

from collections import defaultdict
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from mkdocs.utils import get_relative_url

from figures.answers import Answer, Link
from figures.marks import GENERATED_CLASS
from figures.source_pages import FOLDER

MARKER = "<p>[FIGURES]</p>"


class Printed(NamedTuple):
    """What a page prints.

    Args:
        title: of the page.
        url: of the page, from the site's root.
        figures: what each shows, and what it answers.
    """

    title: str
    url: str
    figures: tuple[tuple[str, Answer], ...]


def fill_list(site: Path, printed: Sequence[Printed]) -> None:
    """Fill the list on the page that has the marker, if one has it."""
    for path in sorted(site.rglob("index.html")):
        address = path.parent.relative_to(site).as_posix()
        if address.startswith(FOLDER):
            continue
        html = path.read_text(encoding="utf-8")
        if MARKER in html:
            path.write_text(html.replace(MARKER, _list(printed, f"{address}/")), encoding="utf-8")


def _list(printed: Sequence[Printed], here: str) -> str:
    """All figures by the file of their code."""
    link = Link(get_relative_url(FOLDER, here))
    rows: dict[str, dict[Answer, dict[str, dict[Printed, None]]]] = defaultdict(dict)
    for page in printed:
        for shown, answer in page.figures:
            file = answer.places[0][0]
            shown_on = rows[file].setdefault(answer, {}).setdefault(shown, {})
            shown_on[page] = None
    distinct = sum(len(answers) for answers in rows.values())
    times = sum(len(page.figures) for page in printed)
    parts = [
        f'<p class="{GENERATED_CLASS}">{distinct:,} figures, printed {times:,} times, '
        f"on {len(printed)} pages.</p>"
    ]
    for file, answers in sorted(rows.items()):
        entries = "".join(_entry(answer, shown, link, here) for answer, shown in answers.items())
        parts.append(
            f'<details class="every-figure {GENERATED_CLASS}"><summary>{escape(Path(file).name)}: '
            f"{len(answers)}</summary><ul>{entries}</ul></details>"
        )
    return "\n".join(parts)


def _entry(answer: Answer, shown: dict[str, dict[Printed, None]], link: Link, here: str) -> str:
    path, line = answer.places[0]
    name = f"<code>{escape(answer.name)}</code>" if answer.name else "drawn"
    printed = "; ".join(
        f"{escape(text)} on {', '.join(_page(page, here) for page in pages)}"
        for text, pages in shown.items()
    )
    code = f'<a href="{escape(link.to(path, line))}">line {line}</a>'
    return f"<li><b>{escape(answer.exact)}</b> {name}, {code}. Printed as {printed}.</li>"


def _page(page: Printed, here: str) -> str:
    return f'<a href="{escape(get_relative_url(page.url, here))}">{escape(page.title)}</a>'
