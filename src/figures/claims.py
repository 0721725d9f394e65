"""Claims: sentences that must hold for the numbers, with evidence that readers can open.

A claim stands in a TOML file beside the pages. A page marks the sentence that makes it, as a link:
``[Decode waits for memory](claim:decode-waits-for-memory)``. It is built as the sentence, a button,
and the evidence, which the button opens. A claim that does not hold becomes a visible mark, like a
field that cannot be printed, and the check of the built site fails on it.
"""

import re
import tomllib
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from figures.expressions import FIELD, FieldError, evaluate, near, parse_condition
from figures.limit import TooLongError, limit
from figures.marks import CLAIM_ATTRIBUTE, ERROR_CLASS
from figures.snippets import Snippets

VERDICTS = ("holds", "holds if narrowed", "does not hold")


class Claim(NamedTuple):
    """A claim.

    Args:
        verdict: on what the source says: one of `VERDICTS`.
        source: what the source says, in its words or nearly.
        holds: the condition under which our sentence is true.
        shows: the evidence in words, with fields.
    """

    verdict: str
    source: str
    holds: str
    shows: str


def read_claims(path: Path) -> dict[str, Claim]:
    """The claims of a file by their names.

    Raises:
        FieldError: no such file, one that is not TOML, or an entry that lacks a field, has an
            unknown one, an empty one, or an unknown verdict.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise FieldError(f"{path}: {error}") from None
    return {name: _claim(f"{path}: claim {name!r}", table) for name, table in tables.items()}


def _claim(where: str, table: Any) -> Claim:
    if not isinstance(table, dict) or set(table) != set(Claim._fields):
        raise FieldError(f"{where} must have exactly {', '.join(Claim._fields)}")
    if empty := [name for name, text in table.items() if not str(text).strip()]:
        raise FieldError(f"{where}: {empty[0]} is empty")
    if table["verdict"] not in VERDICTS:
        raise FieldError(f"{where}: verdict must be one of {', '.join(VERDICTS)}")
    return Claim(**{name: " ".join(str(text).split()) for name, text in table.items()})


class Claims(InlineProcessor):
    """Replaces each marked sentence by itself, a button, and the evidence."""

    def __init__(
        self,
        md: Markdown,
        path: str,
        snippets: Snippets,
        field: Callable[[re.Match[str]], Element],
        seconds: float,
    ) -> None:
        """Name the file of claims; `field` makes the element of a field."""
        super().__init__(r"\[([^\[\]]+)\]\(claim:([\w-]+)\)", md)
        self._path = path
        self._snippets = snippets
        self._field = field
        self._seconds = seconds
        self._made: set[str] = set()

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, match: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        """Make the element, or say what is wrong."""
        try:
            with limit(self._seconds):
                element = self._element(match[1], match[2])
        except (FieldError, TooLongError) as error:
            told = {"class": ERROR_CLASS, "data-field": f"claim:{match[2]}"}
            element = Element("mark", {**told, CLAIM_ATTRIBUTE: match[2]})
            element.text = AtomicString(str(error))
        return element, match.start(), match.end()

    @cached_property
    def _claims(self) -> dict[str, Claim]:
        if not self._path:
            raise FieldError("no file of claims is named in the settings of figures")
        return read_claims(Path(self._path))

    def _element(self, sentence: str, name: str) -> Element:
        claims = self._claims
        if name not in claims:
            raise FieldError(f"no claim {name!r} in {self._path}{near(name, list(claims))}")
        if name in self._made:
            raise FieldError(f"the claim {name!r} is made twice on this page")
        self._made.add(name)
        claim = claims[name]
        condition = parse_condition(claim.holds)
        namespace = {each: self._snippets[each] for each in condition.names}
        if evaluate(condition, namespace) is not True:
            raise FieldError(f"the claim {name!r} does not hold: {claim.holds}")
        return self._built(sentence, name, claim)

    def _built(self, sentence: str, name: str, claim: Claim) -> Element:
        whole = Element("span", {"class": "claim", CLAIM_ATTRIBUTE: name})
        SubElement(whole, "span").text = sentence
        target = f"claim-{name}"
        label = f"Evidence: {name.replace('-', ' ')}"
        button = {"type": "button", "popovertarget": target, "aria-label": label}
        SubElement(whole, "button", {"class": "claim-ask", **button}).text = AtomicString("?")
        evidence = SubElement(whole, "span", {"popover": "", "id": target, "class": "evidence"})
        said = SubElement(evidence, "span", {"class": "said"})
        said.text = AtomicString(f"Often said: {claim.source}")
        SubElement(evidence, "strong").text = AtomicString(f"This {claim.verdict}.")
        shown = SubElement(evidence, "span", {"class": "shown"})
        before, last = 0, shown
        shown.text = AtomicString("")
        for match in re.finditer(FIELD, claim.shows, re.DOTALL):
            _append(shown, last, claim.shows[before : match.start()])
            last = self._field(match)
            shown.append(last)
            before = match.end()
        _append(shown, last, claim.shows[before:])
        checked = SubElement(evidence, "span", {"class": "checked"})
        checked.text = AtomicString("Checked at each build: ")
        SubElement(checked, "code").text = AtomicString(claim.holds)
        return whole


def _append(parent: Element, last: Element, text: str) -> None:
    if last is parent:
        parent.text = AtomicString(text)
    else:
        last.tail = AtomicString(text)


def unmade(path: Path, made: set[str]) -> list[str]:
    """A line for each claim of the file that no page makes."""
    absent = [name for name in read_claims(path) if name not in made]
    return [f"{path}: no page makes the claim {name!r}" for name in absent]
