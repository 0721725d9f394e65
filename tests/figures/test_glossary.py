"""The glossary: a list of terms, and links to it where pages first use them."""

import pytest
from bs4 import BeautifulSoup
from markdown import Markdown

from figures.expressions import FieldError
from figures.fields import FiguresExtension
from figures.glossary import MOST, read_glossary

TERMS = """
["KV cache"]
means = "What attention remembers."
page = "../index.md#why"

["cache"]
means = "Something kept."
page = "glossary.md"
also = ["store"]

["batch"]
means = "What is computed together: <b> & co."
page = "other.md"
forms = ["batches"]
"""
OTHER = "# Another page\n\nIt explains *batch*, a batch. Caches are stores.\n"
INDEX = """# Batch and cache

## Why {#why}

**A batch?** `cache` and [cache](#why) and KV caches, then Batches of a *store*, a cache, a batch.
It is {{ a.n:d }}.
"""


@pytest.fixture
def glossary(site):
    config = site.read("mkdocs.yml")
    setting = "figures: {seconds: 2, glossary: docs/words/glossary.toml}"
    config = config.replace("figures: {seconds: 2}", setting)
    site.write("mkdocs.yml", config + 'exclude_docs: "*.toml"\n')
    site.write("docs/words/glossary.toml", TERMS)
    site.write("docs/words/glossary.md", "# Words\n\nA batch.\n\n[GLOSSARY]\n")
    site.write("docs/words/other.md", OTHER)
    site.write("docs/index.md", INDEX)
    return site


def page(site, path):
    return BeautifulSoup(site.read(f"site/{path}index.html"), "html.parser")


def links(site, path):
    return page(site, path).select("a.term-link")


def test_the_first_use_of_a_term_leads_to_its_entry(glossary):
    assert glossary.build().returncode == 0, glossary.build().stderr
    found = [(link.get_text(), link["href"], link["title"]) for link in links(glossary, "")]
    # The page itself explains the KV cache. Headings, bold text, code and links stay as they are.
    assert found == [
        ("Batches", "words/glossary/#batch", "What is computed together: <b> & co."),
        ("store", "words/glossary/#cache", "Something kept."),
    ]
    text = page(glossary, "").find(string=lambda text: "then" in text).find_parent("p").get_text()
    assert "KV caches, then Batches of a store, a cache, a batch. It is 12." in " ".join(
        text.split()
    )


def test_a_page_beside_the_glossary_links_to_it_and_not_to_what_it_explains(glossary):
    glossary.build()
    found = [(link.get_text(), link["href"]) for link in links(glossary, "words/other/")]
    assert found == [("Caches", "../glossary/#cache")]
    assert links(glossary, "words/glossary/") == []


def test_the_list_is_in_the_alphabets_order_with_names_meanings_and_pages(glossary):
    glossary.build()
    rows = page(glossary, "words/glossary/").select_one("dl.glossary")
    assert [(row["id"], row.get_text()) for row in rows("dt")] == [
        ("batch", "batch"),
        ("cache", "cache, store"),
        ("kv-cache", "KV cache"),
    ]
    assert rows.dd.get_text() == "What is computed together: <b> & co. See Another page."
    assert [row.a["href"] for row in rows("dd")] == ["../other/", "./", "../../#why"]


def test_what_programs_print_is_left_alone(glossary):
    program = '\n```python exec="on" id="p"\nprint("No cache, no batch.")\n```\n\nSo, a batch.\n'
    glossary.write(
        "docs/index.md", INDEX.split("**")[0] + "It is {{ a.n:d }}, KV cache.\n" + program
    )
    glossary.write("tests/accepted/index.txt", "a.n:d = 12\np = No cache, no batch.\n")
    assert glossary.build().returncode == 0, glossary.build().stderr
    assert [link.find_parent("p").get_text() for link in links(glossary, "")] == ["So, a batch."]


CLAIM = """
[said]
title = "What is said"

[said.small]
verdict = "holds"
source = "a batch is small"
holds = "a.n > 10"
shows = "The batch is {{ a.n:d }}, and the cache is none."
"""


def test_the_evidence_of_a_claim_is_left_alone_and_its_sentence_is_not(glossary):
    config = glossary.read("mkdocs.yml").replace("seconds: 2,", "seconds: 2, claims: docs/c.toml,")
    glossary.write("mkdocs.yml", config)
    glossary.write("docs/c.toml", CLAIM)
    text = (
        "KV cache. It is {{ a.n:d }}. [One batch is small.](claim:small)\n\n[CLAIMS]\n\nA cache.\n"
    )
    glossary.write("docs/index.md", "# Page\n\n## Why {#why}\n\n" + text)
    glossary.run("-m", "figures", "accept")
    assert glossary.build().returncode == 0, glossary.build().stderr
    first, second = links(glossary, "")
    assert first.find_parent(class_="claim") and not first.find_parent(class_="evidence")
    assert second.find_parent("p").get_text() == "A cache."


def converted(tmp_path, text, terms, page="page.md"):
    (tmp_path / "glossary.toml").write_text(terms)
    for name in ("page.md", "other.md"):
        (tmp_path / name).write_text("# Page\n")
    settings = {"glossary": str(tmp_path / "glossary.toml"), "page": [str(tmp_path / page)]}
    extension = FiguresExtension(**settings)
    html = Markdown(extensions=[extension, "tables"]).convert(text)
    return BeautifulSoup(html, "html.parser")


