"""The notebook: executed at build, stored without outputs, dressed as the rest of the site."""

import json
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = sorted(Path("docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_no_output_is_stored(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


def test_outputs_are_computed(read):
    page = read("notebooks/memory-bill").article
    outputs = "\n".join(code.get_text() for code in page.select(".language-text code"))
    # Of the training bill, to the third decimal: 32 + 32 + 64 + 51.540 = 179.540.
    for line in ("Activations    51.540 GB   so far  179.540 GB", "training takes 9.6× as much"):
        assert line in outputs
    captions = [caption.get_text() for caption in page("figcaption")]
    # 40,690 tokens are 19.9 sequences; the cache of 59.6 conversations weighs 16 GB.
    assert captions == [
        "From 20 sequences in a step, activations outweigh the training state of 128 GB.",
        "From 60 conversations, their KV cache outweighs the weights of 16 GB.",
    ]


def test_the_page_is_light_and_has_no_scripts_of_its_own(site, read):
    page = site / "notebooks" / "memory-bill" / "index.html"
    assert page.stat().st_size < 100_000
    article = read("notebooks/memory-bill").article
    assert article(["script", "style"]) == []
    assert article(class_="jupyter-wrapper") == []


def test_the_download_is_the_stored_notebook(site):
    stored = Path("docs/notebooks/memory-bill.ipynb").read_bytes()
    assert (site / "notebooks" / "memory-bill" / "memory-bill.ipynb").read_bytes() == stored


def test_each_word_is_searched_once(site):
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    texts = [e["text"] for e in index["docs"] if e["location"].startswith("notebooks/")]
    assert " ".join(texts).count("def print_bill") == 1
