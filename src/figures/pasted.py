"""Finds quantities that were typed by hand where a reader sees them.

A quantity is a number with a unit, a percentage, a ratio, or money. Names that contain digits
(FP16, H100, II.03), list numbers and attributes are none. A quantity that must be typed, as in a
quotation, is marked on its line with the reason: ``<!-- typed: reason -->`` in Markdown,
``# typed: reason`` in Python.
"""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from figures.expressions import FIELD


class Typed(NamedTuple):
    """A quantity typed by hand; `reason` says why it may be, if it may."""

    place: str
    text: str
    reason: str | None

    def message(self, printed: Mapping[str, str]) -> str:
        """What to do about it, with the field that prints the same, if one does.

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
        names = "|".join(re.escape(unit) for unit in sorted(units, key=len, reverse=True))
        number = r"(?<![\w.,/#\u2070-\u209f-])-?\d[\d,.]*(?<![,.])"
        with_unit = rf"{number}(?:[ \xa0-]| )?(?:{names})(?![\w/])" if names else r"(?!)"
        self._quantity = re.compile(
            rf"{with_unit}|{number}[ \xa0]?"
            r"(?:%|×(?!\s*[\w(])|percent\b|per cent\b|times\b|-fold\b|x\b)"
            r"|[$€£][ \xa0]?\d[\d,.]*(?<![,.])"
        )
        self._unit_alone = re.compile(rf"[ \xa0]?(?:{names}|%|×)(?![\w/])" if names else r"(?!)")

    def in_file(self, path: Path) -> list[Typed]:
        """The typed quantities of a file: Markdown, notebook, Python, SVG, or plain text."""
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".md":
            return self._in_lines(str(path), text, _markdown(text))
        if path.suffix == ".ipynb":
            return self._in_notebook(str(path), text)
        if path.suffix == ".py":
            return self._in_python(str(path), text)
        if path.suffix == ".svg":
            return self._in_lines(str(path), text, _blank(r"<[^>]*>", text))
        return self._in_lines(str(path), text, _blank(r"#.*", text))

    def _in_lines(self, path: str, written: str, seen: str) -> list[Typed]:
        """Quantities in what is seen, which has the lines of what was written."""
        found = []
        lines = zip(written.splitlines(), seen.splitlines(), strict=True)
        for number, (line, visible) in enumerate(lines, start=1):
            mark = re.search(r"<!-- typed: (.+?) -->|# typed: (.+)", line)
            reason = (mark[1] or mark[2]) if mark else None
            for match in self._quantity.finditer(visible):
                found.append(Typed(f"{path}:{number}", match[0].strip(), reason))
        return found

    def _in_notebook(self, path: str, text: str) -> list[Typed]:
        found = []
        for cell in json.loads(text)["cells"]:
            source = "".join(cell["source"])
            place = f"{path} cell {cell.get('id', '?')!r}"
            if cell["cell_type"] == "markdown":
                found += self._in_lines(place, source, _markdown(source))
            else:
                found += self._in_python(place, source)
                stored = json.dumps(cell.get("outputs", []))
                found += self._in_lines(f"{place}, stored output", stored, stored)
        return found

    def _in_python(self, path: str, source: str) -> list[Typed]:
        """Comments, docstrings without their examples, and other texts."""
        seen = [" " * len(line) for line in source.splitlines()]
        found = []

        def show(line: int, text: str) -> None:
            for offset, part in enumerate(text.splitlines()):
                if line + offset <= len(seen):
                    seen[line + offset - 1] += " " + part

        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                for value, after in zip(node.values, node.values[1:], strict=False):
                    if _is_unit_less(value) and isinstance(after, ast.Constant):
                        unit = self._unit_alone.match(str(after.value))
                        if unit:
                            what = f"the unit{unit[0]!r} after a plain number"
                            found.append(Typed(f"{path}:{after.lineno}", what, None))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = re.sub(
                    r"(?m)^ *(>>>|\.\.\.).*\n(?: *\S.*\n)*?(?=\s*$|\s*>>>)", _lines, node.value
                )
                show(node.lineno, text)
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT and not token.string.startswith("# typed:"):
                show(token.start[0], token.string)
        return found + self._in_lines(path, source, "\n".join(seen))


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


def _lines(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _blank(pattern: str, text: str, flags: int = 0) -> str:
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=flags)


def _markdown(text: str) -> str:
    """What a reader sees of Markdown as it was typed: no fields, no code, no addresses."""
    text = _blank(FIELD, text, re.DOTALL)
    # What a program of the page prints is checked elsewhere; included lines are their file's.
    text = _blank(r"^ *(```+|~~~+) *python\b.*?^ *\1 *$", text, re.DOTALL | re.MULTILINE)
    text = _blank(r"`[^`\n]+`|<!--.*?-->|<[a-z/][^>]*>|\]\([^)]*\)|\{[^{}\n]*\}", text, re.DOTALL)
    return _blank(r"^ *(\d+\.|--8<--.*|```.*)", text, re.MULTILINE)


def _normal(text: str) -> str:
    return re.sub(r"[\s\xa0]", "", text)


def printed_by(figures: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Origins by what they print, for `Typed.message`, from pairs of origin and text."""
    return {_normal(shown): origin for origin, shown in figures if ":" in origin}


def files_of(folders: Iterable[Path]) -> Iterator[Path]:
    """The files in these folders that hold text for readers, in a fixed order."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".md", ".ipynb", ".py", ".svg"} and "__pycache__" not in path.parts:
                yield path
