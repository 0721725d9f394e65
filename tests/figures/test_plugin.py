"""Whole builds of small sites: a wrong one fails with its message and leaves nothing behind."""

import os
import subprocess
import sys

import pytest

CONFIG = """
site_name: small
strict: true
theme: {name: mkdocs}
plugins: [{figures: {packages: [sums]}}]
markdown_extensions:
  - attr_list
  - figures
  - tables
  - pymdownx.highlight
  - pymdownx.superfences:
      custom_fences:
        - name: python
          class: python
          validator: !!python/name:markdown_exec.validator
          format: !!python/name:figures.fences.python
        - name: mermaid
          class: mermaid
          format: !!python/name:figures.fences.fence_mermaid_custom
"""


@pytest.fixture
def site(tmp_path):
    """A small site that builds: one page, one snippet."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "snippets").mkdir()
    (tmp_path / "mkdocs.yml").write_text(CONFIG)
    (tmp_path / "snippets" / "a.py").write_text(
        "n = 12\nhuge = 10**400\ndef same(text): return text\ndef bye(): raise SystemExit(0)\n"
    )
    (tmp_path / "docs" / "index.md").write_text("# Page\n\nIt is {{ a.n:d }}.\n")
    return tmp_path


def build(site, *options):
    command = [sys.executable, "-m", "mkdocs", "build", *options]
    return subprocess.run(
        command,
        cwd=site,
        env={**os.environ, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def test_a_right_site_is_built(site):
    done = build(site)
    assert done.returncode == 0, done.stderr
    assert ">12</data>" in (site / "site" / "index.html").read_text()


WRONG = {
    "unknown name": ("x\n\ny {{ a.m }}", "docs/index.md:3: {{ a.m }}: there is no 'm' in 'a.m'"),
    "unknown snippet": ("{{ b.n }}", "docs/index.md:1: {{ b.n }}: no snippet 'b' in snippets/"),
    "raw HTML": ("<p>{{ a.n }}</p>", "docs/index.md:1: '{{ a.n }}' was left as it is"),
    "pipe in a table": ("| x |\n|--|\n| {{ a.n | 3 }} |", "docs/index.md:3: '{{ a.n' was left"),
    "title": ("---\ntitle: '{{ a.n }}'\n---\nx", "docs/index.md:2: '{{ a.n }}' was left"),
    "description": ("---\ndescription: '{{ a.n }}'\n---\nx", "docs/index.md:2: '{{ a.n }}' was"),
    "link target": (
        "x {{ a.n }}\n\n[x](y?{{ a.n:d }})",
        "docs/index.md:3: {{ a.n:d }}: a field cannot stand in the attribute 'href'",
    ),
    "attribute of inline HTML": (
        'a <b title="{{ a.n:d }}">x</b>',
        "docs/index.md:1: a field cannot stand in an attribute: title=",
    ),
    "attribute list": ('[x](#p){ title="{{ a.n:d }}" }', "cannot stand in an attribute: a.n"),
    "unclosed code": ("Text <code>x\n\ny", "docs/index.md:1: a <code> is never closed"),
    "exit in a field": ("{{ a.bye() }}", "docs/index.md:1: {{ a.bye() }}: 'a.bye()': SystemExit"),
    "too large to print": ("{{ a.huge:.0f }}", "docs/index.md:1: {{ a.huge:.0f }}: format '.0f'"),
    "backtick": ("{{ a.same('a`b`') }}", "no backslash and no backtick may stand in a field"),
    "failing program": (
        "x\n\n```python exec='on' id=\"b\"\nn = 1\nraise ValueError('too small')\n```",
        "docs/index.md:3: id=\"b\": program 'b', line 2: ValueError: too small",
    ),
    "program that exits": (
        "```python exec='on' id=\"b\"\nimport sys; sys.exit()\n```",
        "docs/index.md:1: id=\"b\": program 'b', line 1: SystemExit: ",
    ),
    "program that does not parse": (
        "```python exec='on' id=\"b\"\n1 +\n```",
        "docs/index.md:1: id=\"b\": program 'b', line 1: SyntaxError: invalid syntax",
    ),
    "program without an id": (
        '```python exec="on"\nprint(1)\n```',
        'docs/index.md:1: exec="on": a program on a page needs an id',
    ),
}


@pytest.mark.parametrize("options", [[], ["--no-strict"], ["--quiet"]], ids=str)
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_page_fails_the_build_and_leaves_nothing(site, name, options):
    markdown, message = WRONG[name]
    (site / "docs" / "index.md").write_text(markdown)
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


def test_code_may_show_a_field_anywhere(site):
    text = "# Page\n\n## The `{{ }}` syntax\n\n```markdown\n{{ a.n }}\n```\n\n`{{ a.n }}`\n"
    (site / "docs" / "index.md").write_text(text)
    assert build(site).returncode == 0


def test_the_same_wrong_field_twice_has_two_lines(site):
    (site / "docs" / "index.md").write_text("{{ a.m }}\n\nx\n\n{{ a.m }}\n")
    done = build(site)
    assert "docs/index.md:1: " in done.stderr
    assert "docs/index.md:5: " in done.stderr


def test_a_brace_that_is_never_closed_does_not_hang(site):
    (site / "docs" / "index.md").write_text("A typo {{ a.n } and then " + "it's fine " * 400)
    assert "{{ a.n } and then" in build(site).stderr


def test_a_program_prints_also_from_inside_what_it_calls(site):
    (site / "sums.py").write_text("def tell():\n    print('told *as it is* & <so>')\n")
    text = """
```python exec="on" source="above" result="text" id="b"
import sums
sums.tell()
```
"""
    (site / "docs" / "index.md").write_text(text)
    done = build(site)
    assert done.returncode == 0, done.stderr
    assert "told *as it is* &amp; &lt;so&gt;" in (site / "site" / "index.html").read_text()


def test_a_diagrams_labels_stay_whole(site):
    text = """
```python exec="on" result="mermaid" id="b"
print('flowchart TB\\n  A["one<br>two"]')
```
"""
    (site / "docs" / "index.md").write_text(text)
    build(site)
    html = (site / "site" / "index.html").read_text()
    assert '<pre class="mermaid"><code>flowchart TB' in html
    assert "one&lt;br&gt;two" in html


def test_a_preview_warns_and_goes_on(site):
    (site / "docs" / "index.md").write_text("{{ a.m }}")
    program = """
from mkdocs.commands.build import build
from mkdocs.config import load_config
config = load_config("mkdocs.yml", strict=False)
config.plugins.on_startup(command="serve", dirty=False)
build(config)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=site, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert 'class="figure-error"' in (site / "site" / "index.html").read_text()


def test_each_build_imports_the_packages_anew(site):
    """Builds in one process, as under live preview, with edits of equal length within a second."""
    package = site / "sums"
    package.mkdir()
    (package / "__init__.py").write_text("from sums.inner import n")
    (site / "snippets" / "a.py").write_text("import sums\nn = sums.n")
    program = """
import pathlib, sys, time
from mkdocs.commands.build import build
from mkdocs.config import load_config
sys.path.insert(0, ".")
time.sleep(1 - time.time() % 1)
for n in ("12", "34", "56"):
    pathlib.Path("sums/inner.py").write_text(f"n = {n}")
    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    print(f">{n}</data>" in pathlib.Path("site/index.html").read_text())
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=site,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["True"] * 3, done.stderr
