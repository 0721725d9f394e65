"""The built site as a whole: complete, clean, and on its own."""

import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

PAGES = [
    "",
    "how-this-site-works",
    "lessons/bandwidth",
    "lessons/capacity",
    "lessons/every-claim",
    "lessons/many-gpus",
    "lessons/network",
    "lessons/inference-parts",
    "lessons/lifetime",
    "lessons/roofline",
    "lessons/rough-and-exact",
    "lessons/training-vs-inference",
    "notebooks/memory-bill",
    "reference/api",
    "reference/api/facts",
    "reference/api/lifetime",
    "reference/api/memory",
    "reference/api/models",
    "reference/api/numbers",
    "reference/api/parallel",
    "reference/api/parts",
    "reference/api/speed",
    "reference/every-figure",
    "reference/glossary",
    "reference/models",
    "reference/parts",
    "reference/sources",
]
WITHOUT_FIELDS = ("notebooks", "reference")
HOSTS = r"//[\w.-]*(unpkg|jsdelivr|cdnjs|cloudflare|googleapis|gstatic|esm\.sh|skypack)"


def files(site, *endings):
    found = [path for path in sorted(site.rglob("*")) if path.name.endswith(endings)]
    assert found
    return found


def test_the_pages_are_those_of_the_navigation(site):
    built = {str(path.parent.relative_to(site)) for path in site.rglob("index.html")}
    built = {page for page in built if not page.startswith("source")}
    assert built == {page or "." for page in PAGES}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_clean(read, page):
    html = read(page)
    assert len(html("h1")) == 1
    assert html.find("meta", {"name": "description"})["content"]
    for element in html("code"):
        if not page.startswith("reference/api"):  # examples there show errors, too
            assert "Traceback" not in element.get_text()
        element.decompose()
    assert "{{" not in html.get_text()
    assert html(class_="figure-error") == []


@pytest.mark.parametrize("page", [page for page in PAGES if not page.startswith(WITHOUT_FIELDS)])
def test_a_page_has_figures(read, page):
    assert read(page).article("data", class_="figure")


def test_no_file_names_a_host_of_scripts_or_fonts(site):
    text_files = files(site, ".html", ".js", ".css", ".map", ".json", ".xml")
    naming = [
        str(path.relative_to(site))
        for path in text_files
        if re.search(HOSTS, path.read_text(encoding="utf-8"))
    ]
    assert naming == []


# Attributes that name another place without loading it.
NAMING = {
    ("a", "href"),
    ("link", "href"),  # looked at below
    ("meta", "content"),
    ("svg", "xmlns"),
    ("svg", "xmlns:xlink"),
}


def loads(html):
    """All addresses with a host in a page, but for links that a reader may follow."""
    page = BeautifulSoup(html, "html.parser")
    found = []
    for element in page.find_all(True):
        for name, value in element.attrs.items():
            text = " ".join(value) if isinstance(value, list) else str(value)
            named = (element.name, name) in NAMING and element.get("rel") != ["stylesheet"]
            if re.search(r"//\w", text) and not named:
                found.append(f"<{element.name} {name}={text}>")
        if element.name == "link" and not set(element["rel"]) & {"canonical", "prev", "next"}:
            found += [str(element)] if "//" in element["href"] else []
        if element.name in ("script", "style") and re.search(r"(https?:)?//\w", element.text):
            found.append(element.text)
    return found


def test_nothing_is_loaded_from_another_host(site):
    for path in files(site, ".html"):
        assert loads(path.read_text(encoding="utf-8")) == [], path
    for path in files(site, ".css"):
        css = path.read_text(encoding="utf-8")
        assert re.search(r"(@import|url\()\s*[\"']?(https?:)?//", css) is None, path


@pytest.mark.parametrize(
    "html",
    [
        '<script>fetch("https://x.example/a")</script>',
        '<script type="module">import "https://x.example/x"</script>',
        '<style>@import "https://x.example/a.css"</style>',
        '<p style="background: url(https://x.example/a.png)"></p>',
        '<video poster="https://x.example/a.png"></video>',
        '<img src="//x.example/a.png">',
        '<link rel="preconnect" href="https://x.example">',
        '<link rel="stylesheet" href="https://x.example/a.css">',
    ],
)
def test_the_check_for_other_hosts_finds_them(html):
    assert loads(html)


def test_a_published_site_asks_nobody_either(published):
    html = (published / "index.html").read_text(encoding="utf-8")
    page = BeautifulSoup(html, "html.parser")
    assert page.find("link", rel="canonical")["href"] == "https://lesson.example/gpu/"
    assert page.find("a", class_="md-source")["href"] == "https://github.com/example/lesson"
    assert loads(html) == []
    assert 'data-md-component="source"' not in html  # the theme would ask for stars and forks


def test_mermaid_is_served_by_the_site_itself(site, read):
    scripts = [tag["src"] for tag in read("lessons/training-vs-inference")("script", src=True)]
    (mermaid,) = [src for src in scripts if "mermaid" in src]
    library = (site / "lessons" / "training-vs-inference" / mermaid).resolve()
    lock = json.loads(Path("package-lock.json").read_text(encoding="utf-8"))
    version = lock["packages"]["node_modules/mermaid"]["version"]
    assert version.startswith("11.")
    assert version in library.read_text(encoding="utf-8")


def test_links_that_need_an_address_are_absent_without_one(read, site):
    html = read("")
    assert html.find("link", rel="canonical") is None
    assert html(class_="md-source") == []


def test_search_finds_the_kv_cache(site):
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"] for entry in index["docs"] if "KV cache" in entry["text"]}
    assert any(location.startswith("lessons/training-vs-inference/") for location in found)


def test_titles_and_descriptions_tell_pages_apart(read):
    titles = [read(page).title.get_text() for page in PAGES]
    assert len(set(titles)) == len(titles)
    told = [read(page).find("meta", {"name": "description"})["content"] for page in PAGES]
    assert len(set(told)) == len(told)
    assert [text for text in told if not 60 <= len(text) <= 200] == []


def test_the_path_leads_from_the_home_page_through_every_page(site):
    path, seen = site / "index.html", []
    while path not in seen:
        seen.append(path)
        page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        onward = page.select_one(".md-footer__link--next")
        if onward is None:  # the end of the path still has a way on
            assert page.article.select("a[href]:not(.headerlink)")
            break
        path = (path.parent / onward["href"] / "index.html").resolve()
    assert {str(each.parent.relative_to(site)) for each in seen} == {page or "." for page in PAGES}


def test_search_tells_pages_apart(site):
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    pages = [doc for doc in index["docs"] if "#" not in doc["location"]]
    titles = [doc["title"] for doc in pages]
    assert len(set(titles)) == len(titles)
    assert not [doc for doc in index["docs"] if doc["location"].startswith("source/")]
