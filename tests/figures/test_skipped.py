"""Whatever is not run, ends early, leads nowhere or is used by nobody fails the build."""

import pytest

HEAD = "{{ a.n:d }}\n\n"

WRONG = {
    "a program that prints nothing": (
        '```python exec="on" id="b"\nn = 1\n```',
        "docs/index.md:3: id=\"b\": program 'b' printed nothing",
    ),
    "a silent program that prints": (
        '```python exec="on" id="b" silent="on"\nprint(1)\n```',
        "program 'b' printed something, but is marked as silent",
    ),
    "a program that runs too long": (
        '```python exec="on" id="b"\nn = 1\nwhile True:\n    n = 2\n```',
        "docs/index.md:3: id=\"b\": program 'b', line",
    ),
    "a field that runs too long": (
        "{{ a.forever():d }}",
        "docs/index.md:3: {{ a.forever():d }}: 'a.forever()': TooLongError: still running in ",
    ),
    "a fence that is not run": (
        "```python\nprint(1)\n```",
        "docs/index.md:3: a python fence looks like a program and is not run",
    ),
    "a misspelled option": ('```python exce="on" id="b"\nprint(1)\n```', "and is not run"),
    "a space before the language": ("``` python\nprint(1)\n```", "and is not run"),
    "a fence in a quotation": ("> ```python\n> print(1)\n> ```", "and is not run"),
    "a language that does not run": ('```py exec="on" id="b"\nprint(1)\n```', "and is not run"),
    "a fence with classes": ("``` { .python .x }\nprint(1)\n```", "and is not run"),
    "a program that hides its errors": (
        '```python exec="on" id="b"\nwhile True:\n    try:\n        while True: pass\n'
        "    except Exception: pass\n```",
        "TooLongError",
    ),
    "an id that could not be accepted": (
        '```python exec="on" id="a = b"\nprint(1)\n```',
        "an id may not hold ' = '",
    ),
    "an image that is not there": ("![x](nowhere.png)", "nowhere.png"),
    "a shell fence": (
        "```bash\nls\n```",
        "docs/index.md:3: a bash fence looks like a program and is not run",
    ),
    "a console session": ("```pycon\n>>> 1\n1\n```", "and is not run"),
    "an unknown source option": (
        '```python exec="on" id="b" source="left"\nprint(1)\n```',
        'source must be "above" or "below", not \'left\'',
    ),
    "a snippet under another name": (
        '```python exec="on" id="b"\n--8<-- "shown.py"\n```',
        "docs/index.md:3: the id of a program from shown.py must be 'shown', not 'b'",
    ),
    "a snippet that is missing": (
        '```python exec="on" id="nowhere"\n--8<-- "nowhere.py"\n```',
        "docs/index.md:4: there is no file 'nowhere.py' to include; there are a.py",
    ),
    "a section that is missing": (
        '```python\n--8<-- "a.py:nowhere"\n```',
        "docs/index.md:4: snippets/a.py has no section 'nowhere'",
    ),
    "nan in an output": (
        '```python exec="on" id="b"\nprint(float("nan"), "GB")\n```',
        "index: b prints 'nan GB'",
    ),
    "a dictionary in an output": (
        '```python exec="on" id="b"\nprint({\'a\': None})\n```',
        "index: b prints",
    ),
    "a link to no page": ("[x](nowhere.md)", "nowhere.md"),
    "a link to no heading": (
        "[x](#nowhere)",
        "index.html: the link '#nowhere' leads to no heading",
    ),
    "a raw link to no file": ('<a href="no/where/">x</a>', "the link 'no/where/' leads to no file"),
}


@pytest.mark.parametrize("options", [[], ["--no-strict", "--quiet"]], ids=str)
@pytest.mark.parametrize("name", WRONG)
def test_it_fails_with_its_own_message_and_leaves_nothing(site, name, options):
    markdown, message = WRONG[name]
    if "shown.py" in markdown:
        site.write("snippets/shown.py", "print(1)")
    site.write("docs/index.md", HEAD + markdown)
    done = site.build(*options)
    assert done.returncode == 1
    assert message in done.stderr
    assert site.built() == []


def test_a_snippet_that_no_page_uses(site):
    site.write("snippets/lonely.py", "print(1)")
    done = site.build()
    assert done.returncode == 1
    assert "snippets/lonely.py: no page uses this snippet" in done.stderr


def test_a_page_of_the_navigation_that_is_missing(site):
    site.write("mkdocs.yml", site.read("mkdocs.yml") + "nav: [index.md, missing.md]\n")
    done = site.build("--no-strict", "--quiet")
    assert done.returncode == 1
    assert "missing.md" in done.stderr


RIGHT = {
    "a silent program": '```python exec="on" id="b" silent="on"\nn = 1\n```',
    "an included file": '```python title="x"\n--8<-- "a.py"\n```',
    "text": "```text\nls\n```",
}


@pytest.mark.parametrize("name", RIGHT)
def test_it_passes(site, name):
    site.write("docs/index.md", HEAD + RIGHT[name])
    done = site.build()
    assert done.returncode == 0, done.stderr


def test_no_program_sees_what_another_changed(site):
    site.write("sums/__init__.py", "n = 12\n")
    site.write("snippets/a.py", "from sums import n\n")
    site.write(
        "docs/index.md",
        '```python exec="on" id="b"\nimport sums\nsums.n = 99\nprint("x")\n```\n\n{{ a.n:d }}\n',
    )
    site.write("tests/accepted/index.txt", "b = x\na.n:d = 12\n")
    for _ in range(2):  # with nothing kept, and with the program's output kept
        done = site.build()
        assert done.returncode == 0, done.stderr


def test_an_input_that_does_not_exist(site):
    site.write("mkdocs.yml", site.read("mkdocs.yml").replace("requirements.txt", "requirements.tx"))
    done = site.build()
    assert done.returncode == 1
    assert "inputs that do not exist: requirements.tx" in done.stderr
