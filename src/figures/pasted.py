"""Finds quantities that were typed by hand where a reader sees them.

A quantity is a number with a unit, a percentage, a ratio, or money. Names that contain digits
(FP16, H100, II.03), years, list numbers and attributes are none. What readers see of a page is
looked at as it was built, without what fields and programs printed; listings, front matter,
snippets and the packages that make text are looked at in their sources.

A quantity that must be typed, as in a quotation, is marked with the reason, in its paragraph:
``<!-- typed: reason -->`` in Markdown, ``# typed: reason`` on the line in Python.
"""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup, Comment, Tag
from bs4.element import NavigableString

from figures.expressions import FIELD
from figures.marks import FIGURE_CLASS, GENERATED_CLASS

_MARK = re.compile(r"typed: (.+)")
_FIGURE = "\ufffc"  # stands for what a field printed


class Typed(NamedTuple):
    """A quantity typed by hand; `reason` says why it may be, if it may."""

    place: str
    text: str
    reason: str | None

    def message(self, printed: Mapping[str, str]) -> str:
        """What is wrong, with the field that prints the same, if one does.

        Args:
            printed: the field's origin by the text that it prints.
        """
        origin = printed.get(_normal(self.text))
        instead = f"; {{{{ {origin} }}}} prints the same" if origin else ""
        return f"{self.place}: {self.text!r} is typed by hand{instead}"


class Finder:
    """Looks for quantities with the units of one site."""

    def __init__(self, units: Iterable[str]) -> None:
        """Name the units, such as GB or tokens."""
        names = set(units)
        words = {name for name in names if re.fullmatch("[a-z]{3,}(/s)?|[A-Z]{3,}s?", name)}
        letters = {name for name in names if len(name) == 1}
        symbols = names - words - letters
        number = r"(?<![\w.,:/#^\u2070-\u209f-])-?\d[\d,.]*(?<![,.])(?:e[+-]?\d+)?"
        many = r"(?: thousand| million| billion| trillion)?"
        ways = [
            rf"{number}{many}[ -]?{_any(symbols)}(?![\w/])",
            rf"{number}{many} {_any(letters)}(?![\w/])",
            rf"(?!(?:19|20)\d\d ){number}{many} {_any(words)}(?![\w/-])",
            rf"{number} ?(?:%|×(?! ?\d)(?! \w+ ×)|x\b(?! ?\d)|percent\b|per cent\b|-fold\b)",
            rf"{number} times (?:as|more|less|the|larger|smaller|faster|slower)\b",
            r"(?:[€£] ?|\$)\d[\d,.]*(?<![,.])(?![\w$])",
            r"(?<![\w.,])\d[\d,.]* ?(?:€|dollars\b|euros\b)",
            rf"{_FIGURE} ?(?:{_any(symbols)}|%|×)(?![\w/])",
        ]
        self._quantity = re.compile("|".join(ways))
        self._unit_alone = re.compile(rf" ?(?:{_any(names)}|%|×)(?![\w/])")

    def in_text(self, text: str) -> Iterator[str]:
        """The typed quantities in a text on one line."""
        text = re.sub(r"\s+", " ", text).replace("\u2011", "-")
        for match in self._quantity.finditer(text):
            if not _NUMBERED.search(text[: match.start()]):
                yield match[0].strip().replace(_FIGURE, "a unit after a figure:")

    def in_page(self, page: BeautifulSoup) -> Iterator[tuple[str, str | None]]:
        """The typed quantities in the content of a built page, with the reason of each."""
        content = page.find("article") or page.find(True, attrs={"role": "main"}) or page
        if not isinstance(content, Tag):
            return
        blocks = [_Block()]
        _read(content, blocks[0], blocks)
        for block in blocks:
            for text in self.in_text("".join(block.parts)):
                yield text, block.reason
            for told in block.told:
                for text in self.in_text(told):
                    yield text, block.reason

    def in_source(self, path: Path) -> list[Typed]:
        """The typed quantities of a source file, but for what is seen on a built page."""
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            return self._in_python(str(path), text)
        if path.suffix == ".ipynb":
            cells = json.loads(text)["cells"]
            code = [cell for cell in cells if cell["cell_type"] == "code"]
            return [
                typed
                for cell in code
                for typed in self._in_python(
                    f"{path} cell {cell.get('id', '?')!r}", "".join(cell["source"])
                )
            ]
        if path.suffix == ".svg":
            drawing = BeautifulSoup(text, "html.parser")
            found = [self.in_text(each.get_text()) for each in drawing.find_all(["text", "title"])]
            return [Typed(str(path), each, None) for each in [t for texts in found for t in texts]]
        if path.suffix in _PAGES:
            programs = [
                typed
                for match in _PROGRAM.finditer(text)
                for typed in self._in_python(
                    str(path), match[2], text.count("\n", 0, match.start(2))
                )
            ]
            return self._in_lines(str(path), text, _listings(text)) + programs
        return self._in_lines(str(path), text, _blank(r"^\s*#.*", text, re.MULTILINE))

    def _in_lines(self, path: str, written: str, seen: str, before: int = 0) -> list[Typed]:
        """Quantities in what is seen, which has the lines of what was written."""
        found = []
        lines = zip(written.split("\n"), seen.split("\n"), strict=False)
        for number, (line, visible) in enumerate(lines, start=before + 1):
            mark = _MARK.search(line)
            reason = mark[1].removesuffix("-->").strip() if mark else None
            for text in self.in_text(visible):
                found.append(Typed(f"{path}:{number}", text, reason))
        return found

    def _in_python(self, path: str, source: str, before: int = 0) -> list[Typed]:
        """Quantities in comments, in docstrings without their examples, and in other texts."""
        seen = ["" for _ in source.split("\n")]
        found = []

        def show(line: int, text: str) -> None:
            for offset, part in enumerate(text.split("\n")):
                seen[min(line + offset, len(seen)) - 1] += f" \n{part}".replace("\n", "; ")

        try:
            tree = ast.parse(source)
            tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
        except (SyntaxError, tokenize.TokenError):  # it will fail when it is run
            return []
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                for value, after in zip(node.values, node.values[1:], strict=False):
                    if _is_unit_less(value) and isinstance(after, ast.Constant):
                        unit = self._unit_alone.match(str(after.value))
                        if unit:
                            what = f"the unit{unit[0]!r} after a plain number"
                            found.append(Typed(f"{path}:{before + after.lineno}", what, None))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                show(node.lineno, _EXAMPLE.sub(lambda m: "\n" * m[0].count("\n"), node.value))
        for token in tokens:
            if token.type == tokenize.COMMENT and not _MARK.search(token.string):
                show(token.start[0], token.string)
        return found + self._in_lines(path, source, "\n".join(seen), before)


