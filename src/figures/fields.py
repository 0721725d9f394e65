"""The Markdown extension: {{ snippet.name:format unit }} in prose becomes a marked figure.

Works with any generator that takes Python-Markdown extensions. A field that cannot be printed
becomes a visible mark on the page; the check of the built site fails on it.
"""

import copy
import html
import re
from pathlib import Path
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.extensions.toc import render_inner_html, strip_tags, unique
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import STX, AtomicString

from figures.answers import answer_of_field
from figures.claim_list import ClaimList
from figures.claims import Claims
from figures.expressions import FIELD, FieldError, evaluate, exact, parse, show
from figures.glossary import Terms
from figures.glossary_list import GlossaryList
from figures.limit import TooLongError, limit
from figures.marks import ANSWER_ATTRIBUTE, ERROR_CLASS, FIGURE_CLASS
from figures.snippets import Snippets

# Wrap a figure's text until the tree is whole, with its number, to tell where it ended up.
_WRAPPED = re.compile("\ue000(\\d+)\ue001(.*?)\ue002", re.DOTALL)


class FiguresExtension(Extension):
    """``markdown_extensions: [figures: {snippets: folder}]``."""

    def __init__(self, **settings: object) -> None:
        """Declare the settings."""
        self.config = {
            "snippets": ["snippets", "folder of the programs that fields name"],
            "claims": ["", "file of claims that sentences of pages make; none if empty"],
            "glossary": ["", "file of terms, beside its page; none if empty"],
            "seconds": [10, "how long a program or a field may run"],
            "kept": ["", "folder of outputs kept from earlier builds; set by the plugin"],
            "packages": [[], "packages that each program imports anew; set by the plugin"],
            "have_run": [{}, "snippets that have run in this build; set by the plugin"],
            "asked": [False, "whether figures carry their answers; set by the plugin"],
            "page": [[], "file of the page that is built, for links to terms; set by the plugin"],
        }
        super().__init__(**settings)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Register below code spans and escapes (190, 180), above links and images (160)."""
        md.registerExtension(self)
        snippets = Snippets(
            Path(self.getConfig("snippets")), self.getConfig("packages"), self.getConfig("have_run")
        )
        fields = _Fields(md, snippets, self)
        md.inlinePatterns.register(fields, "figures", 175)
        claims = Claims(
            md, self.getConfig("claims"), snippets, fields.element, self.getConfig("seconds")
        )
        md.inlinePatterns.register(claims, "claims", 170)
        listed = ClaimList(md.parser, self.getConfig("claims"), fields.element)
        md.parser.blockprocessors.register(listed, "claims", 90)
        # After attr_list (8), before toc (5).
        md.treeprocessors.register(_Places(md, fields), "figures", 7)
        if glossary := self.getConfig("glossary"):
            md.parser.blockprocessors.register(GlossaryList(md.parser, glossary), "glossary", 90)
            # The page's own converter comes first. It takes the name, so that others, of programs'
            # output and docstrings, link to nothing.
            if page := self.getConfig("page"):
                md.treeprocessors.register(Terms(md, glossary, page.pop()), "glossary", 6)


class _Fields(InlineProcessor):
    """Replaces each field by its figure."""

    def __init__(self, md: Markdown, snippets: Snippets, settings: FiguresExtension) -> None:
        super().__init__(FIELD, md)
        self.seconds = settings.getConfig("seconds")
        self.asked = settings.getConfig("asked")
        self.packages = settings.getConfig("packages")
        self.compiled_re = re.compile(FIELD, re.DOTALL)
        self.snippets = snippets
        self.written: list[str] = []  # each field as its author wrote it
        self.attributes: list[dict[str, str]] = []  # what its figure carries

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, match: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        return self.element(match), match.start(), match.end()

    def element(self, match: re.Match[str]) -> Element:
        """The figure of a field, or the mark of what is wrong with it."""
        try:
            with limit(self.seconds):
                return self._figure(match[0], match[1].replace("\n", " "))
        except (FieldError, TooLongError) as error:
            return _error(match[0], str(error))

    def _figure(self, written: str, text: str) -> Element:
        if STX in text:  # Markdown has already taken these for its own
            raise FieldError("no backslash and no backtick may stand in a field")
        field = parse(text)
        names = {name: self.snippets[name] for name in field.names}
        value = evaluate(field, names)
        shown = show(value, field.format)
        answer = {}
        if self.asked:
            told = answer_of_field(field, value, names, self.snippets.folder, self.packages)
            answer = {ANSWER_ATTRIBUTE: told.text()}
        self.written.append(written)
        self.attributes.append(
            {
                "class": FIGURE_CLASS,
                "data-expression": field.expression,
                "data-format": field.format,
                "value": exact(value),
                **answer,
            }
        )
        element = Element("data", self.attributes[-1])
        element.text = AtomicString(f"\ue000{len(self.written) - 1}\ue001{shown}\ue002")
        return element


class _Places(Treeprocessor):
    """Looks where figures ended up: refuses attributes, keeps values out of heading anchors."""

    def __init__(self, md: Markdown, fields: _Fields) -> None:
        super().__init__(md)
        self.fields = fields

    def run(self, root: Element) -> None:
        refused = []
        for element in root.iter():
            wrapped = _WRAPPED.search(element.text or "")
            if wrapped:
                if element.tag == "data":  # an attribute list may have changed them
                    element.attrib = dict(self.fields.attributes[int(wrapped[1])])
                element.text = AtomicString(_WRAPPED.sub(r"\2", element.text or ""))
            for name, text in list(element.attrib.items()):
                wrapped = _WRAPPED.search(text)
                if wrapped:
                    element.set(name, _WRAPPED.sub(r"\2", text))
                    if (element.tag, name) == ("img", "alt"):
                        carried = self.fields.attributes[int(wrapped[1])]
                        element.set("data-expression", carried["data-expression"])
                        element.set("data-format", carried["data-format"])
                    else:
                        where = f"the attribute {name!r} of <{element.tag}>"
                        field = self.fields.written[int(wrapped[1])]
                        refused.append(_error(field, f"a field cannot stand in {where}"))
        root.extend(refused)
        if "toc" in self.md.treeprocessors:
            self._name_headings(root)

    def _name_headings(self, root: Element) -> None:
        """Give headings with figures an anchor of their words alone."""
        toc = self.md.treeprocessors["toc"]
        used = {element.get("id", "") for element in root.iter()}
        for heading in root.iter():
            is_heading = re.fullmatch("h[1-6]", str(heading.tag))
            if is_heading and "id" not in heading.attrib and _figures(heading):
                words = copy.deepcopy(heading)
                for figure in _figures(words):
                    figure.text = ""
                name = html.unescape(strip_tags(render_inner_html(words, self.md)))
                slug = toc.slugify(" ".join(name.split()), toc.sep)  # type: ignore[attr-defined]
                heading.set("id", unique(slug, used))


def _figures(element: Element) -> list[Element]:
    return [data for data in element.iter("data") if data.get("class") == FIGURE_CLASS]


def _error(field: str, message: str) -> Element:
    element = Element("mark", {"class": ERROR_CLASS, "data-field": field})
    element.text = AtomicString(message)
    return element
