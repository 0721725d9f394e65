"""What is kept from earlier builds is kept only while nothing that made it has changed."""

import sys

import pytest

from figures.kept import key

PROGRAM = """{{ a.n:d }}

```python exec="on" id="b"
import sums
print("told", sums.n)
```
"""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("sums/__init__.py", "n = 34\n"),
        ("docs/index.md", PROGRAM.replace("told", "said")),
    ],
)
def test_a_change_shows_in_the_next_build(site, path, text):
    site.write("docs/index.md", PROGRAM)
    site.figures("accept")
    assert site.build().returncode == 0
    site.write(path, text)
    done = site.build()
    assert done.returncode == 1
    assert "b: told 12 → told 34" in done.stderr or "b: new, said 12" in done.stderr


def test_a_program_runs_once_while_nothing_changes(site):
    """Told from a program whose output differs each time it runs."""
    site.write(
        "docs/index.md",
        '{{ a.n:d }}\n\n```python exec="on" id="b"\nimport time\nprint(time.time_ns())\n```\n',
    )
    site.figures("accept")
    assert site.build().returncode == 0
    assert site.build().returncode == 0
    site.write("requirements.txt", "other==2")
    assert site.build().returncode == 1


@pytest.fixture
def inputs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("src/a.py", "src/data.toml", "snippets/b.py", "requirements.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one")
    return tmp_path


def test_the_key_changes_with_every_input(inputs, monkeypatch):
    def present():
        return key(map(inputs.__truediv__, ["src", "snippets", "requirements.txt"]))

    keys = {present()}
    for name in ("src/a.py", "src/data.toml", "snippets/b.py", "requirements.txt"):
        (inputs / name).write_text("two")
        keys.add(present())
    (inputs / "src" / "new.py").write_text("")
    keys.add(present())
    (inputs / "src" / "new.py").rename(inputs / "src" / "renamed.py")
    keys.add(present())
    (inputs / "src" / "renamed.py").unlink()
    keys.add(present())  # as before the new file
    monkeypatch.setattr(sys, "version", "another Python")
    keys.add(present())
    assert len(keys) == 8


def test_compiled_code_does_not_change_the_key(inputs):
    before = key([inputs / "src"])
    (inputs / "src" / "__pycache__").mkdir()
    (inputs / "src" / "__pycache__" / "a.pyc").write_text("")
    assert key([inputs / "src"]) == before
