"""Checks of built HTML: what is found, and what is left alone."""

import pytest

from figures.built import problems


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ("<p>{{ a.n }}</p>", "'{{ a.n }}' was left as it is"),
        ("<p>{{ a.n</p>", "'{{ a.n' was left as it is"),
        ("<p>&#123;{ a.n }}</p>", "'{{ a.n }}' was left"),
        ('<i title="{{ a.n }}">x</i>', "'{{ a.n }}' was left"),
        ('<mark class="figure-error" data-field="{{ a.m }}">no m</mark>', "{{ a.m }}: no m"),
        ("<p>x</code></p><p>{{ a.n }}</p>", "'{{ a.n }}' was left"),
        ("<p><code>x</p><p>{{ a.n }}</p>", "a <code> is never closed"),
        (
            '<b title="<data class="figure" data-expression="a.n">12</data>">x</b>',
            'a field cannot stand in an attribute: title="{{',
        ),
        (
            '<p>{ title="<data class="figure" data-expression="a.n">12</data>" }</p>',
            "a field cannot stand in an attribute: a.n",
        ),
    ],
)
def test_found(html, message):
    assert [message in problem.message for problem in problems(html)] == [True]


@pytest.mark.parametrize(
    "html",
    [
        "<p>180 GB</p>",
        "<p>{ one brace }</p>",
        "<pre><code>{{ a.n }}</code></pre>",
        "<p><code>{{ a.n }}</code></p>",
        "<script>const a = {{}: 1}; let b = `{{ x }}`</script>",
        "<p>x = <data class='figure' data-expression='a.n'>12</data></p>",
        "<p><data class='figure' data-expression='a.word'>{{ as a value }}</data></p>",
    ],
)
def test_left_alone(html):
    assert problems(html) == []


def test_text_after_code_is_checked():
    assert len(problems("<pre><code>{{ a }}</code></pre><p>{{ b }}</p>")) == 1
