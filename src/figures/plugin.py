"""The MkDocs plugin: what needs the site as a whole. It fails a build that went wrong."""

import importlib
import os
import sys
from pathlib import Path

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.pages import Page
from mkdocs.utils import clean_directory

from figures.built import problems
from figures.self_contained import blank_fallbacks

log = get_plugin_logger("figures")


class FiguresConfig(Config):
    """``plugins: [figures: {packages: […]}]``."""

    packages = config_options.ListOfItems(config_options.Type(str), default=[])
    """Packages that snippets import and authors edit: each build imports them anew."""


class FiguresPlugin(BasePlugin[FiguresConfig]):
    """Checks every built page and publishes nothing when one is wrong."""

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember whether this is a preview."""
        self.preview = command == "serve"

    def on_config(self, config: MkDocsConfig) -> None:
        """Begin each build anew, also under live preview."""
        self.site_dir = config.site_dir
        self.found: list[str] = []
        importlib.invalidate_caches()
        for name in list(sys.modules):
            if name.split(".")[0] in self.config.packages:
                del sys.modules[name]

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Check one built page."""
        for problem in problems(output):
            self.found.append(f"{_place(page, problem.text)}: {problem.message}")
        return output

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Fail the build on what was found; in a preview, say it and go on."""
        blank_fallbacks(Path(config.site_dir))
        if self.found and self.preview:
            for line in self.found:
                log.warning(line)
        elif self.found:
            raise PluginError("\n".join(["the built pages are wrong", *self.found]))

    def on_build_error(self, *, error: Exception) -> None:
        """Leave nothing of a failed build that could be published."""
        if not self.preview:
            clean_directory(self.site_dir)


def _place(page: Page, text: str) -> str:
    """The page's source file, with the line on which `text` stands if it stands there."""
    path = page.file.abs_src_path
    if path is None:
        return page.file.src_uri
    place = os.path.relpath(path)
    source = Path(path).read_text(encoding="utf-8")
    if text and text in source:
        place += f":{source[: source.index(text)].count(chr(10)) + 1}"
    return place
