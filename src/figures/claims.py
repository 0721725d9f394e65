"""Claims: sentences that must hold for the numbers, with evidence that readers can open.

A claim stands in a TOML file beside the pages, in one of its titled parts. A page marks the
sentence that makes it, as a link: ``[Decode waits](claim:decode-waits-for-memory)``. It is built as
the sentence, a button, and the evidence, which the button opens. A claim that does not hold becomes
a visible mark, like a field that cannot be printed, and the check of the built site fails on it.

A claim without a condition must say so by its verdict, and why it has none.
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

_CHECKED = ("verdict", "source", "holds", "shows")
VERDICTS = {
    "holds": _CHECKED,
    "holds if narrowed": _CHECKED,
    "does not hold": _CHECKED,
    "is not a number": ("verdict", "source", "why"),
}
"""Each verdict on what the source says, with the fields that its claims have."""


class Claim(NamedTuple):
    """A claim.

    Args:
        part: title of the part of the file that it stands in.
        verdict: on what the source says: one of `VERDICTS`.
        source: what the source says, in its words or nearly.
        holds: the condition under which our sentence is true.
        shows: the evidence in words, with fields.
        why: in place of both, why no number can decide it.
    """

    part: str
    verdict: str
    source: str
    holds: str = ""
    shows: str = ""
    why: str = ""


def read_claims(path: Path) -> dict[str, Claim]:
    """The claims of a file by their names, in its order.

    Raises:
        FieldError: no such file, one that is not TOML, a part without a title, a name that is there
            twice, or a claim that lacks a field, has one too many, an empty one, or an unknown
            verdict.
    """
    try:
        parts = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise FieldError(f"{path}: {error}") from None
    claims: dict[str, Claim] = {}
    for part, tables in parts.items():
        title = tables.pop("title", None) if isinstance(tables, dict) else None
        if not isinstance(title, str) or not title.strip():
            raise FieldError(f"{path}: part {part!r} must be a table with a title and claims")
        for name, table in tables.items():
            if name in claims:
                raise FieldError(f"{path}: claim {name!r} is there twice")
            claims[name] = _claim(f"{path}: claim {name!r}", title, table)
    return claims


def _claim(where: str, part: str, table: Any) -> Claim:
    if not isinstance(table, dict) or str(table.get("verdict")) not in VERDICTS:
        raise FieldError(f"{where}: verdict must be one of {', '.join(VERDICTS)}")
    fields = VERDICTS[table["verdict"]]
    if set(table) != set(fields):
        told = f"a claim that {table['verdict']!r} must have exactly {', '.join(fields)}"
        raise FieldError(f"{where}: {told}")
    if empty := [name for name, text in table.items() if not str(text).strip()]:
        raise FieldError(f"{where}: {empty[0]} is empty")
    return Claim(part, **{name: " ".join(str(text).split()) for name, text in table.items()})


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
            element = Element("mark", {**told, **_identity(match[2])})
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
        if claim.holds:
            self._check(name, claim.holds)
        return self._built(sentence, name, claim)

    def _check(self, name: str, holds: str) -> None:
        condition = parse_condition(holds)
        namespace = {each: self._snippets[each] for each in condition.names}
        if evaluate(condition, namespace) is not True:
            raise FieldError(f"the claim {name!r} does not hold: {holds}")

    def _built(self, sentence: str, name: str, claim: Claim) -> Element:
        whole = Element("span", {"class": "claim", **_identity(name)})
        SubElement(whole, "span").text = sentence
        target = f"claim-{name}"
        label = f"Evidence: {name.replace('-', ' ')}"
        button = {"type": "button", "popovertarget": target, "aria-label": label}
        end = SubElement(whole, "span", {"class": "claim-end"})  # it stays with the last word
        SubElement(end, "button", {"class": "claim-ask", **button}).text = AtomicString("?")
        evidence = SubElement(whole, "span", {"popover": "", "id": target, "class": "evidence"})
        said = SubElement(evidence, "span", {"class": "said"})
        said.text = AtomicString(f"Said: “{claim.source}”")
        SubElement(evidence, "strong").text = AtomicString(f"This {claim.verdict}.")
        write_evidence(SubElement(evidence, "span", {"class": "shown"}), claim, self._field)
        if claim.holds:
            checked = SubElement(evidence, "span", {"class": "checked"})
            checked.text = AtomicString("Checked at each build: ")
            SubElement(checked, "code").text = AtomicString(claim.holds)
        return whole


def sentence_anchor(name: str) -> str:
    """The anchor, on a page, of the sentence that makes a claim."""
    return f"says-{name}"


def _identity(name: str) -> dict[str, str]:
    return {"id": sentence_anchor(name), CLAIM_ATTRIBUTE: name}


def write_evidence(
    parent: Element, claim: Claim, field: Callable[[re.Match[str]], Element]
) -> None:
    """Write what a claim shows, with its figures, or why it shows none, into an empty element."""
    text = claim.shows or claim.why
    before, last = 0, parent
    for match in re.finditer(FIELD, text, re.DOTALL):
        _append(parent, last, text[before : match.start()])
        last = field(match)
        parent.append(last)
        before = match.end()
    _append(parent, last, text[before:])


def _append(parent: Element, last: Element, text: str) -> None:
    if last is parent:
        parent.text = AtomicString(text)
    else:
        last.tail = AtomicString(text)


def unmade(path: Path, made: set[str]) -> list[str]:
    """A line for each claim of the file that no page makes."""
    absent = [name for name in read_claims(path) if name not in made]
    return [f"{path}: no page makes the claim {name!r}" for name in absent]
