"""The MkDocs plugin: what needs the site as a whole. It fails a build that went wrong."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import clean_directory

from figures.built import Problem, left_as_it_is, problems
from figures.notebooks import plain
from figures.self_contained import blank_fallbacks, without_repository_facts
from figures.sources import Source

log = get_plugin_logger("figures")


class FiguresConfig(Config):
    """``plugins: [figures: {packages: […]}]``."""

    packages = config_options.ListOfItems(config_options.Type(str), default=[])
    """Packages that snippets import and authors edit: each build imports them anew."""


class FiguresPlugin(BasePlugin[FiguresConfig]):
    """Checks every page and publishes nothing when one is wrong."""

    preview = False
    site_dir: str | None = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember whether this is a preview."""
        self.preview = command == "serve"

    def on_config(self, config: MkDocsConfig) -> None:
        """Begin each build anew, also under live preview."""
        self.site_dir = config.site_dir
        self.found: list[str] = []
        for package in self.config.packages:
            _forget(package)

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Check the titles that mkdocs.yml gives."""
        titles = [item.title for item in nav.items if not item.is_page]
        titles += [page.__dict__.get("title") or "" for page in nav.pages]
        for title in titles:
            for problem in left_as_it_is(title or ""):
                self.found.append(f"{os.path.relpath(config.config_file_path)}: {problem.message}")

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Dress notebooks as the site's own pages, then check the page."""
        if page.file.src_uri.endswith(".ipynb"):
            html = plain(html, page, files)
        wrong: list[Problem] = problems(html)
        for text in page.meta.values():
            wrong += left_as_it_is(str(text))
        if wrong and page.file.abs_src_path:
            source = Source(Path(os.path.relpath(page.file.abs_src_path)))
            self.found += [f"{source.place(text)}: {message}" for message, text in wrong]
        return html

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Keep readers' browsers from asking the repository's host."""
        return without_repository_facts(output)

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
        if self.site_dir and not self.preview:
            clean_directory(self.site_dir)


def _forget(package: str) -> None:
    """Make the next import of a package read its source.

    Python takes compiled code for fresh if the source has the same size and was saved in the same
    second, so compiled code goes too, and none is written. (Notebooks run in processes of their
    own, which inherit that through the environment.)
    """
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[name]
    importlib.invalidate_caches()
    spec = importlib.util.find_spec(package)
    for folder in (spec and spec.submodule_search_locations) or []:
        for compiled in Path(folder).rglob("__pycache__"):
            shutil.rmtree(compiled)
