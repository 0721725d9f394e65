"""Whole builds of small sites: a wrong one fails with its message and leaves nothing behind."""

import subprocess
import sys

import pytest

CONFIG = """
site_name: small
strict: true
theme: {name: mkdocs}
plugins: [{figures: {packages: [sums]}}]
markdown_extensions: [figures, tables]
"""


@pytest.fixture
def site(tmp_path):
    """A small site that builds: one page, one snippet."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "snippets").mkdir()
    (tmp_path / "mkdocs.yml").write_text(CONFIG)
    (tmp_path / "snippets" / "a.py").write_text("n = 12")
    (tmp_path / "docs" / "index.md").write_text("# Page\n\nIt is {{ a.n:d }}.\n")
    return tmp_path


def build(site, *options):
    command = [sys.executable, "-m", "mkdocs", "build", *options]
    return subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)


def test_a_right_site_is_built(site):
    done = build(site)
    assert done.returncode == 0, done.stderr
    assert ">12</data>" in (site / "site" / "index.html").read_text()


WRONG = {
    "unknown name": ("x\n\ny {{ a.m }}", "docs/index.md:3: {{ a.m }}: there is no 'm' in 'a.m'"),
    "unknown snippet": ("{{ b.n }}", "docs/index.md:1: {{ b.n }}: no snippet 'b' in snippets/"),
    "raw HTML": ("<p>{{ a.n }}</p>", "docs/index.md:1: '{{ a.n }}' was left as it is"),
    "pipe in a table": ("| x |\n|--|\n| {{ a.n | 3 }} |", "docs/index.md:3: '{{ a.n' was left"),
    "front matter": ("---\ntitle: '{{ a.n }}'\n---\nx", "docs/page.md:2: '{{ a.n }}' was left"),
    "link target": (
        "x\n\n[x](y?{{ a.n }})",
        "docs/index.md:3: {{ a.n }}: a field cannot stand in the attribute 'href'",
    ),
}


@pytest.mark.parametrize("options", [[], ["--no-strict"], ["--quiet"]], ids=str)
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_page_fails_the_build_and_leaves_nothing(site, name, options):
    markdown, message = WRONG[name]
    page = "page.md" if "page.md" in message else "index.md"
    (site / "docs" / page).write_text(markdown)
    done = build(site, *options)
    assert done.returncode == 1
    assert message in done.stderr
    assert list((site / "site").iterdir()) == []


def test_a_navigation_title_with_a_field_fails(site):
    (site / "docs" / "page.md").write_text("x")
    (site / "mkdocs.yml").write_text(CONFIG + "nav: [index.md, {'{{ a.n }}': page.md}]\n")
    done = build(site)
    assert done.returncode == 1
    assert "'{{ a.n }}' was left as it is" in done.stderr


def test_all_wrong_fields_are_told_at_once(site):
    (site / "docs" / "index.md").write_text("{{ a.m }}\n\n{{ b.n }}\n")
    done = build(site)
    assert "docs/index.md:1: " in done.stderr
    assert "docs/index.md:3: " in done.stderr


def test_a_failed_build_removes_what_an_earlier_one_left(site):
    build(site)
    (site / "docs" / "index.md").write_text("{{ a.m }}")
    build(site)
    assert list((site / "site").iterdir()) == []


def test_each_build_imports_the_packages_anew(site):
    """Two builds in one process, as under live preview, with an edit between them."""
    (site / "sums.py").write_text("n = 12")
    (site / "snippets" / "a.py").write_text("import sums\nn = sums.n")
    program = """
import pathlib, sys
from mkdocs.commands.build import build
from mkdocs.config import load_config
sys.path.insert(0, ".")
for n in ("12", "345"):
    pathlib.Path("sums.py").write_text(f"n = {n}")
    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    print(f">{n}</data>" in pathlib.Path("site/index.html").read_text())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=site, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["True", "True"], done.stderr
