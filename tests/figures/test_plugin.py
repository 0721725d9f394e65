"""Whole builds of small sites: a wrong one fails with its message and leaves nothing behind."""

import pytest


def test_a_right_site_is_built(site):
    done = site.build()
    assert done.returncode == 0, done.stderr
    assert ">12</data>" in site.read("site/index.html")


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
    "program that ends the process": (
        "```python exec='on' id=\"b\"\nimport os\nos._exit(0)\n```",
        "docs/index.md:1: id=\"b\": program 'b', line 2: SystemExit: os._exit(0)",
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
    site.write("docs/index.md", markdown)
    done = site.build(*options)
    assert done.returncode == 1
    assert message in done.stderr
    assert site.built() == []


def test_a_navigation_title_with_a_field_fails(site):
    site.write("docs/page.md", "x")
    site.write("mkdocs.yml", site.read("mkdocs.yml") + "nav: [index.md, {'{{ a.n }}': page.md}]\n")
    done = site.build()
    assert done.returncode == 1
    assert "mkdocs.yml: '{{ a.n }}' was left as it is" in done.stderr


def test_all_wrong_fields_are_told_at_once(site):
    site.write("docs/index.md", "{{ a.m }}\n\n{{ b.n }}\n")
    done = site.build()
    assert "docs/index.md:1: " in done.stderr
    assert "docs/index.md:3: " in done.stderr


def test_a_failed_build_removes_what_an_earlier_one_left(site):
    site.build()
    assert "index.html" in site.built()
    site.write("docs/index.md", "{{ a.m }}")
    site.build()
    assert site.built() == []


def test_code_may_show_a_field_anywhere(site):
    site.write(
        "docs/index.md",
        "# Page\n\n## The `{{ }}` syntax\n\n```markdown\n{{ a.n }}\n```\n\n"
        "`{{ a.n }}` {{ a.n:d }}\n",
    )
    done = site.build()
    assert done.returncode == 0, done.stderr


def test_the_same_wrong_field_twice_has_two_lines(site):
    site.write("docs/index.md", "{{ a.m }}\n\nx\n\n{{ a.m }}\n")
    done = site.build()
    assert "docs/index.md:1: " in done.stderr
    assert "docs/index.md:5: " in done.stderr


def test_a_brace_that_is_never_closed_does_not_hang(site):
    site.write("docs/index.md", "A typo {{ a.n } and then " + "it's fine " * 400)
    assert "{{ a.n } and then" in site.build().stderr


def test_a_program_prints_also_from_inside_what_it_calls(site):
    site.write("sums/__init__.py", "def tell():\n    print('told *as it is* & <so>')\n")
    site.write(
        "docs/index.md",
        '{{ a.n:d }}\n\n```python exec="on" source="above" result="text" id="b"\n'
        "import sums\nsums.tell()\n```\n",
    )
    site.write("tests/accepted/index.txt", "a.n:d = 12\nb = told *as it is* & <so>\n")
    done = site.build()
    assert done.returncode == 0, done.stderr
    assert "told *as it is* &amp; &lt;so&gt;" in site.read("site/index.html")


def test_a_diagrams_labels_stay_whole(site):
    site.write(
        "docs/index.md",
        '{{ a.n:d }}\n\n```python exec="on" result="mermaid" id="b"\n'
        "print('flowchart TB\\n  A[\"one<br>two\"]')\n```\n",
    )
    assert site.figures("accept").returncode == 0
    assert site.build().returncode == 0
    html = site.read("site/index.html")
    assert '<pre class="mermaid"><code>flowchart TB' in html
    assert "one&lt;br&gt;two" in html


PREVIEW = """
import logging
logging.basicConfig()
from mkdocs.commands.build import build
from mkdocs.config import load_config
config = load_config("mkdocs.yml", strict=False)
config.plugins.on_startup(command="serve", dirty=False)
build(config)
"""


def test_a_preview_warns_and_goes_on(site):
    site.write("docs/index.md", "{{ a.m }}")
    done = site.run("-c", PREVIEW)
    assert done.returncode == 0, done.stderr
    assert 'class="figure-error"' in site.read("site/index.html")
    assert "docs/index.md:1: {{ a.m }}: there is no 'm'" in done.stderr


def test_a_preview_marks_what_drifted(site):
    site.write(
        "docs/index.md",
        '{{ a.n:d }}\n\n```python exec="on" id="b"\nimport sums\nprint(\'told\', sums.n)\n```\n',
    )
    site.figures("accept")
    site.write("snippets/a.py", site.read("snippets/a.py").replace("12", "34"))
    site.write("sums/__init__.py", "n = 56")
    done = site.run("-c", PREVIEW)
    assert done.returncode == 0, done.stderr
    assert "a.n:d: 12 → 34" in done.stderr
    html = site.read("site/index.html")
    assert 'class="figure drifted"' in html
    assert 'data-accepted="12"' in html
    assert 'class="generated drifted"' in html
    assert 'data-accepted="told 12"' in html


EDITS = """
import pathlib, time
from mkdocs.commands.build import build
from mkdocs.config import load_config
time.sleep(1 - time.time() % 1)
for n in ("12", "34", "56"):
    pathlib.Path("sums/inner.py").write_text(f"n = {n}")
    config = load_config("mkdocs.yml", strict=False)
    config.plugins.on_startup(command="serve", dirty=False)
    build(config)
    print(f">{n}</data>" in pathlib.Path("site/index.html").read_text())
"""


def test_each_build_imports_the_packages_anew(site):
    """Builds in one process, as under live preview, with edits of equal length within a second."""
    site.write("sums/__init__.py", "from sums.inner import n")
    site.write("snippets/a.py", "import sums\nn = sums.n")
    done = site.run("-c", EDITS, PYTHONDONTWRITEBYTECODE="")
    assert done.stdout.split() == ["True"] * 3, done.stderr


def test_a_snippet_runs_once_in_a_build(site):
    site.write("snippets/a.py", "with open('runs', 'a') as file: file.write('.')\nn = 12\n")
    site.write("docs/other.md", "# Other\n\nIt is {{ a.n:d }}.\n")
    site.write("tests/accepted/other.txt", "a.n:d = 12\n")
    done = site.build()
    assert done.returncode == 0, done.stderr
    assert site.read("runs") == "."
