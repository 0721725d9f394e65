"""Quantities typed by hand: what is found, where, and what is left alone."""

import json

import pytest
from bs4 import BeautifulSoup

from figures.pasted import Finder, Typed

UNITS = ["B", "GB", "GB/s", "GPU", "GPUs", "bytes", "kB", "s", "tokens", "W"]


def typed(text):
    return list(Finder(UNITS).in_text(text))


@pytest.mark.parametrize(
    "text",
    ["180 GB", "180GB", "80-GB", "179.5 GB", "1,979 GB/s", "3 GPUs", "16,384 tokens", "70 %", "70%",
     "9.6×", "9.6x", "10 times as", "3-fold", "$5", "€ 1,000", "-2.1 GB", "32 percent", "5 dollars",
     "80 thousand tokens", "1.5e3 GB", "700 W"],
)  # fmt: skip
def test_a_quantity(text):
    assert typed(f"It is {text} more.") == [text]


def test_a_quantity_has_many_spaces():
    for space in ("  ", "\n", "\xa0", "\u2009", "\u202f"):
        assert typed(f"It is 180{space}GB.") == ["180 GB"]


@pytest.mark.parametrize(
    "text",
    ["FP16", "H100", "Llama-3.1-8B", "A100-80GB", "lesson II.03", "16-bit", "4,096 numbers",
     "10⁹ bytes", "in 2018", "2 × layers × heads", "3 x 3 tiles", "arXiv 1910.02054", "V.03",
     "a 2:4 pattern", "4x4",
     "In 2026 GPUs became scarce", "Layer 3 tokens", "Step 1 GPU memory", "CUDA 12 GPUs",
     "the 1980s", "the 2-token window", "Read it 2 times", "$2n$ terms", "GPT-3 tokens",
     "an 8B model", "Python 3.13 tokens", "8 conversations", "Figure 2 W"],
)  # fmt: skip
def test_a_name_is_no_quantity(text):
    assert typed(text) == []


GENERATED = """<data class="figure" data-expression="a.n">180 GB</data>"""


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>It is 180\nGB.</p>", ["180 GB"]),
        ("<p>It is <strong>180</strong> GB, or <a href='x'>3</a> GPUs.</p>", ["180 GB", "3 GPUs"]),
        ("<h2>About 3 GPUs</h2>", ["3 GPUs"]),
        ("<table><tr><td>180 GB</td><td>x</td></tr></table>", ["180 GB"]),
        ("<details><summary>3 GPUs</summary><p>x</p></details>", ["3 GPUs"]),
        ("<dl><dt>x</dt><dd>180 GB</dd></dl>", ["180 GB"]),
        ("<p><code>180 GB</code></p>", ["180 GB"]),
        ("<p><img alt='a 180 GB bar'></p>", ["180 GB"]),
        ("<p><a title='of 180 GB' href='180%20GB'>x</a></p>", ["180 GB"]),
        (f"<p>{GENERATED} GB</p>", ["a unit after a figure: GB"]),
        (f"<p>{GENERATED} %</p>", ["a unit after a figure: %"]),
        (GENERATED.replace("a.n", "a.same('180 GB')"), ["180 GB"]),
        (f"<p>It is {GENERATED}, {GENERATED} tokens.</p>", []),
        ("<p><img alt='180 GB' data-expression='a.n'></p>", []),
        ("<div class='generated'><p>180 GB</p></div>", []),
        ("<pre><code>180 GB</code></pre>", []),
        ("<p class='x 180GB' id='180GB'>x</p>", []),
        ("<td>8</td><td>GB</td>", []),
    ],
)
def test_on_a_page(html, found):
    page = BeautifulSoup(f"<nav>3 GPUs</nav><article>{html}</article>", "html.parser")
    assert list(Finder(UNITS).in_page(page)) == [(text, None) for text in found]


@pytest.fixture
def find(tmp_path):
    def find(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        found = Finder(UNITS).in_source(path)
        return [(each.place.removeprefix(f"{tmp_path}/"), each.text) for each in found]

    return find


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.md", "---\ntitle: of 3 GPUs\n---\n", ("a.md:2", "3 GPUs")),
        ("a.md", "x\n\n```text\ntotal 180 GB\n```", ("a.md:4", "180 GB")),
        ("a.md", "```mermaid\nA{180 GB}\n```", ("a.md:2", "180 GB")),
        ("a.md", "```text title='of 180 GB'\nx\n```", ("a.md:1", "180 GB")),
        ("a.md", "```python exec='on'\nprint('of 180 GB')\n```\n", ("a.md:2", "180 GB")),
        ("a.yml", "nav:\n  - For 3 GPUs: x.md", ("a.yml:2", "3 GPUs")),
        (
            "a.svg",
            "<svg width='3 GPUs'>\n<text>180<tspan> GB</tspan></text></svg>",
            ("a.svg", "180 GB"),
        ),
        ("a.py", "# of one\nprint('total 180 GB')", ("a.py:2", "180 GB")),
        ("a.py", "# for 180 GB", ("a.py:1", "180 GB")),
        ("a.py", "print(f'{n} of 180 GB')", ("a.py:1", "180 GB")),
        ("a.py", 'def f():\n    """Says 180 GB."""', ("a.py:2", "180 GB")),
        ("a.py", "print(f'{n / 1e9:.0f} GB')", ("a.py:1", "the unit' GB' after a plain number")),
    ],
)
def test_in_a_source(find, name, text, found):
    assert find(name, text) == [found]


def test_prose_is_looked_at_as_it_was_built(find):
    assert find("a.md", "# Page\n\nIt is 180 GB.\n\n| 180 GB |\n") == []


def test_in_notebooks(find):
    cells = [
        {"cell_type": "markdown", "id": "one", "source": ["x\n", "of 180 GB"]},
        {"cell_type": "raw", "id": "raw", "source": ["it's"]},
        {"cell_type": "code", "id": "two", "source": ["print('3 GPUs')"], "outputs": []},
        {"cell_type": "code", "id": "magic", "source": ["%time"], "outputs": []},
    ]
    assert find("a.ipynb", json.dumps({"cells": cells})) == [("a.ipynb cell 'two':1", "3 GPUs")]


def test_examples_in_docstrings_are_tested_elsewhere(find):
    text = 'def f():\n    """A size.\n\n    >>> f()\n    \'180 GB\'\n\n    More.\n    """\n'
    assert find("a.py", text) == []


def test_a_marked_quantity_has_its_reason(tmp_path):
    html = '<p>They say "800 kB". <!-- typed: a quotation --></p><p>Or 3 GPUs.</p>'
    found = list(Finder(UNITS).in_page(BeautifulSoup(html, "html.parser")))
    assert found == [("800 kB", "a quotation"), ("3 GPUs", None)]
    path = tmp_path / "a.py"
    path.write_text("print('800 kB')  # typed: a quotation")
    (typed,) = Finder(UNITS).in_source(path)
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
