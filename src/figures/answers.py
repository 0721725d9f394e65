"""What a figure answers when a reader asks it: exact value, formula, and the way to the code."""

import ast
import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape, unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from figures.derivation import Derivation, derive, number
from figures.expressions import Field
from figures.marks import ANSWER_ATTRIBUTE, GENERATED_CLASS

_MOST_STEPS = 3


class Step(NamedTuple):
    """One formula: the name of what it gives, by names, and with numbers."""

    name: str
    words: str
    numbers: str


class Answer(NamedTuple):
    """What a figure answers.

    Args:
        name: the expression that is printed.
        exact: the whole value, with its unit.
        steps: formulas, from the figure back towards its inputs.
        places: files and lines of the code.
        sources: where facts in it come from.
    """

    name: str
    exact: str
    steps: tuple[Step, ...]
    places: tuple[tuple[str, int], ...]
    sources: tuple[str, ...]

    def text(self) -> str:
        """The answer as JSON, for an attribute of the figure's element."""
        return json.dumps(self, ensure_ascii=False)

    @staticmethod
    def from_text(text: str) -> "Answer":
        """The answer that `text` gave."""
        name, exact, steps, places, sources = json.loads(text)
        return Answer(
            name,
            exact,
            tuple(Step(*step) for step in steps),
            tuple((path, line) for path, line in places),
            tuple(sources),
        )


def answer_of_field(
    field: Field,
    value: object,
    snippets: Mapping[str, SimpleNamespace],
    folder: Path,
    packages: Iterable[str],
) -> Answer:
    """The answer of a figure that a field prints.

    Args:
        field: of the page.
        value: of the field's expression.
        snippets: the names of each snippet that the field names.
        folder: of the snippets.
        packages: whose functions are read.
    """
    packages = tuple(packages)
    tree = ast.parse(field.expression, mode="eval").body
    whole = derive(tree, value, snippets, packages)
    derived = [("", value, whole)]
    places: list[tuple[str, int]] = []
    for snippet, name in _variables(tree, snippets):
        path = folder / f"{snippet}.py"
        source = path.read_text(encoding="utf-8")
        assigned = _assignments(source).get(name)
        line = assigned.lineno if assigned else _first_line(source, name)
        places.append((f"{folder.name}/{path.name}", line))
        if assigned:
            names = vars(snippets[snippet])
            its = names[name]
            derived.append((name, its, derive(assigned, its, names, packages)))
    return _answer(field.expression, value, derived, places)


def answer_of_program(
    expression: str,
    value: object,
    names: Mapping[str, Any],
    place: tuple[str, int],
    packages: Iterable[str],
) -> Answer:
    """The answer of a figure that a program prints: what stood in its f-string, and where."""
    tree = ast.parse(expression, mode="eval").body
    whole = derive(tree, value, names, packages)
    return _answer(expression, value, [("", value, whole)], [place])


def _answer(
    expression: str,
    value: object,
    derived: list[tuple[str, object, Derivation]],
    places: list[tuple[str, int]],
) -> Answer:
    steps = [
        Step(name, each.words, each.numbers)
        for name, its, each in derived
        if _tells(each, number(its))
    ]
    for _, _, each in derived:
        places = [*places, *each.places]
    sources = [source for _, _, each in derived for source in each.sources]
    return Answer(
        expression,
        number(value),
        tuple(steps[:_MOST_STEPS]),
        tuple(dict.fromkeys(places)),
        tuple(dict.fromkeys(sources)),
    )


def _tells(derivation: Derivation, shown: str) -> bool:
    """Whether a formula says more than a name and the value itself."""
    return derivation.numbers not in (shown, derivation.words, "…")


