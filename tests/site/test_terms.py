"""The reference: every abbreviation is in the glossary, and pages lead there in measure."""

import re
import tomllib
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from figures.glossary import MOST
from gpumath.models.published import published_models
from gpumath.parts.part import parts

# Names of firms, programs, journals and products, and numbers of lessons: not this site's terms.
NAMES = {
    *("ACM", "AI", "AMD", "AWS", "CACM", "DGX", "FlashMLA", "IEEE", "II", "JAX", "JPDC", "LM"),
    *("MLSys", "NVIDIA", "OpenAI", "PaLM", "README", "TOML", "US", "VI", "VII"),
}


def abbreviations(text):
    """The words of which at least half, and at least two, letters are capitals, without an s."""
    for word in re.findall(r"[A-Za-z][A-Za-z0-9]*", text):
        capitals, letters = sum(map(str.isupper, word)), sum(map(str.isalpha, word))
        if capitals >= 2 and 2 * capitals >= letters:
            yield word.removesuffix("s")


def terms():
    text = Path("docs/reference/glossary.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def explained():
    """The words of all terms, and of the catalogues' names."""
    names = [*parts(), *published_models()]
    for name, term in terms().items():
        names += [name, *term.get("also", []), *term.get("forms", [])]
    return {word.lower() for name in names for word in re.findall(r"\w+", name)}


def unexplained(page):
    """The abbreviations of a page that are not in the glossary; code and sources are left out."""
    for element in page.select("code, pre, svg, .answers, .doc-heading, .generated li"):
        element.decompose()
    known = explained()
    words = {word for word in abbreviations(page.get_text(" ")) if word.lower() not in known}
    return words - NAMES


def pages(site):
    """The pages but for the list of sources, which names journals and programs."""
    found = [
        path.parent.relative_to(site).as_posix()
        for path in sorted(site.rglob("index.html"))
        if not path.is_relative_to(site / "source")
    ]
    return [page for page in found if page != "reference/sources"]


def test_every_abbreviation_is_in_the_glossary(site, read):
    assert len(pages(site)) > 10
    assert {page: unexplained(read(page).article) for page in pages(site)} == {
        page: set() for page in pages(site)
    }


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>An MoE needs XYZs; an H100 SXM, FP32 and a GPU do not.</p>", {"MoE", "XYZ"}),
        ("<p>PyTorch, Llama, A, I, and <code>XYZ</code></p>", set()),
        ("<table><tr><td>XYZ</td></tr></table>", {"XYZ"}),
    ],
)
def test_the_check_for_abbreviations_finds_them(html, found):
    assert unexplained(BeautifulSoup(html, "html.parser")) == found


def test_pages_lead_to_the_glossary_in_measure(site, read):
    for page in pages(site):
        links = read(page).select("a.term-link")
        addresses = [link["href"].partition("#")[2] for link in links]
        assert len(addresses) == len(set(addresses)) <= MOST
        assert not [link for link in links if link.find_parent(re.compile("h[1-6]|figure|pre"))]
        assert not [link for link in links if link.find_parent(class_="generated")]
    assert read("reference/glossary").select("a.term-link") == []
    assert len(read("lessons/roofline").select("a.term-link")) > 5


def test_the_glossary_lists_each_term_with_a_page_that_is_not_itself(read):
    rows = read("reference/glossary").select("dl.glossary dt")
    assert {row.dfn.get_text() for row in rows} == terms().keys()
    for meaning in read("reference/glossary").select("dl.glossary dd"):
        assert meaning.a["href"].startswith("../")


def test_the_sources_are_in_groups_that_the_table_of_contents_names(read):
    page = read("reference/sources")
    groups = [heading["id"] for heading in page.article("h2")]
    assert groups == [
        "data-sheets",
        "model-configurations",
        "papers",
        "software-documentation-and-standards",
        "measurements-and-reports",
    ]
    contents = page.select_one("nav.md-nav--secondary")
    assert {link["href"] for link in contents("a")} >= {f"#{group}" for group in groups}
    assert page.select_one('a[href="https://arxiv.org/abs/2309.06180"]')


def test_pages_of_the_reference_tell_apart_in_results_of_a_search(read):
    told = [
        read(f"reference/{page}").find("meta", {"name": "description"})["content"]
        for page in ("models", "parts", "glossary", "sources")
    ]
    assert len(set(told)) == 4
    assert all(80 < len(text) < 200 for text in told)
