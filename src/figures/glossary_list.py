"""The page of the glossary: ``[GLOSSARY]``, as a paragraph of its own, becomes all terms.

Each term has its other names, its meaning, and a link to the page that explains it. The page has
the name of the file of terms and stands beside it: glossary.md and glossary.toml.
"""

from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.util import AtomicString

from figures.expressions import FieldError
from figures.glossary import Term, read_glossary
from figures.marks import ERROR_CLASS, GLOSSARY_CLASS
from figures.titles import title_of

MARKER = "[GLOSSARY]"


class GlossaryList(BlockProcessor):
    """Replaces the marker by a list of definitions, in the order of the alphabet."""

    def __init__(self, parser: BlockParser, path: str) -> None:
        """Name the file of terms."""
        super().__init__(parser)
        self._path = Path(path)

    def test(self, parent: Element, block: str) -> bool:
        """Whether the block is the marker."""
        return block.strip() == MARKER

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Write the list, or say what is wrong with the file."""
        blocks.pop(0)
        try:
            terms = read_glossary(self._path)
        except FieldError as error:
            mark = SubElement(parent, "mark", {"class": ERROR_CLASS, "data-field": MARKER})
            mark.text = AtomicString(str(error))
            return
        rows = SubElement(parent, "dl", {"class": GLOSSARY_CLASS})
        for name in sorted(terms, key=str.casefold):
            self._write(rows, terms[name])

    def _write(self, rows: Element, term: Term) -> None:
        head = SubElement(rows, "dt", {"id": term.anchor})
        name = SubElement(head, "dfn")
        name.text = AtomicString(term.name)
        name.tail = AtomicString("".join(f", {other}" for other in term.also))
        body = SubElement(rows, "dd")
        body.text = AtomicString(f"{term.means} ")
        where = SubElement(body, "span", {"class": "where"})
        where.text = AtomicString("See ")
        link = SubElement(where, "a", {"href": term.page})
        link.text = AtomicString(title_of(self._path.parent / term.page.partition("#")[0]))
        link.tail = AtomicString(".")
