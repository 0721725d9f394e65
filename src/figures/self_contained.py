"""Keeps a built site to itself: no script in it knows where to load more from another host."""

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