def _variables(tree: ast.expr, snippets: Mapping[str, object]) -> Iterable[tuple[str, str]]:
    """The snippets' names in an expression, each with the snippet's."""
    found = [
        (node.value.id, node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in snippets
    ]
    return dict.fromkeys(found)


@lru_cache(maxsize=128)
def _assignments(source: str) -> dict[str, ast.expr]:
    """What a program assigns to each name at last."""
    assigned: dict[str, ast.expr] = {}
    for statement in ast.parse(source).body:
        match statement:
            case ast.Assign(targets=[target], value=value):
                pairs = [(target, value)]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                pairs = [(target, value)]
            case _:
                continue
        if isinstance(target, ast.Tuple):
            each = value.elts if isinstance(value, ast.Tuple) else []
            values = each if len(each) == len(target.elts) else [value] * len(target.elts)
            pairs = list(zip(target.elts, values, strict=True))
        assigned |= {one.id: its for one, its in pairs if isinstance(one, ast.Name)}
    return assigned


_FIGURE = re.compile(rf' {ANSWER_ATTRIBUTE}="([^"]*)"([^>]*)>(.*?)</data>', re.DOTALL)
_PROGRAM = re.compile(r'data-program="([^"]+)"')


def _first_line(source: str, name: str) -> int:
    """The line that first has a name, for names that are imported or set in a loop."""
    lines = source.splitlines()
    return next((n for n, line in enumerate(lines, 1) if re.search(rf"\b{name}\b", line)), 1)


class Link(NamedTuple):
    """Where files of the source are shown, seen from a page."""

    root: str

    def to(self, path: str, line: int) -> str:
        """The address of a line of a file, which is named by the path from its package.

        >>> Link("../source/").to("pkg/module.py", 12)
        '../source/pkg/#module-12'
        """
        file = Path(path)
        return f"{self.root}{file.parent.as_posix()}/#{file.stem}-{line}"


class Asked(NamedTuple):
    """A page whose figures can be asked.

    Args:
        html: its content, with the list of answers at its end.
        figures: what each figure shows, in the page's order, and what it answers.
    """

    html: str
    figures: tuple[tuple[str, Answer], ...]


def gather(html: str, link: Link, folder: Path) -> Asked:
    """Move the answers of a page's figures to a list at its end; each figure names its entry.

    The list needs no script, and is one stop for the keyboard. A script shows an entry beside the
    figure that was clicked on.

    Args:
        html: the content of a page.
        link: gives the address, seen from the page, of a line of a file.
        folder: of the snippets.
    """
    entries: dict[str, tuple[str, str]] = {}  # by answer: the id, and what was shown first
    figures: list[tuple[str, Answer]] = []

    def name(match: re.Match[str]) -> str:
        text = unescape(match[1])
        figures.append((unescape(match[3]), Answer.from_text(text)))
        entry = entries.setdefault(text, (f"figure-{len(entries) + 1}", match[3]))
        return f' {ANSWER_ATTRIBUTE}="{entry[0]}"{match[2]}>{match[3]}</data>'

    html = _FIGURE.sub(name, html)
    programs = {name: folder / f"{name}.py" for name in _PROGRAM.findall(html)}
    links = [
        f'<a href="{link.to(f"{folder.name}/{path.name}", 1)}">{escape(name)}</a>'
        for name, path in programs.items()
        if path.is_file()
    ]
    if not entries and not links:
        return Asked(html, ())
    listed = "".join(
        _entry(identifier, shown, Answer.from_text(text), link)
        for text, (identifier, shown) in entries.items()
    )
    if links:
        listed += f"<p>Programs that this page runs: {' · '.join(links)}</p>"
    at_the_end = (
        f'<details class="answers {GENERATED_CLASS}"><summary>Where the figures of this page come '
        f"from: exact values, formulas, code</summary>{listed}</details>"
    )
    return Asked(f"{html}\n{at_the_end}", tuple(figures))


def _entry(identifier: str, shown: str, answer: Answer, link: Link) -> str:
    lines = [f"<p><b>{shown}</b> in full: <b>{escape(answer.exact)}</b></p>"]
    if shown == answer.exact:
        lines = [f"<p><b>{shown}</b></p>"]
    for step in answer.steps:
        name = f"<i>{escape(step.name)}</i> = " if step.name else ""
        lines.append(f"<p>{name}{escape(step.words)}<br>= {escape(step.numbers)}</p>")
    lines += [f"<p>Source: {escape(source)}</p>" for source in answer.sources]
    links = [
        f'<a href="{escape(link.to(path, line))}">{escape(Path(path).name)}, line {line}</a>'
        for path, line in answer.places
    ]
    if links:
        lines.append(f"<p>Code: {' · '.join(links)}</p>")
    return f'<div class="answer" id="{identifier}">{"".join(lines)}</div>'
