"""Finds the line of a page's source that a message is about."""

import re
from pathlib import Path


class Source:
    """The Markdown or notebook file of one page."""

    def __init__(self, path: Path) -> None:
        """Read the file."""
        self.path = path
        # Fields in code are shown, not printed: blank them, and keep the lines.
        text = path.read_text(encoding="utf-8")
        self._text = re.sub(
            r"^( *)(```+|~~~+)(?!.*exec=).*?^\1\2 *$|`[^`\n]+`",
            lambda code: re.sub(r"[^\n]", " ", code[0]),
            text,
            flags=re.DOTALL | re.MULTILINE,
        )
        self._searched: dict[str, int] = {}

    def place(self, text: str) -> str:
        """File and line of `text`; each call for the same text gives its next occurrence.

        A text that is not in the file, as when it was included from another one, has no line.
        """
        words = [re.escape(word) for word in text.split()]
        # With line ends and quote signs between the words; with any marks; the first number alone.
        patterns = [r"[\s>]+".join(words), r"[\W_]{1,12}".join(words)]
        patterns += [word for word in words[:1] if word[-1].isdigit()]
        for pattern in patterns:
            found = re.compile(pattern).search(self._text, self._searched.get(text, 0))
            if words and found:
                self._searched[text] = found.end()
                return f"{self.path}:{self._text.count(chr(10), 0, found.start()) + 1}"
        return str(self.path)
