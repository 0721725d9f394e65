"""The built site as a whole: complete, clean, and on its own."""

import json
import re

import pytest

PAGES = ["", "how-this-site-works", "lessons/training-vs-inference"]
HOSTS = r"//[\w.-]*(unpkg|jsdelivr|cdnjs|cloudflare|googleapis|gstatic|esm\.sh|skypack)"


def files(site, *endings):
    found = [path for path in sorted(site.rglob("*")) if path.name.endswith(endings)]
    assert found
    return found


def test_the_pages_are_those_of_the_navigation(site):
    built = {str(path.parent.relative_to(site)) for path in site.rglob("index.html")}
    assert built == {page or "." for page in PAGES}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_clean(read, page):
    html = read(page)
    assert len(html("h1")) == 1
    assert html.find("meta", {"name": "description"})["content"]
    for element in html("code"):
        assert "Traceback" not in element.get_text()
        element.decompose()
    assert "{{" not in html.get_text()
    assert html(class_="figure-error") == []


@pytest.mark.parametrize("page", PAGES)
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


def test_nothing_is_loaded_from_another_host(site):
    loading = re.compile(
        r"""(<(script|img|iframe|source|video|audio|embed|object)\b[^>]*?(src|srcset|data)
        |<link\b(?=[^>]*rel=["']?(stylesheet|icon|preload|preconnect|dns-prefetch|modulepreload))
        [^>]*?href)=["']?(https?:)?//""",
        re.VERBOSE,
    )
    for path in files(site, ".html"):
        assert loading.search(path.read_text(encoding="utf-8")) is None, path
    for path in files(site, ".css"):
        assert re.search(r"(@import|url\()\s*[\"']?(https?:)?//", path.read_text()) is None, path


def test_mermaid_is_served_by_the_site_itself(site, read):
    scripts = [tag["src"] for tag in read("lessons/training-vs-inference")("script", src=True)]
    (mermaid,) = [src for src in scripts if "mermaid" in src]
    library = (site / "lessons" / "training-vs-inference" / mermaid).resolve()
    assert "11.17.2" in library.read_text(encoding="utf-8")  # the version in package-lock.json


def test_links_that_need_an_address_are_absent_without_one(read, site):
    html = read("")
    assert html.find("link", rel="canonical") is None
    assert html(class_="md-source") == []


def test_search_finds_the_kv_cache(site):
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"] for entry in index["docs"] if "KV cache" in entry["text"]}
    assert any(location.startswith("lessons/training-vs-inference/") for location in found)
