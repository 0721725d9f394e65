"""The list of all claims: ``[CLAIMS]``, as a paragraph of its own, becomes the whole file.

For each claim: what is said, the verdict, the evidence, and links to the sentences that make it.
Those are looked for in the pages beside the file, so the page with the list belongs there too.
"""

import re
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.util import AtomicString

from figures.claims import VERDICTS, Claim, read_claims, sentence_anchor, write_evidence
from figures.expressions import FieldError
from figures.marks import ERROR_CLASS, GENERATED_CLASS
from figures.titles import title_of

MARKER = "[CLAIMS]"


class ClaimList(BlockProcessor):
    """Replaces the marker by the counts and the claims, part by part."""

    def __init__(
        self, parser: BlockParser, path: str, field: Callable[[re.Match[str]], Element]
    ) -> None:
        """Name the file of claims; `field` makes the element of a field."""
        super().__init__(parser)
        self._path = Path(path)
        self._field = field

    def test(self, parent: Element, block: str) -> bool:
        """Whether the block is the marker."""
        return block.strip() == MARKER

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Write the list, or say what is wrong with the file."""
        blocks.pop(0)
        try:
            claims = read_claims(self._path)
            made = _pages_by_claim(self._path.parent)
            if absent := [name for name in claims if name not in made]:
                raise FieldError(f"no page beside {self._path} makes the claim {absent[0]!r}")
        except FieldError as error:
            mark = SubElement(parent, "mark", {"class": ERROR_CLASS, "data-field": MARKER})
            mark.text = AtomicString(str(error))
            return
        _write_counts(parent, claims)
        for part, names in groupby(claims, key=lambda name: claims[name].part):
            SubElement(parent, "h2").text = AtomicString(part)
            rows = SubElement(parent, "ul", {"class": "claims"})
            for name in names:
                self._write(SubElement(rows, "li"), name, claims[name], made[name])

    def _write(self, row: Element, name: str, claim: Claim, pages: list["_Page"]) -> None:
        said = SubElement(row, "p", {"class": "said"})
        said.text = AtomicString(f"“{claim.source}”")
        evidence = SubElement(row, "p", {"class": "shown"})
        verdict = {"class": "verdict", "data-verdict": claim.verdict}
        SubElement(evidence, "strong", verdict).text = AtomicString(claim.verdict.capitalize())
        write_evidence(SubElement(evidence, "span"), claim, self._field)
        where = SubElement(row, "p", {"class": "where"})
        where.text = AtomicString("See ")
        for page in pages:
            address = f"{page.file}#{sentence_anchor(name)}"
            link = SubElement(where, "a", {"href": address})
            link.text, link.tail = AtomicString(page.title), AtomicString(", ")
        link.tail = AtomicString(".")


def _write_counts(parent: Element, claims: dict[str, Claim]) -> None:
    """How many claims there are, by verdict; in the record of figures, like a program's output."""
    counts = Counter(claim.verdict for claim in claims.values())
    marked = {"class": f"{GENERATED_CLASS} counts", "data-program": "claims"}
    rows = SubElement(parent, "ul", marked)
    SubElement(rows, "li").text = AtomicString(f"All: {len(claims)}")
    for verdict in VERDICTS:
        SubElement(rows, "li").text = AtomicString(f"{verdict.capitalize()}: {counts[verdict]}")


class _Page(NamedTuple):
    """A page's file, and its first heading."""

    file: str
    title: str


def _pages_by_claim(folder: Path) -> dict[str, list[_Page]]:
    """The pages of a folder that make each claim."""
    found: dict[str, list[_Page]] = {}
    for path in sorted(folder.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        page = _Page(path.name, title_of(path))
        for name in re.findall(r"\]\(claim:([\w-]+)\)", text):
            found.setdefault(name, []).append(page)
    return found
