"""Checks of a page's content as HTML: what a reader must never see."""

import re
from html.parser import HTMLParser
from typing import NamedTuple

from figures.marks import ERROR_CLASS, FIGURE_CLASS


class Problem(NamedTuple):
    """Something wrong on a page: a message, and the text to look for in the page's source."""

    message: str
    text: str


def problems(html: str) -> list[Problem]:
    """What is wrong in a page's content, in its order.

    - a field or a program that failed;
    - ``{{`` left outside code: in raw HTML, or in a table cell that was split by ``|``;
    - a figure inside an attribute, where its markup is text.

    >>> problems("<p>{{ a.b }}</p>")[0].message  # doctest: +ELLIPSIS
    "'{{ a.b }}' was left as it is: a field is printed in Markdown text, not in ...
    """
    page = _Page()
    page.feed(html)
    page.close()
    return page.problems


def left_as_it_is(text: str) -> list[Problem]:
    """A problem if `text` still holds a field: it stands where fields are not printed."""
    if "{{" not in text:
        return []
    begin = text.index("{{")
    end = text.find("}}", begin)
    field = text[begin : end + 2] if end > 0 else text[begin : begin + 30].split("\n")[0].rstrip()
    message = (
        f"{field!r} was left as it is: a field is printed in Markdown text, not in raw HTML, front "
        "matter, navigation titles or attributes, and in a table it may not hold a |"
    )
    return [Problem(message, field)]


_CODE = {"code", "pre", "script", "style"}


class _Page(HTMLParser):
    """Walks through a page and notes its problems."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.problems: list[Problem] = []
        self._code: list[str] = []  # the open tags whose text is code
        self._before = ""  # the text before the present tag
        self._inside: str | None = None  # the class of the mark or figure whose text comes next
        self._field = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        classes = attributes.get("class", "").split()
        self._inside = None
        if ERROR_CLASS in classes:
            self._inside, self._field = ERROR_CLASS, attributes.get("data-field", "")
        elif tag == "data" and FIGURE_CLASS in classes:
            self._inside = FIGURE_CLASS
            if re.search(r"\{[^{}]*=\s*[\"']?$", self._before):
                self._note_attribute(attributes.get("data-expression", ""))
        else:
            for name, value in attributes.items():
                self.problems += left_as_it_is(value)
                if value.startswith(("<data", "<mark")):  # the rest was cut off by its quotes
                    self._note_attribute(f'{name}="{{{{')
        if tag in _CODE:
            self._code.append(tag)
        self._before = ""

    def handle_endtag(self, tag: str) -> None:
        self._inside = None
        if tag in self._code:
            while self._code.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        self._before = data
        if self._inside == ERROR_CLASS:
            self.problems.append(Problem(f"{self._field}: {data}", self._field))
        elif self._inside != FIGURE_CLASS and not self._code:
            self.problems += left_as_it_is(data)
        self._inside = None

    def close(self) -> None:
        super().close()
        if self._code:
            tag = self._code[0]
            self.problems.append(Problem(f"a <{tag}> is never closed", f"<{tag}>"))

    def _note_attribute(self, text: str) -> None:
        self.problems.append(Problem(f"a field cannot stand in an attribute: {text}", text))
