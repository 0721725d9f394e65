"""Checks of built HTML: what a reader must never see on a page."""

from html.parser import HTMLParser
from typing import NamedTuple

from figures.fields import ERROR_CLASS


class Problem(NamedTuple):
    """Something wrong on a built page: a message, and the text to look for in the page's source."""

    message: str
    text: str


def problems(html: str) -> list[Problem]:
    """What is wrong on one built page, in the page's order.

    - a field that could not be printed;
    - ``{{`` left outside code: in a table cell split by ``|``, raw HTML, front matter, a title;
    - a traceback where the output of a program should be.

    >>> problems("<p>{{ a.b }}</p>")[0].message  # doctest: +ELLIPSIS
    "'{{ a.b }}' was left as it is (text): a field is printed in Markdown text, not in ...
    """
    page = _Page()
    page.feed(html)
    page.close()
    return page.problems


class _Page(HTMLParser):
    """Walks through one page and notes its problems."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.problems: list[Problem] = []
        self._code_depth = 0
        self._error_field: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if ERROR_CLASS in attributes.get("class", "").split():
            self._error_field = attributes.get("data-field", "")
        else:
            for name, value in attributes.items():
                self._check_literal(value, f"attribute {name!r} of <{tag}>")
        if tag in _CODE:
            self._code_depth += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in _CODE:
            self._code_depth -= 1

    def handle_data(self, data: str) -> None:
        if self._error_field is not None:
            self.problems.append(Problem(f"{self._error_field}: {data}", self._error_field))
            self._error_field = None
        elif "Traceback (most recent call last)" in data:
            self.problems.append(Problem("a program on this page ended in a traceback", ""))
        elif not self._code_depth:
            self._check_literal(data, "text")

    def _check_literal(self, text: str, where: str) -> None:
        if "{{" in text:
            field = text[text.index("{{") :].split("}}")[0]
            field += "}}" if "}}" in text else ""
            self.problems.append(
                Problem(
                    f"{field!r} was left as it is ({where}): a field is printed in Markdown text, "
                    "not in raw HTML, front matter, navigation titles or attributes, and in a "
                    "table it may not hold a |",
                    field,
                )
            )


_CODE = {"code", "pre", "script", "style"}
