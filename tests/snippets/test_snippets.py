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


# Llama-3.1-8B has 8,030,261,248 parameters, 525,336,576 of them in the table of embeddings; a token
# takes three times 2 FLOP for each of the others, and causal attention over 2,048 tokens.
FLOP_OF_A_TOKEN = 3 * (2 * 7_504_924_672 + 4 * 32 * 4096 * 2049 / 2)
SENT = 2 * 7 / 8 * 4 * 8_030_261_248  # of FP32 gradients, by each of eight GPUs


def test_where_the_link_takes_as_long_as_the_arithmetic():
    # NVLink is sold as 900 GB/s, both directions together; a DGX H100's network is 400 Gb/s.
    printed = run("snippets/link_limit.py")
    for label, link in [("NVLink", 450e9), ("network", 50e9)]:
        tokens = SENT / link * 989.4e12 / FLOP_OF_A_TOKEN
        assert f"{round(tokens, -2):,.0f} tokens over" in printed.replace(
            " the network", " network"
        )
        assert f"<th>{label}</th>" in printed
    ratios = [SENT / link * 989.4e12 / FLOP_OF_A_TOKEN / 2048 for link in (450e9, 50e9)]
    row = "".join(f"<td>{each:.2g}×</td>" for each in ratios)
    assert f"<td>2,048</td>{row}<td>1×</td>" in re.sub("</?data[^>]*>", "", printed)


@pytest.mark.parametrize(
    ("machine", "peak", "gigabit"),
    [("DGX A100", 312, 200), ("DGX H100", 989.4, 400), ("DGX B200", 2250, 400)],
)
def test_tokens_that_each_generation_needs(machine, peak, gigabit):
    tokens = SENT / (gigabit / 8 * 1e9) * peak * 1e12 / FLOP_OF_A_TOKEN
    rates = f"{peak:,.0f} TFLOP/s | {gigabit // 8} GB/s"
    assert f"| {machine} | {rates} | {round(tokens, -2):,.0f} tokens |" in run(
        "snippets/link_growth.py"
    )


def test_micro_batches_until_the_exchange_is_a_tenth():
    share = SENT / 50e9 * 989.4e12 / FLOP_OF_A_TOKEN / (8 * 2048)
    assert [share / n > 0.1 for n in (14, 15)] == [True, False]
    printed = run("snippets/accumulate.py")
    for n in (1, 4, 15):
        assert f"micro-batches: {n:2}   exchange: {100 * share / n:4.0f} %" in printed


def test_what_each_stage_sends():
    # ZeRO, arXiv 1910.02054 §7: twice the parameters, and three times in the last stage.
    once = 7 / 8 * 2 * 8.030261248
    printed = run("snippets/stages.py")
    for stage, passes, in_eight in [(0, 2, 2), (1, 2, 2), (2, 2, 9), (3, 3, 24)]:
        row = f"| {passes * once:.0f} GB | {in_eight * once:.0f} GB |"
        assert re.search(rf"\| {stage} \| .* {re.escape(row)}", printed)


def test_what_eight_gpus_exchange_to_serve_a_70b_model():
    # Megatron-LM §3: in each of 80 layers two sums of tokens × 8,192 numbers of 2 B.
    sent = {tokens: 160 * 2 * 7 / 8 * tokens * 8192 * 2 for tokens in (8, 8 * 2048)}
    printed = run("snippets/served_links.py")
    for step, tokens, spec in [("decode", 8, ".1f"), ("prefill", 8 * 2048, ",.0f")]:
        nvlink, network = (sent[tokens] / link * 1000 for link in (450e9, 50e9))
        assert re.search(rf"{step} .* \| {nvlink:{spec}} ms \| {network:{spec}} ms \|", printed)
    # By themselves: decode reads weights and caches, prefill computes; both on eight H100.
    read = 2 * (70_553_706_496 - 128_256 * 8192) + 327_680 * 2048 * 8
    assert f"decode | {read / 8 / 3.35e12 * 1000:.1f} ms" in printed
    body = 70_553_706_496 - 2 * 128_256 * 8192
    flop = 8 * (2 * (body * 2048 + 128_256 * 8192) + 4 * 80 * 8192 * 2048 * 2049 / 2)
    assert f"prefill | {flop / 8 / 989.4e12 * 1000:.0f} ms" in printed


def test_what_four_gpus_keep_by_stage():
    printed = re.sub("</?data[^>]*>", "", run("snippets/shared_bills.py"))
    for stage, total in enumerate(("140.9", "92.9", "68.9", "44.9")):
        assert re.search(
            rf"<td>Stage {stage}, [^<]*</td><td>Total</td><td>{total} GB</td>", printed
        )


def test_the_lesson_needs_four_gpus_and_says_why():
    printed = run("snippets/counted.py")
    for line in (
        "- 2 GPUs: 89.77 GB each, 12.77 GB more than 80.0 GB as marketed, less 3.0 GB of margin.",
        "- 3 GPUs: a batch of 8 cannot be shared evenly by 3 GPUs.",
        "- 4 GPUs: 44.88 GB each, which fits.",
    ):
        assert line in printed


def test_what_fits_by_part_and_count():
    # 128 GB and 51.54 GB over the GPUs, against 24, 48, 80, 141 and 180 GB, less 3 of each.
    rows = run("snippets/fits.py").splitlines()[2:]
    for row, gpus in zip(rows[:-1], (1, 2, 4, 8), strict=True):
        each = 179.539607552 / gpus
        cells = ("yes" if each <= sold - 3 else "no" for sold in (24, 48, 80, 141, 180))
        assert row == f"| {gpus} | {each:.1f} GB | {' | '.join(cells)} |"
    assert rows[-1] == "| 16 | – | – | – | – | – | – |"  # eight sequences


def test_conversations_of_a_70b_model_by_cards():
    # The norms, 161 of 8,192 numbers, are on each card; 80 GB less 5, blocks of 16 tokens.
    norms = 161 * 8192
    for gpus, row in zip((2, 4, 8), run("snippets/tensor_parts.py").splitlines()[2:], strict=True):
        held = 2 * ((70_553_706_496 - norms) // gpus + norms)
        room = (75 * 10**9 - held) // (327_680 // gpus * 16) // 128
        assert row == f"| {gpus} | {held / 1e9:.1f} GB | {room:,} conversations |"


def test_the_zero_papers_example():
    # arXiv 1910.02054, figure 1.
    printed = run("snippets/zero_paper.py")
    for stage, size in enumerate(("120.0", "31.4", "16.6", "1.9")):
        assert f"stage {stage}: {size:>5} GB" in printed
