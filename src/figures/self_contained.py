"""Keeps a built site to itself: its pages and scripts ask no other host."""

import re
from pathlib import Path

# The theme's script would fetch Mermaid and a polyfill from here if the site did not bring them.
_FALLBACK = re.compile(r"https://unpkg\.com/[\w@./-]+")


def blank_fallbacks(site: Path) -> None:
    """Replace addresses of a script CDN by an empty script, in all scripts and their maps."""
    for pattern in ("*.js", "*.js.map"):
        for path in sorted(site.rglob(pattern)):
            text = path.read_text(encoding="utf-8")
            if _FALLBACK.search(text):
                path.write_text(_FALLBACK.sub("data:text/javascript,", text), encoding="utf-8")


def without_repository_facts(html: str) -> str:
    """The page with a plain link to the repository.

    The theme would ask the repository's host for stars and forks, from every reader's browser.
    """
    return html.replace(' data-md-component="source"', "")
