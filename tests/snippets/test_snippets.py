"""Each snippet is a program that runs by itself; what it prints is what the pages show."""

import subprocess
import sys
from pathlib import Path

import pytest

SNIPPETS = sorted(Path("snippets").glob("*.py"))


def run(path):
    done = subprocess.run(
        [sys.executable, path], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", SNIPPETS, ids=lambda path: path.name)
def test_runs_and_prints(path):
    assert run(path).strip()


@pytest.mark.parametrize("path", SNIPPETS, ids=lambda path: path.name)
def test_is_short_and_says_what_it_is_for(path):
    lines = path.read_text().splitlines()
    assert lines[0].startswith("# ")
    assert 3 <= sum(1 for line in lines if line.strip() and not line.startswith("#")) <= 24


def test_footprint_prints_the_two_lines_of_the_go_program():
    # What footprint.go printed, run with Go 1.19.
    assert run("snippets/footprint.py") == (
        "TRAINING   weights+grads+optimizer   128 GB   activations   52 GB   total  180 GB\n"
        "INFERENCE  weights                    16 GB   KV + activations  2.7 GB   total   19 GB\n"
    )


def test_the_shares_of_the_gap():
    # 160.86 GB: 112.0 of state, 51.0 of activations, less 2.1 of KV cache.
    printed = run("snippets/gap.py")
    for row in (
        "112.0 GB | 69.6 %",
        "51.0 GB | 31.7 %",
        "-2.1 GB | -1.3 %",
        "160.9 GB | 100.0 %",
    ):
        assert row in printed


def test_where_steps_stand_under_the_roofs():
    # Llama-3.1-8B has 8,030,261,248 parameters, 525,336,576 of them in the table of embeddings.
    multiplied, layers, hidden, length = 7_504_924_672, 32, 4096, 2048
    attention, cache = 4 * layers * hidden * length, 131_072 * length
    decode = {
        batch: batch * (2 * multiplied + attention) / (2 * multiplied + batch * cache)
        for batch in (1, 8, 64, 256)
    }
    training = 3 * (2 * multiplied + attention / 2) * length / (3 * 2 * multiplied)  # causal
    printed = run("snippets/roofs.py")
    for row in (
        *(f"<td>decode, batch {batch}</td>" for batch in decode),
        *(f"<td>{intensity:,.1f} FLOP/B</td>" for intensity in decode.values()),
        f"<td>training, batch 1</td><td>989.4 TFLOP/s</td><td>{training:,.1f} FLOP/B</td>",
        f"<td>decode, batch 1</td><td>{decode[1] * 3.35:.1f} TFLOP/s</td>",
        "<td>H200</td><td>989.4 TFLOP/s</td><td>206.1 FLOP/B</td>",  # the makers' data sheets
        "<td>L4</td><td>121.0 TFLOP/s</td><td>403.3 FLOP/B</td>",
    ):
        assert row in printed
