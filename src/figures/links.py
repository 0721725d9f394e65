"""Checks of the links of a built site: every page and anchor they name must be there."""

import posixpath
import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup


def broken_links(site: Path, pages: Mapping[str, BeautifulSoup]) -> list[str]:
    """A line for each link of these pages that leads nowhere on the built site."""

    @cache
    def anchors(name: str) -> set[str]:
        html = (site / name).read_text(encoding="utf-8")
        return {unescape(found) for found in re.findall(r'<[^>]* id="([^"]*)"', html)}

    broken = []
    for name, page in pages.items():
        if name == "404.html":  # served from anywhere, so its links are absolute
            continue
        content = page.article or page
        links = [str(a["href"]) for a in content.find_all("a", href=True)]
        links += [str(element["src"]) for element in content.find_all(src=True)]
        for link in dict.fromkeys(links):
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = _target(site, name, unquote(address.path))
            if target is None:
                broken.append(f"{name}: the link {link!r} leads to no file")
            elif address.fragment and unquote(address.fragment) not in anchors(target):
                broken.append(f"{name}: the link {link!r} leads to no heading")
    return broken


def _target(site: Path, page: str, path: str) -> str | None:
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    if (site / target).is_dir():
        target = posixpath.normpath(posixpath.join(target, "index.html"))
    return target if (site / target).is_file() else None
