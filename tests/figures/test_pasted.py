"""Quantities typed by hand: what is found, where, and what is left alone."""

import json

import pytest

from figures.pasted import Finder, Typed

UNITS = ["B", "GB", "GB/s", "GPU", "GPUs", "bytes", "kB", "tokens", "W"]


@pytest.fixture
def find(tmp_path):
    def find(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        found = Finder(UNITS).in_file(path)
        return [(each.place.removeprefix(f"{tmp_path}/"), each.text) for each in found]

    return find


@pytest.mark.parametrize(
    "text",
    ["180 GB", "180GB", "80-GB", "179.5 GB", "1,979 GB/s", "3 GPUs", "16,384 tokens", "70 %", "70%",
     "9.6×", "9.6x", "10 times", "3-fold", "$5", "€ 1,000", "-2.1 GB", "32 percent"],
)  # fmt: skip
def test_a_quantity(find, text):
    assert find("a.md", f"# Page\n\nIt is {text}.") == [("a.md:3", text)]


@pytest.mark.parametrize(
    "text",
    ["FP16", "H100", "Llama-3.1-8B", "lesson II.03", "16-bit", "1. First", "4,096 numbers",
     "10⁹ bytes", "`180 GB`",
     "{{ a.n:.0f GB }}", "[x](180%20GB.md)", "<i title='3 GPUs'>x</i>", "in 2018",
     "2 × layers", "arXiv 1910.02054", "V.03", "a 2:4 pattern"],
)  # fmt: skip
def test_a_name_is_no_quantity(find, text):
    assert find("a.md", f"{text}") == []


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.md", "---\ntitle: of 3 GPUs\n---\n", ("a.md:2", "3 GPUs")),
        ("a.md", "## About 3 GPUs", ("a.md:1", "3 GPUs")),
        ("a.md", "| x |\n|--|\n| 180 GB |", ("a.md:3", "180 GB")),
        ("a.md", "??? note\n\n    180 GB", ("a.md:3", "180 GB")),
        ("a.md", "![a 180 GB bar](x.png)", ("a.md:1", "180 GB")),
        ("a.md", "```text\ntotal 180 GB\n```", ("a.md:2", "180 GB")),
        ("a.md", "```mermaid\nA[180 GB]\n```", ("a.md:2", "180 GB")),
        ("a.yml", "nav:\n  - For 3 GPUs: x.md", ("a.yml:2", "3 GPUs")),
        ("a.svg", "<svg width='3 GPUs'>\n<text>180 GB</text></svg>", ("a.svg:2", "180 GB")),
        ("a.py", "# of one\nprint('total 180 GB')", ("a.py:2", "180 GB")),
        ("a.py", "# for 180 GB", ("a.py:1", "180 GB")),
        ("a.py", "print(f'{n} of 180 GB')", ("a.py:1", "180 GB")),
        ("a.py", 'def f():\n    """Says 180 GB."""', ("a.py:2", "180 GB")),
        ("a.py", "print(f'{n / 1e9:.0f} GB')", ("a.py:1", "the unit' GB' after a plain number")),
    ],
)
def test_everywhere(find, name, text, found):
    assert find(name, text) == [found]


def test_in_notebooks(find):
    cells = [
        {"cell_type": "markdown", "id": "one", "source": ["x\n", "of 180 GB"]},
        {"cell_type": "code", "id": "two", "source": ["print('3 GPUs')"], "outputs": []},
        {"cell_type": "code", "id": "three", "source": ["n"], "outputs": [{"text": "16 GB"}]},
    ]
    assert find("a.ipynb", json.dumps({"cells": cells})) == [
        ("a.ipynb cell 'one':2", "180 GB"),
        ("a.ipynb cell 'two':1", "3 GPUs"),
        ("a.ipynb cell 'three', stored output:1", "16 GB"),
    ]


def test_examples_in_docstrings_are_tested_elsewhere(find):
    text = 'def f():\n    """A size.\n\n    >>> f()\n    \'180 GB\'\n\n    More.\n    """\n'
    assert find("a.py", text) == []


def test_a_marked_quantity_has_its_reason(tmp_path):
    path = tmp_path / "a.md"
    path.write_text('They say "800 kB". <!-- typed: a quotation -->')
    (typed,) = Finder(UNITS).in_file(path)
    assert (typed.text, typed.reason) == ("800 kB", "a quotation")


def test_the_message_names_the_field_that_prints_the_same():
    typed = Typed("a.md:3", "180 GB", None)
    assert typed.message({"180GB": "a.n:.0f GB"}) == (
        "a.md:3: '180 GB' is typed by hand; {{ a.n:.0f GB }} prints the same"
    )


def test_it_fails_the_build(site):
    site.write("snippets/a.py", site.read("snippets/a.py") + "size = format(12, 'd') + ' GB'\n")
    site.write("docs/index.md", "{{ a.n:d }} {{ a.size:s }}\n\nIt is 12 GB of 3 GPUs.\n")
    site.write("tests/accepted/index.txt", "a.n:d = 12\na.size:s = 12 GB\n")
    done = site.build()
    assert done.returncode == 1
    assert (
        "docs/index.md:3: '12 GB' is typed by hand; {{ a.size:s }} prints the same" in done.stderr
    )
    assert "docs/index.md:3: '3 GPUs' is typed by hand" in done.stderr
    site.write(
        "docs/index.md",
        "{{ a.n:d }} {{ a.size:s }}\n\nIt is 12 GB of 3 GPUs. <!-- typed: a quotation -->\n",
    )
    done = site.build()
    assert done.returncode == 0, done.stderr
    assert "docs/index.md:3: '12 GB' is typed by hand: a quotation" in done.stderr
