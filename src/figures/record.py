"""The record of a built page: every figure that its readers see, in the page's order.

It is read from the HTML, because that is what readers get, whatever generator built it.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement

from figures.marks import FIGURE_CLASS, GENERATED_CLASS


class Figure(NamedTuple):
    """One figure: where it comes from, what is shown, and the heading it stands under.

    `origin` is the field's expression and format, or a program's id.
    """

    origin: str
    shown: str
    heading: str = ""

    def line(self) -> str:
        """The figure as a line of a file of accepted figures."""
        return f"{self.origin} = {self.shown}"


def parsed_pages(site: Path, but: str = "") -> dict[str, BeautifulSoup]:
    """The pages of a built site, parsed, by their address on it, in a fixed order.

    Args:
        site: the folder.
        but: the beginning of addresses that are left out: of long pages without figures.
    """
    paths = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*.html"))}
    return {
        address: _parsed(path.read_text(encoding="utf-8"))
        for address, path in paths.items()
        if not (but and address.startswith(but))
    }


@lru_cache(maxsize=256)  # a preview builds the same pages again and again
def _parsed(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def read_site(pages: Mapping[str, BeautifulSoup]) -> dict[str, list[Figure]]:
    """The figures of every page that has any, by the page's name."""
    read = {page_name(address): read_page(page) for address, page in pages.items()}
    return {name: figures for name, figures in read.items() if figures}


def page_name(address: str) -> str:
    """The name of a page: its address on the site, without endings.

    >>> page_name("lessons/one/index.html"), page_name("index.html"), page_name("one.html")
    ('lessons/one', 'index', 'one')
    """
    return address.removesuffix(".html").removesuffix("/index")


def read_page(page: BeautifulSoup) -> list[Figure]:
    """All figures of one built page.

    Fields, image texts with a field in them, and every line of what a program printed: text, rows
    of tables, sources of diagrams, texts of charts.

    >>> html = '<data class="figure" data-expression="a.n" data-format="d">12</data>'
    >>> read_page(BeautifulSoup(html, "html.parser"))
    [Figure(origin='a.n:d', shown='12', heading='')]
    """
    figures = []
    heading = ""
    for element in page.find_all(_is_of_interest):
        if re.fullmatch("h[1-6]", element.name):
            heading = text_of(element)
            continue
        if element.find_parent(class_=GENERATED_CLASS):
            continue
        if _is_field(element):
            figures.append(Figure(origin_of(element), text_of(element), heading))
        elif element.name == "img":
            figures.append(
                Figure(origin_of(element), " ".join(str(element["alt"]).split()), heading)
            )
        else:
            program = str(element["data-program"])
            figures += [Figure(program, line, heading) for line in _lines(element)]
    return figures


def _is_of_interest(element: Tag) -> bool:
    return (
        re.fullmatch("h[1-6]", element.name) is not None
        or _is_field(element)
        or (element.name == "img" and element.has_attr("data-expression"))
        or element.has_attr("data-program")
    )


def _is_field(element: Tag) -> bool:
    return element.name == "data" and FIGURE_CLASS in (element.get("class") or "")


def origin_of(element: Tag) -> str:
    """The expression and format of a field's element, without the sign that ends an origin."""
    expression, format_spec = element["data-expression"], element.get("data-format")
    origin = f"{expression}:{format_spec}" if format_spec else str(expression)
    return origin.replace(" = ", "=")


def text_of(element: Tag) -> str:
    """What a reader sees of an element, on one line."""
    return " ".join(element.get_text().replace("¶", "").split())


# What stands in one of these is a line by itself.
_LINES = re.compile(
    "^(tr|text|li|p|h[1-6]|figcaption|caption|summary|dt|dd|div|blockquote|figure|details|section)$"
)
_TOLD = ("alt", "title", "aria-label", "value", "placeholder")  # attributes that readers get


def _lines(block: Tag) -> list[str]:
    """The lines that a reader gets from a block of output, whatever it is made of."""
    lines: list[str] = []
    parts: list[str] = []  # of the line that is being read
    home: Tag | None = None  # the element that holds it

    def end_line() -> None:
        text = " ".join("".join(parts).split())
        if text.strip(" |"):
            lines.append(text)
        parts.clear()

    def begin(node: PageElement) -> None:
        nonlocal home
        holder = node.find_parent(_LINES) or block
        if holder is not home:
            end_line()
            home = holder

    for node in block.descendants:
        if isinstance(node, Tag):
            inside_drawing = node.name != "svg" and node.find_parent("svg", role="img")
            silent = inside_drawing or node.name == "data" or _is_permalink(node)
            told = [] if silent else [node[name] for name in _TOLD if node.has_attr(name)]
            lines += [" ".join(str(text).split()) for text in told if str(text).strip()]
            between = {"td": " | ", "th": " | ", "tspan": " ", "br": " "}.get(node.name)
            if between:
                begin(node)
                parts.append(between if node.find_previous_sibling() else "")
        elif type(node) is NavigableString and not (node.parent and _is_permalink(node.parent)):
            pre = node.find_parent("pre")
            if pre:
                if pre is not home:
                    end_line()
                    home = pre
                    code = pre.get_text()
                    lines += [line.rstrip() for line in code.splitlines() if line.strip()]
                continue
            begin(node)
            parts.append(str(node))
    end_line()
    return lines


def _is_permalink(element: Tag) -> bool:
    """Whether it is the sign after a heading that links to it; no program printed that."""
    return "headerlink" in (element.get("class") or "")


_NOT_FOR_READERS = re.compile(
    r"(?<![\w.])(nan|inf|<NA>)(?![\w.])"  # of floats and tables
    r"|(?<![\w.])none(?=$|[\s]*[,|)\]}])"  # None where a value should be
    r"|\{\s*('[^']*'|\d+)\s*:"  # a dictionary
    r"|traceback \(most recent call last\)"
    r"|<(built-in |bound |function |class |[\w.]+ object at 0x)",
    re.IGNORECASE,
)


def unprintable(pages: Mapping[str, list[Figure]]) -> list[str]:
    """A line for each figure that shows what no reader should see: nan, None, a dict, an error."""
    return [
        f"{page}: {figure.origin} prints {figure.shown!r}"
        for page, figures in pages.items()
        for figure in figures
        if _NOT_FOR_READERS.search(figure.shown)
    ]
