"""The {{ }} syntax in Markdown: where it works, where it is left alone, what is refused."""

import re
import sys

import pytest
from markdown import Markdown

EXTENSIONS = [
    "abbr",
    "admonition",
    "attr_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
    "pymdownx.details",
    "pymdownx.superfences",
    "pymdownx.tabbed",
]


@pytest.fixture
def snippets(tmp_path):
    """A folder of snippets; `a.n` is 1234567 and `a.word` is text with Markdown in it."""
    (tmp_path / "a.py").write_text(
        "n = 1234567\nword = 'one *two* & <three>'\nx = 0.25\n"
        "def same(text): return text\nprint('printed by a')\n"
    )
    return tmp_path


@pytest.fixture
def render(snippets):
    def render(text):
        md = Markdown(
            extensions=[*EXTENSIONS, "figures"],
            extension_configs={"figures": {"snippets": str(snippets)}},
        )
        return md.convert(text)

    return render


N = '<data class="figure" data-expression="a.n" data-format=",d" value="1234567">1,234,567</data>'


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("{{ a.n:,d }}", f"<p>{N}</p>"),
        ("{{a.n:,d}}", f"<p>{N}</p>"),
        ("**{{ a.n:,d }}**", f"<strong>{N}</strong>"),
        ("_{{ a.n:,d }}_", f"<em>{N}</em>"),
        ("[{{ a.n:,d }}](x.md)", f'<a href="x.md">{N}</a>'),
        ("- {{ a.n:,d }}", f"<li>{N}</li>"),
        ("> {{ a.n:,d }}", f"<p>{N}</p>"),
        ("| a |\n|--|\n| {{ a.n:,d }} |", f"<td>{N}</td>"),
        ('!!! note "{{ a.n:,d }}"\n    x', f'<p class="admonition-title">{N}</p>'),
        ('??? note "{{ a.n:,d }}"\n    x', f"<summary>{N}</summary>"),
        ('=== "{{ a.n:,d }}"\n    x', N),
        ("x[^1]\n\n[^1]: {{ a.n:,d }}", N),
        ('<div markdown="1">{{ a.n:,d }}</div>', N),
        ("{{ a.n\n:,d }}", N),
        ("so {{ a.n:,d }}.", f"so {N}."),
    ],
)
def test_prints(render, markdown, html):
    assert html in render(markdown)


def test_quotes_and_braces_in_text(render):
    assert ">}}</data>" in render('{{ a.same("}}") }}')
    assert ">a: b</data>" in render("{{ a.same('a: b') }}")
    assert ">&quot;</data>" in render("{{ a.same('\"') }}").replace('>"<', ">&quot;<")


def test_text_is_not_markdown_and_not_html(render):
    assert ">one *two* &amp; &lt;three&gt;</data>" in render("{{ a.word }}")


def test_two_fields_in_one_paragraph(render):
    assert render("{{ a.n:,d }} {{ a.n:,d }}").count(N) == 2


@pytest.mark.parametrize(
    "markdown",
    [
        "`{{ a.n }}`",
        "```\n{{ a.n }}\n```",
        "```mermaid\n{{ a.n }}\n```",
        "    {{ a.n }}",
    ],
)
def test_code_is_left_alone(render, markdown):
    assert "{{ a.n }}" in render(markdown)


def test_image_text_is_printed_as_text(render):
    assert 'alt="so 1,234,567 it is"' in render("![so {{ a.n:,d }} it is](x.png)")


@pytest.mark.parametrize(
    "markdown",
    [
        "[x](y.md?{{ a.n }})",
        '[x](y.md "{{ a.n }}")',
        '![x](y.png "{{ a.n }}")',
    ],
)
def test_other_attributes_are_refused(render, markdown):
    html = render(markdown)
    assert re.search(r'<mark class="figure-error".*a field cannot stand in ', html)


def test_a_headings_anchor_does_not_hold_the_value(render):
    headings = {
        "About {{ a.n:,d }} things": "about-things",
        "About {{ a.n:d }} things": "about-things_1",
        "{{ a.n }} {#own}": "own",
        "<b>x</b> y {{ a.n }}": "x-y",
        "A \\* b {{ a.n }}": "a-b",
        "Of {{ a.n:,d }}{ .big } size": "of-size",
        "About things": "about-things_2",
    }
    html = render("\n\n".join(f"## {heading}" for heading in headings))
    assert re.findall(r'<h2 id="(.*?)"', html) == list(headings.values())


def test_an_attribute_list_cannot_change_a_figure(render):
    assert N in render("{{ a.n:,d }}{ value=999 .big }")


def test_headings_without_figures_keep_their_anchor(render):
    assert '<h2 id="the-kv-cache">' in render("## The KV cache")


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("{{ a.m }}", "there is no 'm' in 'a.m'; there are n, same, word, x"),
        ("{{ b.n }}", "no snippet 'b' in .*; there are a"),
        ("{{ a.x }}", "0.25 needs a format"),
        ("{{ a.same(None) }}", "Constant is not allowed"),
        ("{{ a.n[0] }}", "an index"),
        ("{{ 3 }}", "not a number typed by hand"),
    ],
)
def test_a_field_that_cannot_be_printed_is_marked(render, field, message):
    html = render(f"text {field} text")
    mark = re.search(r'<mark class="figure-error" data-field="(.*?)">(.*?)</mark>', html)
    assert mark[1] == field
    assert re.search(message, mark[2])


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("raise ValueError('too small')", "broken.py failed: ValueError: too small"),
        ("import sys; sys.exit(3)", "broken.py failed: SystemExit: 3"),
        ("1 +", "broken.py failed: SyntaxError"),
    ],
)
def test_a_snippet_that_fails_is_named(render, snippets, program, message):
    (snippets / "broken.py").write_text(program)
    assert message in render("{{ broken.n }}")


def test_snippets_stay_to_themselves(render, snippets, capsys):
    (snippets / "json.py").write_text("import json\nn = len(json.dumps([5, 5]))")
    (snippets / "uses_json.py").write_text("import json\nn = len(json.dumps([1]))\nprint('x')")
    path = list(sys.path)
    assert ">3</data>" in render("{{ uses_json.n }}")
    assert ">6</data>" in render("{{ json.n }}")
    assert sys.path == path
    assert capsys.readouterr().out == ""


def test_an_edited_snippet_shows_on_the_next_page(render, snippets):
    assert N in render("{{ a.n:,d }}")
    (snippets / "a.py").write_text("n = 2")
    assert ">2</data>" in render("{{ a.n:,d }}")
