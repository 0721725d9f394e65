"""Every external source that the arithmetic rests on, gathered from where it is named.

Those places are the catalogues (each entry of a TOML file of this package), the conventions of
training state, and the docstrings of functions and classes: from a line that begins with "Source:"
or "Sources:" to the paragraph's end. A semicolon separates several sources; after a colon stands
what one of them says.
"""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from gpumath.memory.training_state import CONVENTIONS

DATA_SHEETS = "Data sheets"
CONFIGURATIONS = "Model configurations"
PAPERS = "Papers"
SOFTWARE = "Software, documentation and standards"
MEASUREMENTS = "Measurements and reports"
GROUPS = (DATA_SHEETS, CONFIGURATIONS, PAPERS, SOFTWARE, MEASUREMENTS)

_CATALOGUES = {"parts": DATA_SHEETS, "networks": DATA_SHEETS, "models": CONFIGURATIONS}
# Up to a number on arXiv, or with a title in quotes and the year of a journal.
_PAPER = re.compile(r'.*arXiv \d{4}\.\d{5}|.*", .* \d{4}$')
_ADDRESSES = {
    r"arXiv (\d{4}\.\d{5})": "https://arxiv.org/abs/",
    r"config\.json of ([\w-]+/[\w.-]*\w)": "https://huggingface.co/",
    r"\b((?:[\w-]+\.)+com/[\w./-]*\w)": "https://",
}


@dataclass(frozen=True, kw_only=True)
class Source:
    """One external source.

    Args:
        group: what it is: one of `GROUPS`.
        name: what it is called.
        entries: of catalogues, and conventions, that rest on it.
        functions: functions and classes whose docstrings name it.
        checked: the oldest date on which an entry was compared with it; None if there is none.
    """

    group: str
    name: str
    entries: tuple[str, ...]
    functions: tuple[str, ...]
    checked: date | None

    @property
    def address(self) -> str | None:
        """Where it is on the web; None if its name does not tell.

        >>> [source.address for source in sources() if "QLoRA" in source.name]
        ['https://arxiv.org/abs/2305.14314']
        """
        return _address(self.name)


def sources() -> tuple[Source, ...]:
    """All sources, group by group, each in the order of the alphabet.

    >>> found = {source.name: source for source in sources()}
    >>> found["Hu et al., LoRA, arXiv 2106.09685"].functions
    ('lora_parameters',)
    """
    package = files("gpumath")
    return gather([*_in_catalogues(package), *_in_conventions(), *_in_docstrings(package)])


class Mention(NamedTuple):
    """One place that names a source."""

    group: str
    text: str
    entry: str = ""
    function: str = ""
    checked: date | None = None


def gather(mentions: Iterable[Mention]) -> tuple[Source, ...]:
    """The sources that are mentioned, each once: by its address, or else by its name.

    >>> (once,) = gather([Mention(SOFTWARE, "IEEE 754", function="f"),
    ...                   Mention(SOFTWARE, "IEEE 754", function="g")])
    >>> once.functions
    ('f', 'g')
    """
    by_key: dict[str, list[Mention]] = {}
    for mention in mentions:
        by_key.setdefault(_address(mention.text) or mention.text, []).append(mention)
    found = [_source(each) for each in by_key.values()]
    return tuple(sorted(found, key=lambda each: (GROUPS.index(each.group), each.name.casefold())))


def _source(mentions: list[Mention]) -> Source:
    first = mentions[0]
    papers = [match[0] for each in mentions if (match := _PAPER.match(each.text))]
    group = DATA_SHEETS if "data sheet" in first.text else first.group
    dates = [each.checked for each in mentions if each.checked]
    return Source(
        group=PAPERS if papers else group,
        name=max(papers, key=len) if papers else first.text,
        entries=tuple(dict.fromkeys(each.entry for each in mentions if each.entry)),
        functions=tuple(dict.fromkeys(each.function for each in mentions if each.function)),
        checked=min(dates) if dates else None,
    )


def _address(text: str) -> str | None:
    for pattern, site in _ADDRESSES.items():
        if match := re.search(pattern, text):
            return site + match[1]
    return None


def _in_catalogues(package: Traversable) -> Iterator[Mention]:
    for file in _files(package, ".toml"):
        group = _CATALOGUES.get(file.name.removesuffix(".toml"), MEASUREMENTS)
        for entry, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for each in _names(table["source"]):
                yield Mention(group, each, entry=entry, checked=table["checked"])


def _in_conventions() -> Iterator[Mention]:
    for name, convention in CONVENTIONS.items():
        for each in _names(convention.source):
            yield Mention(SOFTWARE, each, entry=f"training state, {name}")


def _in_docstrings(package: Traversable) -> Iterator[Mention]:
    """A source "as for" another function is that one's, and is left out."""
    documented = (ast.FunctionDef, ast.ClassDef)
    for file in _files(package, ".py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, documented):
                for each in quoted(ast.get_docstring(node) or ""):
                    if not each.startswith("as for"):
                        yield Mention(SOFTWARE, each, function=node.name)


def quoted(docstring: str) -> list[str]:
    r"""The sources that a docstring names.

    >>> quoted("A formula.\n\nSources: Hu et al., LoRA,\narXiv 2106.09685 §4.1; IEEE 754.")
    ['Hu et al., LoRA, arXiv 2106.09685 §4.1', 'IEEE 754']
    """
    found = re.findall(r"^Sources?: (.*?)(?=\n\n|\Z)", docstring, re.DOTALL | re.MULTILINE)
    texts = [" ".join(text.split()).removesuffix(".") for text in found]
    return [each for text in texts for each in _names(text)]


def _names(text: str) -> list[str]:
    return [each.partition(": ")[0] for each in text.split("; ")]


def _files(folder: Traversable, ending: str) -> Iterable[Traversable]:
    """The files of a package with that ending, in a fixed order."""
    for each in sorted(folder.iterdir(), key=lambda path: path.name):
        if each.is_dir():
            yield from _files(each, ending)
        elif each.name.endswith(ending):
            yield each
