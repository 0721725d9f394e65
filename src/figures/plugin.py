"""The MkDocs plugin: what needs the site as a whole. It fails a build that went wrong."""

import contextlib
import logging
import os
from pathlib import Path

from bs4 import BeautifulSoup
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import clean_directory, get_relative_url

from figures import kept
from figures.accepted import drifts, mark_drifts, read_accepted, report
from figures.answers import Answer, Link, gather
from figures.built import Problem, left_as_it_is, problems
from figures.claims import unmade
from figures.every_figure import Printed, fill_list
from figures.expressions import FieldError, parse
from figures.forget import forget, forget_compiled
from figures.glossary import idle_terms
from figures.includes import missing_includes
from figures.links import broken_links
from figures.marks import CLAIM_ATTRIBUTE
from figures.pasted import Finder, Typed, printed_by, sources_in
from figures.record import Figure, page_name, parsed_pages, read_site, unprintable
from figures.self_contained import blank_fallbacks, without_repository_facts
from figures.source_pages import FOLDER, source_pages, with_sources
from figures.sources import Source
from figures.unrun import unrun

log = get_plugin_logger("figures")

ACCEPT = "If all of this is meant, accept it: make accept"


class FiguresConfig(Config):
    """``plugins: [figures: {packages: […]}]``."""

    packages = config_options.ListOfItems(config_options.Type(str), default=[])
    """Packages that snippets import and authors edit: each build imports them anew."""
    accepted = config_options.Type(str, default="tests/accepted")
    """Folder of the figures agreed to."""
    units = config_options.ListOfItems(config_options.Type(str), default=[])
    """What makes a number a quantity, which may not be typed by hand."""
    texts = config_options.ListOfItems(config_options.Type(str), default=[])
    """Folders, beside that of the pages, whose texts readers see: snippets and packages."""
    inputs = config_options.ListOfItems(config_options.Type(str), default=[])
    """Folders and files that can change what a program or a notebook prints."""
    notebook_seconds = config_options.Type(int, default=120)
    """How long a notebook may run."""


