"""Claims: a sentence, its evidence, and a build that fails when the numbers do not support it."""

import pytest
from bs4 import BeautifulSoup

from figures.expressions import FieldError, parse_condition

GOOD = """
[said]
title = "What is said"

[said.enough]
verdict = "holds"
source = "twelve are enough"
holds = "a.n > 10"
shows = "There are {{ a.n:d }}, and {{ a.same('more'):s }}."
"""
OPINION = """
[said.liked]
verdict = "is not a number"
source = "twelve are nice"
why = "That is a matter of taste."
"""
PAGE = "# Page\n\nIt is {{ a.n:d }}. [So *twelve* are {{ a.n:d }}.](claim:enough) More.\n"
ACCEPTED = "a.n:d = 12\na.n:d = 12\na.n:d = 12\na.same('more'):s = more\n"


@pytest.fixture
def claims(site):
    config = site.read("mkdocs.yml")
    config = config.replace("figures: {seconds: 2}", "figures: {seconds: 2, claims: docs/c.toml}")
    site.write("mkdocs.yml", config + 'exclude_docs: "*.toml"\n')
    site.write("docs/c.toml", GOOD)
    site.write("docs/index.md", PAGE)
    site.write("tests/accepted/index.txt", ACCEPTED)
    return site


def test_a_sentence_a_button_and_the_evidence(claims):
    assert claims.build().returncode == 0, claims.build().stderr
    page = BeautifulSoup(claims.read("site/index.html"), "html.parser")
    claim = page.select_one(".claim")
    assert claim["data-claim"] == "enough"
    assert claim["id"] == "says-enough"
    assert claim.span.get_text() == "So twelve are 12."
    assert claim.span.em.get_text() == "twelve"
    button, evidence = claim.button, claim.select_one(".evidence")
    assert button["popovertarget"] == evidence["id"] == "claim-enough"
    assert button["aria-label"] == "Evidence: enough"
    assert evidence.has_attr("popover")
    text = " ".join(evidence.get_text().split())
    assert "Said: “twelve are enough”" in text and "This holds." in text
    assert "There are 12, and more." in text
    assert "a.n > 10" in evidence.code.get_text()
    assert "c.toml" not in claims.built()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "What is said"', "", "part 'said' must be a table with a title and claims"),
        ('title = "What is said"', 'title = " "', "part 'said' must be a table with a title"),
        ("[said]", "loose = 3\n[said]", "part 'loose' must be a table with a title and claims"),
        (GOOD, GOOD + GOOD.replace("said", "more"), "claim 'enough' is there twice"),
        ('holds = "a.n > 10"', "", "a claim that 'holds' must have exactly verdict, source, holds"),
        (
            '"holds"',
            '"is not a number"',
            "'is not a number' must have exactly verdict, source, why",
        ),
        ('source = "', 'why = "so"\nsource = "', "must have exactly verdict, source, holds, shows"),
        ('verdict = "holds"', 'verdict = ["holds"]', "verdict must be one of holds, holds if"),
        ("a.n > 10", "a.n > 12", "the claim 'enough' does not hold: a.n > 12"),
        ("a.n > 10", "a.m > 10", "there is no 'm' in"),
        ("a.n > 10", "a.n", "'a.n' compares nothing"),
        ("a.n > 10", "a.n >", "'a.n >' is not an expression"),
        ("a.n > 10", "[a.n] > 10", "a list is not allowed"),
        ("a.n > 10", "a.forever() > 1", "still running"),
        ("a.n:d", "a.x:d", "there is no 'x'"),
        ('verdict = "holds"', 'verdict = "true"', "verdict must be one of holds, holds if"),
        ('verdict = "holds"', "", "verdict must be one of holds, holds if"),
        ('source = "twelve are enough"', 'source = " "', "source is empty"),
        (".enough]", ".plenty]", "no claim 'enough' in docs/c.toml; there are plenty"),
        (".enough]", ".enough", "docs/c.toml: "),
        (GOOD, "[said]\ntitle = 'A'\nenough = 3", "claim 'enough': verdict must be one of"),
    ],
)
def test_a_claim_that_does_not_hold_or_cannot_be_read_fails_the_build(claims, old, new, message):
    claims.write("docs/c.toml", GOOD.replace(old, new))
    result = claims.build()
    assert result.returncode == 1
    assert f"docs/index.md:3: claim:enough: {message}" in result.stderr or (
        "docs/index.md" in result.stderr and message in result.stderr
    )
    assert claims.built() == []


def test_a_claim_that_no_page_makes_fails_the_build(claims):
    idle = GOOD[GOOD.index("[said.") :].replace("enough]", "idle]")
    claims.write("docs/c.toml", GOOD + idle)
    result = claims.build()
    assert result.returncode == 1
    assert "docs/c.toml: no page makes the claim 'idle'" in result.stderr
    assert claims.built() == []


def test_a_claim_is_made_once_on_a_page(claims):
    claims.write("docs/index.md", PAGE + "\n[Again.](claim:enough)\n")
    result = claims.build()
    assert "claim:enough: the claim 'enough' is made twice on this page" in result.stderr
    assert result.returncode == 1


def test_a_claim_that_is_not_a_number_says_why(claims):
    claims.write("docs/c.toml", GOOD + OPINION)
    claims.write("docs/index.md", PAGE + "\n[They are fine.](claim:liked)\n")
    assert claims.build().returncode == 0
    page = BeautifulSoup(claims.read("site/index.html"), "html.parser")
    evidence = page.select_one("#claim-liked")
    text = " ".join(evidence.get_text().split())
    assert "This is not a number." in text and "That is a matter of taste." in text
    assert "Checked" not in text and evidence.code is None


def test_a_changed_number_is_noticed_by_the_claim(claims):
    claims.write("snippets/a.py", claims.read("snippets/a.py").replace("n = 12", "n = 9"))
    result = claims.build()
    assert result.returncode == 1
    assert "the claim 'enough' does not hold" in result.stderr


def test_without_a_file_of_claims_a_claim_fails_the_build(site):
    site.write("docs/index.md", PAGE)
    result = site.build()
    assert result.returncode == 1
    assert "docs/index.md:3: claim:enough: no file of claims is named" in result.stderr


@pytest.mark.parametrize(
    "text", ["a.n > 1", "1 < a.n <= a.m", "a.n > 1 and not a.m < 2", "a.f(2) == 'x'"]
)
def test_conditions(text):
    assert parse_condition(text).names == {"a"}


@pytest.mark.parametrize("text", ["1 < 2", "a._x > 1", "a.x if a.y else a.z", "a.n + 1", ""])
def test_what_is_no_condition(text):
    with pytest.raises(FieldError):
        parse_condition(text)
