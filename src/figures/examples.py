"""Lets Griffe, which reads docstrings for the page of a package's API, find examples in them.

It takes doctests for examples only below a heading; here they stand between paragraphs.
"""

import re
from typing import Any

from griffe import Extension, Object

_DOCTEST = re.compile(r"(?m)(?<=\n\n)(?:>>> .*\n?)(?:.+\n?)*")


class Examples(Extension):
    """An extension of Griffe: ``extensions: [figures.examples.Examples]``."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Put a heading above each doctest."""
        if obj.docstring:
            obj.docstring.value = with_headings(obj.docstring.value)


def with_headings(docstring: str) -> str:
    r"""The docstring with ``Examples:`` above each doctest that stands between paragraphs.

    >>> with_headings("Sum.\n\n>>> 1 + 1\n2\n\nMore.")
    'Sum.\n\nExamples:\n    >>> 1 + 1\n    2\n\nMore.'
    """
    return _DOCTEST.sub(
        lambda found: "Examples:\n" + re.sub(r"(?m)^(?=.)", "    ", found[0]), docstring
    )
