"""Turns the HTML of a notebook page into that of any other page of the site.

mkdocs-jupyter brings JupyterLab's stylesheets, scripts from other hosts and hidden copies of all
code. What a reader needs of it is text, code and outputs, in the site's own clothes.
"""

import posixpath
import re

from bs4 import BeautifulSoup, Tag
from markdown.extensions.toc import slugify, unique
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from figures.marks import GENERATED_CLASS

_CELL = ".jp-RenderedMarkdown, .highlight-ipynb, .jp-OutputArea-output"


def plain(html: str, page: Page, files: Files) -> str:
    """The notebook's cells as headings, paragraphs, code blocks and outputs.

    Links to other pages' sources become links to the pages. A link to download the notebook stands
    below the title.
    """
    soup = BeautifulSoup(html, "html.parser")
    parts: list[str] = []
    outputs = 0
    for cell in soup.select(_CELL):
        if "jp-RenderedMarkdown" in cell["class"]:
            parts.append(_text(cell, page, files))
        elif "highlight-ipynb" in cell["class"]:
            parts.append(_code(cell))
        else:
            outputs += 1
            mark = f'<div class="{GENERATED_CLASS}" data-program="output {outputs}">'
            parts.append(f"{mark}{_output(cell)}</div>")
    body = BeautifulSoup("\n".join(parts), "html.parser")
    _name_headings(body)
    name = posixpath.basename(page.file.src_uri)
    link = f'<p><a href="{name}" download>Download this notebook</a></p>'
    if body.h1:
        body.h1.insert_after(BeautifulSoup(link, "html.parser"))
    return str(body)


def _text(cell: Tag, page: Page, files: Files) -> str:
    for anchor in cell.select("a.anchor-link"):
        anchor.decompose()
    for link in cell.select("a[href]"):
        path, mark, fragment = str(link["href"]).partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), path))
        file = files.get_file_from_path(target) if path else None
        if file is not None:
            link["href"] = file.url_relative_to(page.file) + mark + fragment
    return cell.decode_contents()


def _code(cell: Tag) -> str:
    pre = cell.pre
    source = pre.decode_contents().strip("\n") if pre else ""
    source = re.sub(r"^<span></span>", "", source)
    return f'<div class="language-python highlight"><pre><code>{source}\n</code></pre></div>'


def _output(cell: Tag) -> str:
    if cell.pre and "jp-RenderedText" in cell["class"]:
        text = cell.pre.decode_contents()
        return f'<div class="language-text highlight"><pre><code>{text}</code></pre></div>'
    return cell.decode_contents()


def _name_headings(body: BeautifulSoup) -> None:
    """Give headings the anchors that the table of contents links to."""
    used: set[str] = set()
    for heading in body.find_all(re.compile("^h[1-6]$")):
        anchor = unique(slugify(heading.get_text(), "-"), used)
        heading["id"] = anchor
        link = body.new_tag("a", attrs={"class": "headerlink", "href": f"#{anchor}"})
        link["title"] = "Permanent link"
        link.string = "¶"
        heading.append(link)
