"""The glossary: terms in a TOML file, linked where a page first uses them.

A page says nothing of it. The first time that a term stands in its running text it becomes a link
to the term's entry, with the meaning as the link's title. A page links to so many terms at most,
because each link is a stop for the keyboard. Headings, bold text, links, code, figures and what
programs printed stay as they are, and so does the page that explains the term.
"""

import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from bs4 import BeautifulSoup
from markdown import Markdown
from markdown.extensions.toc import slugify
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from figures.expressions import FieldError
from figures.marks import ERROR_CLASS, GLOSSARY_CLASS, TERM_CLASS

MOST = 15
"""Terms that one page links to."""

_LEFT_ALONE = {
    *("a", "button", "code", "data", "dt", "figure", "mark", "pre", "strong", "summary", "th"),
    *("h1", "h2", "h3", "h4", "h5", "h6"),
}


class Term(NamedTuple):
    """A term of the glossary.

    Args:
        name: as the glossary lists it.
        means: what it means, in a sentence or two.
        page: the page that explains it, seen from the file, with an anchor or without.
        also: other names, which the glossary lists too.
        forms: other forms of these names. A plural with s need not be among them.
    """

    name: str
    means: str
    page: str
    also: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The anchor of its entry."""
        return slugify(self.name, "-")


def read_glossary(path: Path) -> dict[str, Term]:
    """The terms of a file by their names, in its order.

    Raises:
        FieldError: no such file, one that is not TOML, a term that lacks a field, has an unknown
            or an empty one, names a page that is not there, or a name that two terms have.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise FieldError(f"{path}: {error}") from None
    terms = {name: _term(f"{path}: term {name!r}", name, table) for name, table in tables.items()}
    for term in terms.values():
        if not (path.parent / term.page.partition("#")[0]).is_file():
            raise FieldError(f"{path}: term {term.name!r}: there is no page {term.page!r}")
    spellings(terms.values())
    return terms


def _term(where: str, name: str, table: Any) -> Term:
    if not isinstance(table, dict) or set(table) - {"also", "forms"} != {"means", "page"}:
        raise FieldError(f"{where} must have means and page, and may have also and forms")
    also, forms = table.get("also", []), table.get("forms", [])
    if not isinstance(also, list) or not isinstance(forms, list):
        raise FieldError(f"{where}: also and forms must be lists")
    texts = [name, table["means"], table["page"], *also, *forms]
    if not all(isinstance(text, str) and text.strip() for text in texts):
        raise FieldError(f"{where}: each field must be a text that is not empty")
    return Term(name, " ".join(table["means"].split()), table["page"], tuple(also), tuple(forms))


def spellings(terms: Iterable[Term]) -> dict[str, Term]:
    """Each way to write a term: all its names and forms, with a capital or not, with an s or not.

    >>> sorted(spellings([Term("layer", "…", "a.md")]))
    ['Layer', 'Layers', 'layer', 'layers']

    Raises:
        FieldError: a name that two terms have.
    """
    found: dict[str, Term] = {}
    for term in terms:
        for name in (term.name, *term.also, *term.forms):
            for form in (name, name + "s"):
                for spelling in (form, form[0].upper() + form[1:]):
                    other = found.setdefault(spelling, term)
                    if other is not term:
                        told = f"both {other.name!r} and {term.name!r} are written {spelling!r}"
                        raise FieldError(told)
    return found


def pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Matches any of these names as a word by itself, the longest first."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])")


class Terms(Treeprocessor):
    """Links the first use of each term on a page to its entry."""

    def __init__(self, md: Markdown, path: str, page: str) -> None:
        """Name the file of terms, and the file of the page that is built."""
        super().__init__(md)
        self._path = Path(path)
        self._page = page

    def run(self, root: Element) -> None:
        """Link, or say what is wrong with the file."""
        glossary = self._path.with_suffix(".md")
        if Path(self._page) == glossary:
            return
        try:
            terms = read_glossary(self._path).values()
        except FieldError as error:
            mark = Element("mark", {"class": ERROR_CLASS, "data-field": "glossary"})
            mark.text = AtomicString(str(error))
            root.append(mark)
            return
        self._terms = spellings(terms)
        self._pattern = pattern(self._terms)
        self._address = Path(os.path.relpath(glossary, Path(self._page).parent)).as_posix()
        self._linked = {term.name for term in terms if self._is_explained_here(term)}
        self._left = MOST
        self._walk(root)

    def _is_explained_here(self, term: Term) -> bool:
        page = self._path.parent / term.page.partition("#")[0]
        return os.path.normpath(page) == os.path.normpath(self._page)

    def _walk(self, parent: Element) -> None:
        """Link the terms in an element, in the order of its text."""
        children = list(parent)
        parent.text, links = self._split(parent.text)
        parent[:] = links
        for child in children:
            if child.tag not in _LEFT_ALONE:
                self._walk(child)
            child.tail, links = self._split(child.tail)
            parent.extend([child, *links])

    def _split(self, text: str | None) -> tuple[str | None, list[Element]]:
        """The text before the first link, and the links, each with the text that follows it.

        An atomic text, as of claims' evidence, stays as it is.
        """
        if not text or isinstance(text, AtomicString):
            return text, []
        links: list[Element] = []
        pieces, before = [], 0
        for match in self._pattern.finditer(text):
            term = self._terms[match[0]]
            if term.name not in self._linked and self._left:
                self._linked.add(term.name)
                self._left -= 1
                links.append(self._link(term, match[0]))
                pieces.append(text[before : match.start()])
                before = match.end()
        first, *tails = [*pieces, text[before:]]
        for link, tail in zip(links, tails, strict=True):
            link.tail = tail
        return first, links

    def _link(self, term: Term, written: str) -> Element:
        address = f"{self._address}#{term.anchor}"
        link = Element("a", {"class": TERM_CLASS, "href": address, "title": term.means})
        link.text = AtomicString(written)
        return link


def idle_terms(path: Path, pages: Iterable[BeautifulSoup]) -> list[str]:
    """A line for each term of the file that stands on no page but the glossary."""
    texts = [
        (page.find("article") or page).get_text(" ")
        for page in pages
        if not page.find(class_=GLOSSARY_CLASS)
    ]
    terms = read_glossary(path)
    known = spellings(terms.values())
    used = {known[match[0]].name for text in texts for match in pattern(known).finditer(text)}
    return [f"{path}: no page uses the term {name!r}" for name in terms if name not in used]
