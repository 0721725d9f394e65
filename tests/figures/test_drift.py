"""A figure that differs from the accepted one fails the build; accepting is a person's act."""

import pytest
from bs4 import BeautifulSoup

from figures.accepted import Drift, drifts, report
from figures.record import Figure, read_page, unprintable


def test_an_edit_is_drift_until_it_is_accepted(site):
    site.write("docs/other.md", "# Other\n\n{{ a.n:d }} again\n")
    site.write("tests/accepted/other.txt", "a.n:d = 12\n")
    assert site.build().returncode == 0
    site.write("snippets/a.py", site.read("snippets/a.py").replace("n = 12", "n = 15"))

    done = site.build()
    assert done.returncode == 1
    assert "index · Page\n    a.n:d: 12 → 15 (+25.0%)   also on other" in done.stderr
    assert done.stderr.rstrip().splitlines()[-1].endswith("accept it: make accept")
    assert site.built() == []

    refused = site.figures("accept", CI="true")
    assert refused.returncode == 1
    assert "not accepted under CI" in refused.stderr
    assert site.read("tests/accepted/index.txt") == "a.n:d = 12\n"

    accepted = site.figures("accept")
    assert accepted.returncode == 0, accepted.stderr
    assert "12 → 15" in accepted.stdout
    assert site.read("tests/accepted/index.txt") == "a.n:d = 15\n"
    assert site.build().returncode == 0


@pytest.mark.parametrize("options", [[], ["--no-strict"], ["--quiet"], ["--dirty"], ["--verbose"]])
@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("# Page\n\nIt is {{ a.n:d }} and {{ a.n * 2:d }}.\n", "a.n * 2:d: new, 24"),
        ("# Page\n\nIt is {{ a.n + 1:d }}.\n", "a.n:d: 12 → gone"),
        ("# Page\n\nIt is {{ a.n:.1f }}.\n", "a.n:.1f: new, 12.0"),
    ],
)
def test_a_new_or_vanished_figure_is_drift(site, options, page, told):
    site.write("docs/index.md", page)
    done = site.build(*options)
    assert done.returncode == 1
    assert told in done.stderr
    assert site.built() == []


def test_a_page_that_vanished_is_drift(site):
    site.write("tests/accepted/gone/page.txt", "a.n:d = 12\n")
    done = site.build()
    assert done.returncode == 1
    assert "gone/page\n    a.n:d: 12 → gone" in done.stderr
    assert site.figures("accept").returncode == 0
    assert not (site.folder / "tests/accepted/gone/page.txt").exists()


def test_rewording_is_no_drift(site):
    site.write("docs/index.md", "# Another title\n\nNow it says {{ a.n:d }}!\n")
    assert site.build().returncode == 0


def test_a_failing_site_is_not_accepted(site):
    site.write("docs/index.md", "{{ a.m }} {{ a.n:.1f }}")
    assert site.figures("accept").returncode != 0
    assert site.read("tests/accepted/index.txt") == "a.n:d = 12\n"


def test_check_does_the_same_for_any_built_site(site):
    site.build()
    done = site.figures("check", "site")
    assert (done.returncode, done.stdout) == (0, "1 figures on 1 pages are as accepted\n")
    html = site.read("site/index.html").replace(">12</data>", ">13</data>")
    site.write("site/index.html", html)
    done = site.figures("check", "site")
    assert done.returncode == 1
    assert "a.n:d: 12 → 13 (+8.3%)" in done.stderr
    assert site.figures("check", "docs").returncode == 2


PAGE = """
<h2>One</h2>
<p><data class="figure" data-expression="a.f(x = 1)" data-format=".1f GB">1.0
 GB</data></p>
<p><img alt="about 12 things" data-expression="a.n" data-format="d"><img alt="a cat"></p>
<h2 id="two">Two <data class="figure" data-expression="a.n">12</data><a>\u00b6</a></h2>
<pre><code>typed by hand 3</code></pre>
<div class="generated" data-program="b"><pre><code>  one 1

two 2</code></pre>
<table><tr><th>k</th><th>v</th></tr><tr><td>x</td><td>3 <b>GB</b></td></tr></table>
<ul><li>item 4</li></ul>
<svg><text>chart <tspan>5</tspan></text></svg><p>six 6</p>seven 7 <b>and eight 8</b>
<div>nine 9</div>
<ul><li>nested 10<ul><li>deeper 11</li></ul></li></ul>
<svg role="img" aria-label="a drawing of 12"><g aria-label="13"></g></svg></div>
"""


def test_every_kind_of_figure_is_recorded_in_the_pages_order():
    assert [
        (figure.origin, figure.shown) for figure in read_page(BeautifulSoup(PAGE, "html.parser"))
    ] == [
        ("a.f(x=1):.1f GB", "1.0 GB"),
        ("a.n:d", "about 12 things"),
        ("a.n", "12"),
        ("b", "  one 1"),
        ("b", "two 2"),
        ("b", "k | v"),
        ("b", "x | 3 GB"),
        ("b", "item 4"),
        ("b", "chart 5"),
        ("b", "six 6"),
        ("b", "seven 7 and eight 8"),
        ("b", "nine 9"),
        ("b", "nested 10"),
        ("b", "deeper 11"),
        ("b", "a drawing of 12"),
    ]
    assert {figure.heading for figure in read_page(BeautifulSoup(PAGE, "html.parser"))} == {
        "One",
        "Two 12",
    }


def test_lines_of_a_program_are_matched_in_order():
    old = [Figure("b", "x 1"), Figure("b", "y 2"), Figure("b", "z 3")]
    new = [Figure("b", "x 1"), Figure("b", "y 20"), Figure("b", "z 3"), Figure("b", "w 4")]
    assert drifts({"p": new}, {"p": old}) == [
        Drift("p", "", "b", "y 2", "y 20"),
        Drift("p", "", "b", None, "w 4"),
    ]
    text = report(drifts({"p": new}, {"p": old}), {"p": new}, "make accept")
    assert "b: y 2 → y 20 (+900.0%)" in text
    assert "b: new, w 4" in text


@pytest.mark.parametrize(
    "shown",
    [
        "nan GB",
        "total: inf",
        "None",
        "x: None",
        "-inf",
        "NaN",
        "{'k v': 1}",
        "{1: 2}",
        "<a.B object at 0x7f>",
    ],
)
def test_what_no_reader_should_see(shown):
    assert unprintable({"p": [Figure("b", shown)]}) == [f"p: b prints {shown!r}"]


@pytest.mark.parametrize(
    "shown", ["12 GB", "information", "nanometre", "None of the cards fits.", "{ x }", '{"a": 1}']
)
def test_what_a_reader_may_see(shown):
    assert unprintable({"p": [Figure("b", shown)]}) == []
