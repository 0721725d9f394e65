"""Notebooks of a small site: run at build, quick in a preview, wrong ones fail."""

import json

import pytest

from figures.cells import run_cells


def notebook(*sources, kernel="python3"):
    cells = [
        {"cell_type": "markdown", "id": "t", "metadata": {}, "source": "# A notebook\n\n{text}"}
    ]
    for number, source in enumerate(sources):
        cells.append(
            {
                "cell_type": "code",
                "execution_count": None,
                "id": f"c{number}",
                "metadata": {},
                "outputs": [],
                "source": source,
            }
        )
    metadata = {"kernelspec": {"display_name": "", "language": "python", "name": kernel}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def lay(site):
    """Lay a notebook into the site; `site` then has it in its pages."""

    def lay(*sources, text="It prints.", execute="true", kernel="python3"):
        written = json.dumps(notebook(*sources, kernel=kernel)).replace("{text}", text)
        site.write("docs/note.ipynb", written)
        jupyter = f"""plugins:
  - mkdocs-jupyter:
      include: ["*.ipynb"]
      execute: {execute}
      allow_errors: false
      include_source: true
      cache: false
"""
        config = site.read("mkdocs.yml").replace("plugins:\n", jupyter)
        site.write("mkdocs.yml", config)
        return site

    return lay


def test_it_is_run_and_its_outputs_are_figures(lay):
    site = lay("import sums\nprint('told', sums.n)", "3 * sums.n")
    done = site.figures("accept")
    assert done.returncode == 0, done.stderr
    assert site.read("tests/accepted/note.txt") == "output 1 = told 12\noutput 2 = 36\n"
    site.write("sums/__init__.py", "n = 13")
    done = site.build()
    assert done.returncode == 1
    assert "output 1: told 12 → told 13 (+8.3%)" in done.stderr
    assert "output 2: 36 → 39 (+8.3%)" in done.stderr


@pytest.mark.parametrize(
    ("source", "text", "execute", "kernel", "message"),
    [
        (
            "raise ValueError('too small')",
            "x",
            "true",
            "python3",
            "a cell failed: ValueError: too small",
        ),
        (
            "print(12)",
            "x",
            "false",
            "python3",
            "note.ipynb: no cell of this notebook has an output",
        ),
        ("print(12)", "x", "true", "nowhere", "No such kernel named nowhere"),
        (
            "print(12)",
            "[x](nowhere.md)",
            "true",
            "python3",
            "the link 'nowhere.md' leads to no file",
        ),
        ("print(12)", "of 3 GPUs", "true", "python3", "note.ipynb:1: '3 GPUs' is typed"),
        ("print(12)", "{{ a.n }}", "true", "python3", "'{{ a.n }}' was left as it is"),
    ],
    ids=["error", "not run", "no kernel", "broken link", "typed", "field"],
)
def test_a_wrong_one_fails_the_build(lay, source, text, execute, kernel, message):
    site = lay(source, text=text, execute=execute, kernel=kernel)
    done = site.build()
    assert done.returncode == 1
    assert message in done.stderr
    assert site.built() == []


def test_cells_run_here_give_what_a_kernel_gives(tmp_path):
    path = tmp_path / "note.ipynb"
    sources = [
        "n = 2\nprint('n', n)",
        "n + 1",
        "x = 1",
        "from IPython.display import HTML\nHTML('<b>')",
    ]
    path.write_text(json.dumps(notebook(*sources)))
    outputs = [cell.outputs for cell in run_cells(path).cells if cell.cell_type == "code"]
    assert outputs[0][0].text == "n 2\n"
    assert outputs[1][0].data["text/plain"] == "3"
    assert outputs[2] == []
    assert outputs[3][0].data["text/html"] == "<b>"


@pytest.mark.parametrize("tag", ["skip-execution", "raises-exception"])
def test_a_cell_may_not_be_skipped_or_fail(lay, tag):
    site = lay("print(12)")
    note = json.loads(site.read("docs/note.ipynb"))
    note["cells"][1]["metadata"] = {"tags": [tag]}
    note["cells"][1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "43"}]
    site.write("docs/note.ipynb", json.dumps(note))
    done = site.build()
    assert done.returncode == 1
    assert f"cell 'c0': the tag {tag!r} would let it be skipped or fail" in done.stderr
    assert "cell 'c0': an output is stored" in done.stderr


def test_a_notebook_has_a_limit(lay):
    site = lay("import time\ntime.sleep(60)")
    config = site.read("mkdocs.yml").replace("packages:", "notebook_seconds: 4\n      packages:")
    site.write("mkdocs.yml", config)
    done = site.build()
    assert done.returncode == 1
    assert "note.ipynb: this notebook still ran after 4 s" in done.stderr
