"""Headings that a program prints are headings of its page."""

from bs4 import BeautifulSoup

PAGE = """# Page

It is {{ a.n:d }}. [There](#a-part).

```python exec="on" id="p" idprefix=""
print("## A part\\n\\nIts text.")
```
"""


def test_they_are_in_the_contents_and_recorded_without_the_sign_beside_them(site):
    config = site.read("mkdocs.yml").replace(
        "  - tables\n", "  - tables\n  - toc: {permalink: true}\n"
    )
    site.write("mkdocs.yml", config + "validation: {links: {anchors: warn}}\n")
    site.write("docs/index.md", PAGE)
    site.write("tests/accepted/index.txt", "a.n:d = 12\np = A part\np = Its text.\n")
    result = site.build()
    assert result.returncode == 0, result.stderr
    page = BeautifulSoup(site.read("site/index.html"), "html.parser")
    assert page.h2["id"] == "a-part"
    assert page.h2.find("a", class_="headerlink")
    assert "#a-part" in [link["href"] for link in page.select(".bs-sidebar a, #toc-collapse a")]
