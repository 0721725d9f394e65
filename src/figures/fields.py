"""The Markdown extension: {{ snippet.name:format unit }} in prose becomes a marked figure.

Works with any generator that takes Python-Markdown extensions. A field that cannot be printed
becomes a visible mark on the page; the check of the built site fails on it.
"""

import re
from pathlib import Path
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.extensions.toc import unique
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from figures.expressions import FieldError, evaluate, exact, parse, show
from figures.snippets import Snippets

FIGURE_CLASS = "figure"
ERROR_CLASS = "figure-error"

# Quoted text may hold }}; a field may run over the end of a line.
_FIELD = r"""\{\{((?:"[^"]*"|'[^']*'|(?!\}\}).)+?)\}\}"""

# Wraps a figure's text until the tree is whole, to tell where it ended up.
_OPEN, _CLOSE = "\ue000", "\ue001"


class FiguresExtension(Extension):
    """``markdown_extensions: [figures: {snippets: folder}]``."""

    def __init__(self, **settings: object) -> None:
        """Declare the one setting."""
        self.config = {"snippets": ["snippets", "folder of the programs that fields name"]}
        super().__init__(**settings)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Register below code spans and escapes (190, 180), above links and images (160)."""
        fields = _Fields(_FIELD, md, Snippets(Path(self.getConfig("snippets"))))
        md.inlinePatterns.register(fields, "figures", 175)
        # After attr_list (8), before toc (5).
        md.treeprocessors.register(_Places(md, fields), "figures", 7)


class _Fields(InlineProcessor):
    """Replaces each field by its figure."""

    def __init__(self, pattern: str, md: Markdown, snippets: Snippets) -> None:
        super().__init__(pattern, md)
        self.compiled_re = re.compile(pattern, re.DOTALL)
        self.snippets = snippets
        self.written: dict[str, str] = {}  # a printed figure -> its field as the author wrote it

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, match: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        try:
            element = self._figure(match[0], match[1].replace("\n", " "))
        except FieldError as error:
            element = _error(match[0], str(error))
        return element, match.start(), match.end()

    def _figure(self, written: str, text: str) -> Element:
        field = parse(text)
        value = evaluate(field, {name: self.snippets[name] for name in field.names})
        element = Element("data", {"class": FIGURE_CLASS, "value": exact(value)})
        element.set("data-expression", field.expression)
        shown = show(value, field.format)
        self.written[shown] = written
        element.text = AtomicString(f"{_OPEN}{shown}{_CLOSE}")
        return element


class _Places(Treeprocessor):
    """Looks where figures ended up: refuses attributes, keeps values out of heading anchors."""

    def __init__(self, md: Markdown, fields: _Fields) -> None:
        super().__init__(md)
        self.fields = fields

    def run(self, root: Element) -> None:
        refused = []
        for element in root.iter():
            if element.text:
                element.text = _unwrapped(element.text)
            for name, text in element.attrib.items():
                if _OPEN in text:
                    element.set(name, _unwrapped(text))
                    if (element.tag, name) != ("img", "alt"):
                        shown = text[text.index(_OPEN) + 1 : text.index(_CLOSE)]
                        where = f"the attribute {name!r} of <{element.tag}>"
                        message = f"a field cannot stand in {where}"
                        refused.append(_error(self.fields.written[shown], message))
        root.extend(refused)
        self._name_headings(root)

    def _name_headings(self, root: Element) -> None:
        if "toc" not in self.md.treeprocessors:
            return
        toc = self.md.treeprocessors["toc"]
        used = {element.get("id", "") for element in root.iter()}
        for heading in root.iter():
            if re.fullmatch("h[1-6]", str(heading.tag)) and "id" not in heading.attrib:
                words = _text_without_figures(heading)
                if words != "".join(heading.itertext()):
                    slug = toc.slugify(" ".join(words.split()), toc.sep)  # type: ignore[attr-defined]
                    heading.set("id", unique(slug, used))


def _text_without_figures(element: Element) -> str:
    text = "" if element.get("class") == FIGURE_CLASS else element.text or ""
    return text + "".join(_text_without_figures(child) + (child.tail or "") for child in element)


def _unwrapped(text: str) -> str:
    plain = text.replace(_OPEN, "").replace(_CLOSE, "")
    return AtomicString(plain) if isinstance(text, AtomicString) else plain


def _error(field: str, message: str) -> Element:
    element = Element("mark", {"class": ERROR_CLASS, "data-field": field})
    element.text = AtomicString(message)
    return element