class FiguresPlugin(BasePlugin[FiguresConfig]):
    """Checks every page and publishes nothing when one is wrong."""

    preview = False
    accepting = False  # set while figures are being agreed to
    site_dir: str | None = None
    warnings: "_Warnings | None" = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember whether this is a preview."""
        self.preview = command == "serve"

    def on_config(self, config: MkDocsConfig) -> None:
        """Begin each build anew, also under live preview."""
        self.site_dir = config.site_dir
        self.found: list[str] = []
        self.asked: list[tuple[Page, tuple[tuple[str, Answer], ...]]] = []
        self.warnings = _Warnings()
        self.config_file = config.config_file_path
        settings = config.mdx_configs.setdefault("figures", {})
        settings["packages"] = list(self.config.packages)
        settings["asked"] = True
        settings["have_run"] = {}
        self.kept = Path(".cache/figures") / kept.key(
            self._inputs(config), repr(self._jupyter(config))
        )
        kept.keep_only(self.kept)
        settings["kept"] = str(self.kept) if self.config.inputs else ""
        self.snippets = settings.get("snippets", "snippets")
        self.claims = settings.get("claims", "")
        self.glossary = settings.get("glossary", "")
        forget(self.config.packages)
        forget_compiled(self.config.packages)

    def _inputs(self, config: MkDocsConfig) -> list[Path]:
        """What can change an output: what the configuration names, and files beside the pages."""
        named = [Path(name) for name in self.config.inputs]
        if absent := [str(path) for path in named if not path.exists()]:
            raise PluginError(f"inputs that do not exist: {', '.join(absent)}")
        docs = Path(os.path.relpath(config.docs_dir))
        pages = {".md", ".ipynb", ".css"}
        beside = [path for path in sorted(docs.rglob("*")) if path.suffix not in pages]
        return [*named, *(path for path in beside if path.is_file())]

    def _jupyter(self, config: MkDocsConfig) -> dict[str, object]:
        """The settings of mkdocs-jupyter; in a preview we run the cells, see figures.cells."""
        if "mkdocs-jupyter" not in config.plugins:
            return {}
        settings = config.plugins["mkdocs-jupyter"].config
        if self.preview:
            settings["execute"] = False
        return dict(settings)

    def on_files(self, files: Files, *, config: MkDocsConfig) -> None:
        """Add the pages that show the source."""
        for file in source_pages(self.config.texts, config):
            files.append(file)

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Check the titles that mkdocs.yml gives."""
        self.pages = nav.pages
        titles = [item.title for item in nav.items if not item.is_page]
        titles += [page.__dict__.get("title") or "" for page in nav.pages]
        for title in titles:
            for problem in left_as_it_is(title or ""):
                self.found.append(f"{os.path.relpath(config.config_file_path)}: {problem.message}")

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> None:
        """Name the page to Markdown, and tell of an absent include with its line."""
        file = page.file.abs_src_path
        config.mdx_configs["figures"]["page"] = [os.path.relpath(file)] if file else []
        settings = config.mdx_configs.get("pymdownx.snippets", {})
        if settings and page.file.abs_src_path and page.file.src_uri.endswith(".md"):
            path = Path(os.path.relpath(page.file.abs_src_path))
            if missing := list(missing_includes(path, map(Path, settings.get("base_path", ["."])))):
                raise PluginError("\n".join(missing))

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Check the page."""
        wrong: list[Problem] = problems(html)
        if page.file.abs_src_path:
            self.found += unrun(Path(os.path.relpath(page.file.abs_src_path)))
        for text in page.meta.values():
            wrong += left_as_it_is(str(text))
        if wrong and page.file.abs_src_path:
            source = Source(Path(os.path.relpath(page.file.abs_src_path)))
            self.found += [f"{source.place(text)}: {message}" for message, text in wrong]
        if page.file.src_uri.startswith(FOLDER):
            return with_sources(html)
        asked = gather(html, Link(get_relative_url(FOLDER, page.url)), Path(self.snippets))
        if asked.figures:
            self.asked.append((page, asked.figures))
        return asked.html

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Keep readers' browsers from asking the repository's host."""
        return without_repository_facts(output)

    def on_pre_page(self, page: Page, *, config: MkDocsConfig, files: Files) -> Page:
        """Run a notebook only if something that can change it has changed, and dress its page."""
        if page.file.src_uri.endswith(".ipynb"):
            from figures.notebook_pages import keep_page  # Jupyter is slow to import

            seconds = self.config.notebook_seconds
            keep_page(self.kept, page, run_here=self.preview, seconds=seconds)
        return page

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Look at the whole site; fail the build on what was found, or say it in a preview."""
        site = Path(config.site_dir)
        blank_fallbacks(site)
        fill_list(site, [Printed(page.title, page.url, told) for page, told in self.asked])
        pages = parsed_pages(site, but=FOLDER)
        built = read_site(pages)
        self.found += broken_links(site, pages)
        self.found += unprintable(built)
        self.found += self._unbuilt(site, built)
        self.found += self._unused(built)
        self.found += self._unmade(pages)
        self.found += self._idle(pages)
        self.found += self._typed(built, pages, Path(os.path.relpath(config.docs_dir)))
        if self.warnings and not self.preview:
            self.found += self.warnings.told
        drifted = [] if self.accepting else drifts(built, read_accepted(Path(self.config.accepted)))
        if drifted:
            self.found.append(report(drifted, built, ACCEPT))
        if self.found and self.preview:
            mark_drifts(site, drifted)
            for line in self.found:
                log.warning(line)
        elif self.found:
            raise PluginError("\n".join(["this site is not published:", *self.found]))

    def _unbuilt(self, site: Path, built: dict[str, list[Figure]]) -> list[str]:
        """Pages of the navigation that are not there, notebooks that were not run."""
        found = []
        for page in self.pages:
            address = page.file.dest_uri
            if not (site / address).is_file():
                found.append(f"{page.file.src_uri} is in the navigation and was not built")
            elif page.file.src_uri.endswith(".ipynb") and not built.get(page_name(address)):
                found.append(f"{page.file.src_uri}: no cell of this notebook has an output")
        return found

    def _unused(self, built: dict[str, list[Figure]]) -> list[str]:
        """Snippets that no page runs or names."""
        used: set[str] = set()
        for figure in (figure for figures in built.values() for figure in figures):
            with contextlib.suppress(FieldError):
                used |= parse(figure.origin).names
        snippets = sorted(Path(self.snippets).glob("*.py")) if self.snippets else []
        return [f"{path}: no page uses this snippet" for path in snippets if path.stem not in used]

    def _unmade(self, pages: dict[str, BeautifulSoup]) -> list[str]:
        """Claims that no page makes."""
        if not self.claims:
            return []
        made = {
            str(element[CLAIM_ATTRIBUTE])
            for page in pages.values()
            for element in page.select(f"[{CLAIM_ATTRIBUTE}]")
        }
        try:
            return unmade(Path(self.claims), made)
        except FieldError as error:
            return [str(error)]

    def _idle(self, pages: dict[str, BeautifulSoup]) -> list[str]:
        """Terms of the glossary that stand on no other page."""
        if not self.glossary:
            return []
        try:
            return idle_terms(Path(self.glossary), pages.values())
        except FieldError as error:
            return [str(error)]

    def _typed(
        self, built: dict[str, list[Figure]], pages: dict[str, BeautifulSoup], docs: Path
    ) -> list[str]:
        """Quantities typed by hand where readers see them."""
        finder = Finder(self.config.units)
        typed = []
        for page in self.pages:
            source = Source(Path(os.path.relpath(page.file.abs_src_path or page.file.src_uri)))
            parsed = pages.get(page.file.dest_uri)
            for text, reason in finder.in_page(parsed) if parsed else []:
                typed.append(Typed(source.place(text), text, reason))
        folders = [docs, *map(Path, self.config.texts)]
        paths = [*sources_in(folders), Path(os.path.relpath(self.config_file))]
        typed += [each for path in paths for each in finder.in_source(path)]
        for each in typed:
            if each.reason:
                log.info(f"{each.place}: {each.text!r} is typed by hand: {each.reason}")
        printed = printed_by((f.origin, f.shown) for figures in built.values() for f in figures)
        return [each.message(printed) for each in typed if not each.reason]

    def on_build_error(self, *, error: Exception) -> None:
        """Leave nothing of a failed build that could be published."""
        if self.warnings:
            self.warnings.stop()
        if self.site_dir and not self.preview:
            clean_directory(self.site_dir)


class _Warnings(logging.Handler):
    """Collects MkDocs' warnings, whatever the command line says of strictness and verbosity.

    They are about broken links, pages left out, and the like.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []
        self._logger = logging.getLogger("mkdocs")
        for handler in [each for each in self._logger.handlers if isinstance(each, _Warnings)]:
            self._logger.removeHandler(handler)
        if self._logger.level > logging.WARNING:
            self._logger.setLevel(logging.WARNING)
        self._logger.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(f"{record.levelname.lower()}: {record.getMessage()}")

    def stop(self) -> None:
        self._logger.removeHandler(self)
