"""What figures answer when they are asked: on the built page, and where the code is shown."""

import re

import pytest
from bs4 import BeautifulSoup

SUMS = '''"""Sums."""


def total(each, count):
    """Each times count."""
    return each * count
'''
A = """from sums import total

each = 4096
n = total(each, count=3)
kind = "whole"
both = n + each
"""
PAGE = """# Page

It is {{ a.n:,d }}, or {{ a.n / 2:.0f }}; {{ a.kind }}. Together {{ a.both:d }}.

```python exec="on" id="b"
--8<-- "b.py"
```

```python exec="on" html="on" id="c"
--8<-- "c.py"
```
"""
QUANTITY = '''"""A number with a unit."""


class Bytes(int):
    """Bytes."""

    def __format__(self, spec):
        return f"{int(self):{spec.split(' ')[0]}} B"

    __str__ = lambda self: f"{int(self):,} B"
'''
B = """# Prints a table.
from sums.sizes import Bytes

size, words = Bytes(5000), "plain"
print("| what | size |\\n|:--|--:|")
for half in (size, Bytes(size // 2)):
    print(f"| {words:s} {len(words):d} | {half:6d B} |")
print(f"| sum | {Bytes(size + size // 2):d B} |")
"""

C = """# Draws.
print('<p title="9"><data value="9000" data-exact="9,000 B">9 kB</data></p>')
"""


@pytest.fixture(scope="module")
def built(shared_site):
    return build(shared_site)


def build(site):
    site.write("sums/__init__.py", SUMS)
    site.write("sums/sizes.py", QUANTITY)
    site.write("snippets/a.py", A)
    site.write("snippets/b.py", B)
    site.write("snippets/c.py", C)
    site.write("docs/index.md", PAGE)
    accepted = site.figures("accept")
    assert accepted.returncode == 0, accepted.stderr
    done = site.build()
    assert done.returncode == 0, done.stderr
    return site


def page_of(site):
    return BeautifulSoup(site.read("site/index.html"), "html.parser")


def answer_to(page, shown):
    figure = next(data for data in page("data") if data.get_text() == shown)
    lines = page.find(id=figure["data-answer"])("p")
    return [line.get_text(" ", strip=True) for line in lines]


def test_a_computed_figure(built):
    assert answer_to(page_of(built), "12,288") == [
        "12,288",
        "n = each × count = 4,096 × 3",
        "Code: a.py, line 4 · __init__.py, line 4",
    ]


def test_an_expression_and_what_it_is_made_of(built):
    assert answer_to(page_of(built), "6144")[:3] == [
        "6144 in full: 6,144",
        "n / 2 = 12,288 / 2",
        "n = each × count = 4,096 × 3",
    ]
    assert answer_to(page_of(built), "16384")[1] == "both = n + each = 12,288 + 4,096"


def test_text_is_no_formula(built):
    assert answer_to(page_of(built), "whole") == ["whole", "Code: a.py, line 5"]


def test_figures_that_a_program_prints(built):
    page = page_of(built)
    cells = page.select(".generated td data")
    assert [cell.get_text() for cell in cells] == ["5000 B", "2500 B", "7500 B"]
    assert [cell["value"] for cell in cells] == ["5000", "2500", "7500"]
    assert answer_to(page, "2500 B") == ["2500 B in full: 2,500 B", "Code: b.py, line 7"]
    assert answer_to(page, "7500 B")[1] == "size + ⌊size / 2⌋ = 5,000 B + ⌊5,000 B / 2⌋"


def test_figures_that_a_program_wrote_as_elements(built):
    assert answer_to(page_of(built), "9 kB") == ["9 kB in full: 9,000 B", "Code: c.py, line 1"]


def test_the_record_has_each_figure_once(built):
    accepted = built.read("tests/accepted/index.txt").splitlines()
    assert accepted == [
        "a.n:,d = 12,288",
        "a.n / 2:.0f = 6144",
        "a.kind = whole",
        "a.both:d = 16384",
        "b = what | size",
        "b = plain 5 | 5000 B",
        "b = plain 5 | 2500 B",
        "b = sum | 7500 B",
        "c = 9",
        "c = 9 kB",
    ]


def test_the_list_is_one_stop_for_the_keyboard(built):
    page = page_of(built)
    answers = page.find("details", class_="answers")
    assert not answers.has_attr("open")
    assert not page.select("data[tabindex], data[role]")
    links = [link["href"] for link in answers.select("p:last-child a")]
    assert "source/snippets/#b-1" in links


def test_links_lead_to_the_very_line(built):
    page = page_of(built)
    figure = next(data for data in page("data") if data.get_text() == "12,288")
    link = page.find(id=figure["data-answer"]).find("a", string=re.compile("line 4"))["href"]
    path, _, anchor = link.partition("#")
    source = BeautifulSoup(built.read(f"site/{path}index.html"), "html.parser")
    assert source.find(id=anchor).get_text().strip() == "n = total(each, count=3)"


def test_nothing_is_left_of_the_signs(built):
    for path in (built.folder / "site").rglob("*.html"):
        assert not re.search("[\ue000-\ue0ff]", path.read_text(encoding="utf-8"))


def test_a_source_page_follows_an_edit(site):
    build(site)
    site.write("snippets/a.py", "# A new first line.\n" + A)
    assert site.build().returncode == 0
    assert "a.py, line 5" in " ".join(answer_to(page_of(site), "12,288"))
