"""Checks of built HTML: what is found, and what is left alone."""

import pytest

from figures.built import problems


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ("<p>{{ a.n }}</p>", "'{{ a.n }}' was left as it is (text)"),
        ("<p>{{ a.n</p>", "'{{ a.n' was left as it is (text)"),
        ('<meta content="{{ a.n }}">', "(attribute 'content' of <meta>)"),
        ("<title>{{ a.n }}</title>", "'{{ a.n }}' was left"),
        ('<mark class="figure-error" data-field="{{ a.m }}">no m</mark>', "{{ a.m }}: no m"),
        (
            "<pre><code>Traceback (most recent call last):\n  ...</code></pre>",
            "a program on this page ended in a traceback",
        ),
        ("<p>&#123;{ a.n }}</p>", "'{{ a.n }}' was left"),
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
    ],
)
def test_left_alone(html):
    assert problems(html) == []


def test_text_after_code_is_checked():
    assert len(problems("<pre><code>{{ a }}</code></pre><p>{{ b }}</p>")) == 1
