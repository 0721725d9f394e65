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
