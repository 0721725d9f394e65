"""The list of all claims: complete, in the file's order, its figures and links checked."""

import pytest
from bs4 import BeautifulSoup

CLAIMS = """
[first]
title = "Said first"

[first.enough]
verdict = "holds if narrowed"
source = "twelve are *enough*"
holds = "a.n > 10"
shows = "There are {{ a.n:d }}, and more."

[first.liked]
verdict = "is not a number"
source = "they are nice"
why = "That is a matter of taste."

[then]
title = "Said then"

[then.twelve]
verdict = "holds"
source = "there are twelve"
holds = "a.n == 12"
shows = "{{ a.n:d }}."
"""
LIST = "# List\n\n[CLAIMS]\n"
OTHER = "# Other\n\n[Enough.](claim:enough) [Nice.](claim:liked) [Twelve.](claim:twelve)\n"
COUNTS = ["All: 3", "Holds: 1", "Holds if narrowed: 1", "Does not hold: 0", "Is not a number: 1"]


@pytest.fixture
def listed(site):
    config = site.read("mkdocs.yml")
    config = config.replace("figures: {seconds: 2}", "figures: {claims: docs/c.toml}\n  - toc")
    site.write("mkdocs.yml", config + 'exclude_docs: "*.toml"\nvalidation: {anchors: warn}\n')
    site.write("docs/c.toml", CLAIMS)
    site.write("docs/index.md", "# Page\n\n[There are {{ a.n:d }}.](claim:twelve)\n")
    site.write("docs/list.md", LIST)
    site.write("docs/other.md", OTHER)
    site.write("tests/accepted/index.txt", "a.n:d = 12\na.n:d = 12\n")
    site.write("tests/accepted/other.txt", "a.n:d = 12\na.n:d = 12\n")
    counts = "".join(f"claims = {line}\n" for line in COUNTS)
    site.write("tests/accepted/list.txt", counts + "a.n:d = 12\na.n:d = 12\n")
    return site


def test_every_claim_is_listed_in_the_files_order(listed):
    result = listed.build()
    assert result.returncode == 0, result.stderr
    page = BeautifulSoup(listed.read("site/list/index.html"), "html.parser")
    assert [item.get_text() for item in page.select(".counts li")] == COUNTS
    assert [heading["id"] for heading in page("h2")] == ["said-first", "said-then"]
    entries = page.select(".claims > li")
    assert [entry.select_one(".said").get_text() for entry in entries] == [
        "“twelve are *enough*”",
        "“they are nice”",
        "“there are twelve”",
    ]
    assert [entry.select_one(".verdict").get_text() for entry in entries] == [
        "Holds if narrowed",
        "Is not a number",
        "Holds",
    ]
    assert entries[0].select_one("data.figure").get_text() == "12"
    assert "That is a matter of taste." in entries[1].get_text()


def test_a_claim_is_linked_to_each_sentence_that_makes_it(listed):
    assert listed.build().returncode == 0
    page = BeautifulSoup(listed.read("site/list/index.html"), "html.parser")
    links = [(a["href"], a.get_text()) for a in page.select(".claims > li")[2]("a")]
    assert links == [("../#says-twelve", "Page"), ("../other/#says-twelve", "Other")]


@pytest.mark.parametrize(
    ("path", "old", "new", "message"),
    [
        ("docs/other.md", "[Nice.](claim:liked)", "", "makes the claim 'liked'"),
        ("docs/other.md", "[Nice.](claim:liked)", "`[Nice.](claim:liked)`", "leads to no heading"),
        (
            "docs/c.toml",
            '"holds"',
            '"true"',
            "docs/list.md:3: [CLAIMS]: docs/c.toml: claim 'twelve'",
        ),
        ("docs/c.toml", "{{ a.n:d }}.", "{{ a.x:d }}.", "there is no 'x'"),
        ("tests/accepted/list.txt", "a.n:d = 12\n", "a.n:d = 11\n", "a.n:d: 11 → 12"),
        ("tests/accepted/list.txt", "All: 3", "All: 4", "claims: All: 4 → All: 3"),
    ],
)
def test_a_list_that_is_wrong_fails_the_build(listed, path, old, new, message):
    listed.write(path, listed.read(path).replace(old, new))
    result = listed.build()
    assert result.returncode == 1
    assert message in result.stderr
    assert listed.built() == []