_PAGES = {".md", ".markdown", ".mkd", ".mkdn", ".mdown"}
_SOURCES = {*_PAGES, ".ipynb", ".py", ".svg"}
_BLOCKS = re.compile("^(p|li|td|th|h[1-6]|dt|dd|summary|figcaption|caption|blockquote|div|label)$")
_TOLD = ("alt", "title", "aria-label")
_NUMBERED = re.compile(  # what a bare number may follow
    r"\b(layer|step|figure|table|chapter|section|question|lesson|module|version|python|cuda|pcie"
    r"|nvlink|gen) $",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"(?m)^ *(>>>|\.\.\.).*\n(?: *\S.*\n)*?(?=\s*$|\s*>>>)")
_PROGRAM = re.compile(r"^ *(```+|~~~+) *python\b[^\n]*\n((?: *(?!--8<--)[^\n]*\n)*?) *\1 *$", re.M)


def _any(names: Iterable[str]) -> str:
    """A pattern for any of these names, the longest first; for none if there are none."""
    longest_first = sorted(names, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest_first))})" if longest_first else "(?!)"


class _Block:
    """A paragraph, a cell, an item …: its text, texts of attributes, and the reason in its mark."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.told: list[str] = []
        self.reason: str | None = None


def _read(tag: Tag, block: _Block, blocks: list[_Block]) -> None:
    """Read what readers see in a tag, without what a field or a program printed and listings."""
    for node in tag.children:
        if isinstance(node, Comment):
            mark = _MARK.search(node)
            block.reason = mark[1].strip() if mark else block.reason
        elif isinstance(node, Tag):
            classes = node.get("class") or ""
            if node.name == "data" and FIGURE_CLASS in classes:
                block.parts.append(_FIGURE)
                block.told.append(str(node.get("data-expression", "")))
            elif node.name not in ("pre", "script", "style") and GENERATED_CLASS not in classes:
                if _BLOCKS.match(node.name):
                    blocks.append(_Block())
                    inside = blocks[-1]
                else:
                    inside = block
                if not node.has_attr("data-expression"):
                    inside.told += [str(node[name]) for name in _TOLD if node.has_attr(name)]
                _read(node, inside, blocks)
        elif type(node) is NavigableString:
            block.parts.append(str(node))


def _is_unit_less(value: ast.expr) -> bool:
    """A computed number in an f-string whose format names no unit."""
    if not isinstance(value, ast.FormattedValue):
        return False
    spec = value.format_spec
    text = "".join(
        str(part.value) if isinstance(part, ast.Constant) else "0"
        for part in (spec.values if isinstance(spec, ast.JoinedStr) else [])
    )
    return " " not in text.strip()


def _blank(pattern: str, text: str, flags: int = 0) -> str:
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=flags)


def _listings(text: str) -> str:
    """Front matter and the listings of a page that are no programs; the rest is left blank."""
    shown = re.compile(
        r"\A---\n.*?\n---\n|^ *(```+|~~~+)(?! *python\b)[^\n]*\n.*?^ *\1 *$", re.S | re.M
    )
    kept, at = [], 0
    for match in shown.finditer(text):
        kept += [_blank(r".+", text[at : match.start()]), match[0]]
        at = match.end()
    return _blank(FIELD, "".join(kept) + _blank(r".+", text[at:]), re.DOTALL)


def _normal(text: str) -> str:
    return re.sub(r"\s", "", text)


def printed_by(figures: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Origins by what they print, for `Typed.message`, from pairs of origin and text."""
    return {_normal(shown): origin for origin, shown in figures if ":" in origin}


def sources_in(folders: Iterable[Path]) -> Iterator[Path]:
    """The files in these folders that hold text for readers, in a fixed order."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if (
                path.suffix in {*_PAGES, ".ipynb", ".py", ".svg"}
                and "__pycache__" not in path.parts
            ):
                yield path
