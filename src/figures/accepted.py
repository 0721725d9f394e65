"""The accepted figures: one text file a page, and how a built site differs from them."""

import os
import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag

from figures.marks import FIGURE_CLASS
from figures.record import Figure, origin_of, text_of

Pages = Mapping[str, list[Figure]]


class Drift(NamedTuple):
    """A figure that differs from what was accepted; `old` or `new` is None if there is none."""

    page: str
    heading: str
    origin: str
    old: str | None
    new: str | None


def read_accepted(folder: Path) -> dict[str, list[Figure]]:
    """The figures agreed to, by page."""
    pages = {}
    for path in sorted(folder.rglob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        figures = [Figure(*line.split(" = ", 1)) for line in lines]
        pages[path.relative_to(folder).with_suffix("").as_posix()] = figures
    return pages


def write_accepted(folder: Path, pages: Pages) -> None:
    """Agree to these figures: one file a page, none for pages without figures."""
    for path in folder.rglob("*.txt"):
        if path.relative_to(folder).with_suffix("").as_posix() not in pages:
            path.unlink()
    for page, figures in pages.items():
        path = folder / f"{page}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{figure.line()}\n" for figure in figures)
        path.write_text(text, encoding="utf-8")


def drifts(built: Pages, accepted: Pages) -> list[Drift]:
    """All differences, page by page, in the order of the page."""
    found: list[Drift] = []
    for page in sorted({*built, *accepted}):
        found += _page_drifts(page, built.get(page, []), accepted.get(page, []))
    return found


def _page_drifts(page: str, built: list[Figure], accepted: list[Figure]) -> Iterable[Drift]:
    old_lines = [(figure.origin, figure.shown) for figure in accepted]
    new_lines = [(figure.origin, figure.shown) for figure in built]
    matcher = SequenceMatcher(None, old_lines, new_lines, autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag == "equal":
            continue
        waiting = accepted[old_from:old_to]
        for figure in built[new_from:new_to]:
            old = _predecessor(figure, waiting)
            if old:
                waiting.remove(old)
            old_shown = old.shown if old else None
            yield Drift(page, figure.heading, figure.origin, old_shown, figure.shown)
        for figure in waiting:
            yield Drift(page, "", figure.origin, figure.shown, None)


def _predecessor(figure: Figure, candidates: list[Figure]) -> Figure | None:
    """What a figure was before: of the same origin, and alike but for numbers if it has lines."""
    alike = [each for each in candidates if each.origin == figure.origin]
    same_words = [each for each in alike if _words(each.shown) == _words(figure.shown)]
    is_field = ":" in figure.origin or "." in figure.origin
    return next(iter(same_words or (alike if is_field else [])), None)


def report(found: list[Drift], built: Pages, last_line: str) -> str:
    """The drifts as text: page and heading, origin, old and new, how far, and where else.

    Args:
        found: what `drifts` found.
        built: the figures of all pages.
        last_line: what can be done, or was done, about it.
    """
    lines = [f"{len(found)} figures differ from those accepted:"]
    place = None
    for drift in found:
        if place != (drift.page, drift.heading):
            place = (drift.page, drift.heading)
            lines.append(f"\n  {drift.page}" + (f" · {drift.heading}" if drift.heading else ""))
        lines.append(f"    {drift.origin}: {_change(drift)}{_elsewhere(drift, built)}")
    lines.append(f"\n{last_line}")
    return "\n".join(lines)


def _change(drift: Drift) -> str:
    if drift.old is None:
        return f"new, {drift.new}"
    if drift.new is None:
        return f"{drift.old} → gone"
    old, new = _differing(drift.old, drift.new)
    return f"{old} → {new}{_percent(drift.old, drift.new)}"


def _differing(old: str, new: str, context: int = 25) -> tuple[str, str]:
    """Two long lines without most of what they share at their beginnings and ends."""
    if max(len(old), len(new)) < 4 * context:
        return old, new
    before = len(os.path.commonprefix([old, new]))  # noqa: RUF071 (characters are meant)
    turned = [text[before:][::-1] for text in (old, new)]
    after = len(os.path.commonprefix(turned))  # noqa: RUF071
    begin, end = max(0, before - context), max(0, after - context)

    def cut(text: str) -> str:
        middle = text[begin : len(text) - end]
        return ("…" if begin else "") + middle + ("…" if end else "")

    return cut(old), cut(new)


_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


def _words(shown: str) -> str:
    return " ".join(_NUMBER.sub("#", shown).split())


def _percent(old: str, new: str) -> str:
    """How far the first number that differs has moved, if all else is the same."""
    if _words(old) != _words(new):
        return ""
    for before, after in zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=True):
        a, b = (float(number.replace(",", "")) for number in (before, after))
        if a != b:
            return f" ({(b - a) / abs(a):+.1%})" if a else ""
    return ""


def _elsewhere(drift: Drift, built: Pages) -> str:
    pages = [
        page
        for page, figures in built.items()
        if page != drift.page and any(figure.origin == drift.origin for figure in figures)
    ]
    return f"   also on {', '.join(pages)}" if pages else ""


def mark_drifts(site: Path, found: list[Drift]) -> None:
    """Show on the built pages which figures drifted, and what was accepted."""
    for page in {drift.page for drift in found}:
        paths = [site / f"{page}.html", site / page / "index.html"]
        path = next((each for each in paths if each.is_file()), None)
        if path is None:
            continue
        soup = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        drifted = [drift for drift in found if drift.page == page]
        for element in soup.find_all("data", class_=FIGURE_CLASS):
            here = (origin_of(element), text_of(element))
            _mark(element, [drift for drift in drifted if (drift.origin, drift.new) == here])
        for element in soup.find_all(True, attrs={"data-program": True}):
            program = element["data-program"]
            _mark(element, [drift for drift in drifted if drift.origin == program])
        path.write_text(str(soup), encoding="utf-8")


def _mark(element: Tag, drifted: list[Drift]) -> None:
    if drifted:
        element["class"] = f"{' '.join(element.get('class') or [])} drifted"
        accepted = dict.fromkeys(drift.old or "nothing" for drift in drifted)
        element["data-accepted"] = "\n".join(accepted)