def test_a_page_links_to_so_many_terms_and_no_more(tmp_path):
    names = [f"term{chr(97 + number)}" for number in range(MOST + 3)]
    terms = "".join(f'["{name}"]\nmeans = "m"\npage = "other.md"\n' for name in names)
    read = converted(tmp_path, " ".join(names), terms)
    assert [link.get_text() for link in read("a")] == names[:MOST]
    assert read.get_text() == " ".join(names)


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("a batch", ["batch"]),
        ("a *batch*", ["batch"]),
        ("- one\n- a batch\n", ["batch"]),
        ("| a |\n|--|\n| batch |\n", ["batch"]),
        ("| batch |\n|--|\n| a |\n", []),
        ("batched, a sub-batch, batch-like", []),
        ("BATCH", []),
        ("# batch", []),
        ("**batch**", []),
        ("`batch`", []),
        ("[batch](other.md)", []),
        ("[the *batch*](other.md)", []),
        ("![batch](a.png)", []),
        ("    batch\n", []),
        ("<figure>batch</figure>", []),
        ("a KV cache and a cache", ["KV cache", "cache"]),
    ],
)
def test_where_a_term_is_linked(tmp_path, text, linked):
    terms = TERMS.replace("../index.md#why", "other.md").replace("glossary.md", "other.md")
    assert [
        link.get_text() for link in converted(tmp_path, text, terms)("a", "term-link")
    ] == linked


def test_a_second_converter_of_the_same_page_links_to_nothing(tmp_path):
    (tmp_path / "glossary.toml").write_text(TERMS.replace("../index.md#why", "other.md"))
    for name in ("other.md", "glossary.md"):
        (tmp_path / name).write_text("# Page\n")
    settings = {"glossary": str(tmp_path / "glossary.toml"), "page": [str(tmp_path / "page.md")]}
    first, second = (Markdown(extensions=[FiguresExtension(**settings)]) for _ in range(2))
    assert second.convert("a batch") == "<p>a batch</p>"
    assert "term-link" in first.convert("a batch")


def test_without_the_pages_name_nothing_is_linked(tmp_path):
    (tmp_path / "glossary.toml").write_text(TERMS)
    extension = FiguresExtension(glossary=str(tmp_path / "glossary.toml"))
    assert Markdown(extensions=[extension]).convert("a batch") == "<p>a batch</p>"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('means = "Something kept."', "", "term 'cache' must have means and page"),
        ('page = "other.md"', "", "term 'batch' must have means and page"),
        ("forms =", "form =", "term 'batch' must have means and page, and may have also and forms"),
        ('also = ["store"]', 'also = "store"', "term 'cache': also and forms must be lists"),
        ('also = ["store"]', "also = [3]", "each field must be a text that is not empty"),
        ('"Something kept."', '" "', "term 'cache': each field must be a text that is not empty"),
        ('["store"]', '["batches"]', "both 'cache' and 'batch' are written 'batches'"),
        ('["store"]', '["KV cache"]', "both 'KV cache' and 'cache' are written 'KV cache'"),
        ("other.md", "none.md", "term 'batch': there is no page 'none.md'"),
        ('["batch"]', "batch", "glossary.toml: "),
        (TERMS, "batch = 3", "term 'batch' must have means and page"),
    ],
)
def test_a_file_that_cannot_be_read_fails_the_build(glossary, old, new, message):
    assert old in TERMS
    glossary.write("docs/words/glossary.toml", TERMS.replace(old, new))
    result = glossary.build()
    assert result.returncode == 1
    assert message in result.stderr
    assert glossary.built() == []


@pytest.mark.parametrize(
    "stands", ["# Page\n\nNo use.\n", "# Page\n\nA sub-idle, idled.\n", "# Page\n\nIDLE\n"]
)
def test_a_term_that_no_other_page_uses_fails_the_build(glossary, stands):
    idle = '\n["idle"]\nmeans = "Not at work."\npage = "other.md"\n'
    glossary.write("docs/words/glossary.toml", TERMS + idle)
    glossary.write("docs/words/third.md", stands)
    result = glossary.build()
    assert result.returncode == 1
    assert "docs/words/glossary.toml: no page uses the term 'idle'" in result.stderr
    glossary.write("docs/words/third.md", "# Page\n\n`Idle`\n")
    assert glossary.build().returncode == 0


def test_a_longer_term_is_no_use_of_a_shorter_one(glossary):
    glossary.write("docs/words/other.md", "# Another page\n\nIt explains *batch*.\n")
    glossary.write("docs/index.md", "# Page\n\n## Why {#why}\n\nKV cache. It is {{ a.n:d }}.\n")
    assert "no page uses the term 'cache'" in glossary.build().stderr


def test_an_anchor_that_the_page_does_not_have_fails_the_build(glossary):
    config = glossary.read("mkdocs.yml") + "validation: {links: {anchors: warn}}\n"
    glossary.write("mkdocs.yml", config)
    assert glossary.build().returncode == 0
    glossary.write("docs/words/glossary.toml", TERMS.replace("#why", "#whither"))
    assert "does not contain an anchor '#whither'" in glossary.build().stderr


def test_no_such_file(tmp_path):
    with pytest.raises(FieldError, match=r"none\.toml"):
        read_glossary(tmp_path / "none.toml")
