"""Each snippet is a program that runs by itself; what it prints is what the pages show."""

import re
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
    printed = re.sub("</?data[^>]*>", "", run("snippets/roofs.py"))
    for row in (
        *(f"<td>decode, batch {batch}</td>" for batch in decode),
        *(f"<td>{intensity:,.1f} FLOP/B</td>" for intensity in decode.values()),
        f"<td>training, batch 1</td><td>989.4 TFLOP/s</td><td>{training:,.1f} FLOP/B</td>",
        f"<td>decode, batch 1</td><td>{decode[1] * 3.35:.1f} TFLOP/s</td>",
        "<td>H200</td><td>989.4 TFLOP/s</td><td>206.1 FLOP/B</td>",  # the makers' data sheets
        "<td>L4</td><td>121.0 TFLOP/s</td><td>403.3 FLOP/B</td>",
    ):
        assert row in printed


def test_caches_by_kind_of_attention():
    # Keys and values × layers × KV heads × head_dim × 2 B; DeepSeek-V3's is in arXiv 2505.09343.
    printed = run("snippets/caches.py")
    for label, size in {
        "Llama-2-7B, MHA": 2 * 32 * 32 * 128 * 2,
        "Gemma-2-9B, GQA": 2 * 42 * 8 * 256 * 2,
        "Llama-3.1-8B, GQA": 2 * 32 * 8 * 128 * 2,
        "DeepSeek-V3, MLA": 70_272,
        "Qwen2.5-7B, GQA": 2 * 28 * 4 * 128 * 2,
    }.items():
        assert f">{label}: {size / 1000:.1f} kB<" in printed


def test_conversations_that_a_card_holds():
    # 141 GB less 4 GB and 2 B for each of the published parameters, over the caches.
    llama_2, llama_3 = 137 * 10**9 - 2 * 6_738_415_616, 137 * 10**9 - 2 * 8_030_261_248
    held = [room // each for room, each in ((llama_2, 524_288), (llama_3, 131_072))]
    assert [count // 2048 for count in held] == [115, 450]
    assert [count // 32_768 for count in held] == [7, 28]
    printed = run("snippets/held.py")
    assert "| Llama-2-7B | 115 | 7 |" in printed
    assert "| Llama-3.1-8B | 450 | 28 |" in printed


def test_published_speeds_stand_beside_the_bound():
    # Weights without the table of embeddings, and a cache of one token; 2,039 GB/s.
    bounds = [
        2.039e12 / (2 * (6_738_415_616 - 32_000 * 4096) + 524_288),
        2.039e12 / (2 * (8_030_261_248 - 128_256 * 4096) + 131_072),
    ]
    assert [round(bound, 1) for bound in bounds] == [154.3, 135.8]
    printed = run("snippets/single_stream.py")
    assert f"| Llama-2-7B | A100 | 154.3 | 104.9 | {104.9 / bounds[0]:.0%}"[:-1] in printed
    assert f"| Llama-3.1-8B | A100 | 135.8 | 93.9 | {93.89 / bounds[1]:.0%}"[:-1] in printed
