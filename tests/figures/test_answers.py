"""What figures answer when they are asked: on the built page, and where the code is shown."""

import re
import sys

import pytest
from bs4 import BeautifulSoup

from figures.printed import TELLER, teller, telling, untold

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


ODD = """# A program of odd f-strings.
from sums.sizes import Bytes


def shown(size):
    print("shown", end=" ")
    return size


size, given = Bytes(5000), True
sizes = iter([Bytes(1), Bytes(2), Bytes(3)])
print(f"{next(sizes):d B} {next(sizes):d B} {next(sizes):d B}")
print(f"{size if given else missing:d B}")
print(f"{shown(size):d B}")
print(f"[{f'{size:d B}':>10s}] {size!r:>6s} {[f'{each:d B}' for each in (size,)][0]:>8s}")
print(f"{sum(each for each in (size, size)):d}", f"{size=:{6}d B}", f"{(lambda: size)():d B}")
print(*(f"{Bytes(size * n):d B}" for n in (1, 2)))
print(f"{(more := Bytes(size + 1)):d B} {more:d B}")
"""


def test_a_program_prints_the_same_when_it_tells(tmp_path, monkeypatch, capsys):
    for name, text in (("__init__", SUMS), ("sizes", QUANTITY)):
        (tmp_path / "sums").mkdir(exist_ok=True)
        (tmp_path / f"sums/{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    exec(compile(ODD, "odd", "exec"), {"__name__": "odd"})
    plain = capsys.readouterr().out
    tell = teller("snippets/odd.py", ["sums"])
    exec(compile(telling(ODD), "odd", "exec"), {"__name__": "odd", TELLER: tell})
    told = capsys.readouterr().out
    assert untold(told) == plain
    assert told.count("\ue010") == 11
    for name in ("sums", "sums.sizes"):
        del sys.modules[name]


STALE = """first, *rest = 1, 2, 3
size = first * 4
first = 7
total = 1
for each in rest:
    total += each
half, parts = 3, [3]
third = sum(n for part in [parts] for n in part)
gone = half * 2
del half
many: int = third * 2
"""


def test_an_old_formula_is_not_told(site):
    site.write("snippets/a.py", STALE)
    site.write("docs/index.md", "# Page\n\n{{ a.size }} {{ a.total }} {{ a.gone }} {{ a.many }}\n")
    site.write("tests/accepted/index.txt", "a.size = 4\na.total = 6\na.gone = 6\na.many = 6\n")
    done = site.build()
    assert done.returncode == 0, done.stderr
    entries = [list(entry.stripped_strings) for entry in page_of(site)(class_="answer")]
    assert [entry[0] for entry in entries] == ["4", "6", "6", "6"]
    texts = [" ".join(entry) for entry in entries]
    assert [" = " in text for text in texts] == [False, False, False, True]
    assert "many = third × 2 = 3 × 2" in texts[3]


def test_a_program_without_a_file_of_its_own_cannot_be_asked(site):
    site.write("sums/sizes.py", QUANTITY)
    program = 'from sums.sizes import Bytes\nprint(f"{Bytes(5):d B}")\n'
    page = f'# Page\n\n```python exec="on" id="x"\n{program}```\n\n{{{{ a.n:d }}}}\n'
    site.write("docs/index.md", page)
    accepted = site.figures("accept")
    assert accepted.returncode == 0, accepted.stderr
    assert site.build().returncode == 0
    assert [figure.get_text() for figure in page_of(site)("data")] == ["12"]
