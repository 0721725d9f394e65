"""Each snippet is a program that runs by itself; what it prints is what the pages show."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gpumath import facts

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


@pytest.mark.parametrize("name", facts())
def test_a_published_number_is_used(name):
    whose, what = name.split(": ")
    assert any(whose in text and what in text for text in (path.read_text() for path in SNIPPETS))


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


def test_what_a_watt_buys():
    # Data sheets: 180 GB, 8,000 GB/s and 2,250 TFLOP/s over 1,000 W; 24, 300 and 121 over 72 W.
    printed = run("snippets/per_watt.py")
    assert "| B200 SXM | 1,000 | 180 | 8.0 | 2.25 |" in printed
    assert "| L4 | 72 | 333 | 4.2 | 1.68 |" in printed
    assert "TPU" not in printed  # their power is not known


def test_a_thousand_watts():
    # 1,000 W feed 13 L4 of 72 W and 14 T4 of 70 W. A conversation of Llama-3.2-3B takes 2,048 times
    # 28 layers × 8 heads × 128 × 2 × 2 B, one of Llama-3.1-8B 32 layers.
    small, large = 28 * 8 * 128 * 4 * 2048, 32 * 8 * 128 * 4 * 2048
    printed = run("snippets/thousand_watts.py")
    for row in (
        "| | 1 B200 SXM | 13 L4 | 14 T4 |",
        "| memory, GB | 180 | 312 | 224 |",
        "| bandwidth, GB/s | 8,000 | 3,900 | 4,480 |",
        "| 16-bit peak, TFLOP/s | 2,250 | 1,573 | 910 |",
        f"| conversations, Llama-3.2-3B | {(180 * 10**9 - 2 * 3_212_749_824) // small} "
        f"| {(24 * 10**9 - 2 * 3_212_749_824) // small * 13} "
        f"| {(16 * 10**9 - 2 * 3_212_749_824) // small * 14} |",
        f"| conversations, Llama-3.1-8B | {(180 * 10**9 - 2 * 8_030_261_248) // large} "
        f"| {(24 * 10**9 - 2 * 8_030_261_248) // large * 13} | 0 |",
    ):
        assert row in printed


def test_which_card_holds_which_model():
    # Bandwidth over the weights, without the table of embeddings where it is apart, and the cache.
    cache = 32 * 8 * 128 * 4 * 2048
    eight = 8_030_261_248 - 128_256 * 4096
    bound = {b: 300e9 / (b * eight + cache) for b in (2, 1)}
    printed = run("snippets/fits.py")
    assert f"| Llama-3.1-8B, 16 bits | – | {bound[2]:.0f} |" in printed
    assert f"| Llama-3.1-8B, 8 bits | 41 | {bound[1]:.0f} |" in printed
    # 141.1 GB of weights are more than the 141 GB of an H200; 70.6 GB fit on an H100.
    assert re.search(r"Llama-3.1-70B, 16 bits \| – \| – \| – \| – \| – \| \d+ \|", printed)
    assert re.search(r"Llama-3.1-70B, 8 bits \| – \| – \| – \| \d+ \| \d+ \| \d+ \|", printed)


def test_the_card_of_least_power():
    # Tied embeddings: all of 3,212,749,824 weights are read, and a cache of 2,048 tokens. 40 tokens
    # per second at half of the bandwidth need 80 times that.
    cache = 28 * 8 * 128 * 4 * 2048
    needed = {b: 80 * (b * 3_212_749_824 + cache) / 1e9 for b in (2, 1)}  # GB/s
    assert 864 > needed[2] > 320  # of all parts: L40S, 350 W; A100 PCIe, 300 W; but not T4 or L4
    assert needed[1] < 300
    printed = run("snippets/least_power.py")
    assert "16 bits: A100 80 GB PCIe, 300 W" in printed
    assert f"8 bits: T4, 70 W, {40 * 320 / needed[1]:.0f} tokens/s" in printed


def test_break_even_by_the_share_of_the_peak():
    # 1.46 million hours × 3,600 × 5 % of 989.4 TFLOP/s, over two FLOP for each of the parameters.
    tokens = 1.46e6 * 3600 * 0.05 * 989.4e12 / (2 * 8_030_261_248)
    printed = re.sub("</?data[^>]*>", "", run("snippets/break_even.py"))
    row = f"<td>{tokens / 1e12:.1f} trillion tokens</td><td>45.0 trillion tokens</td>"
    assert f"<td>5</td>{row}" in printed
    assert "training reached 14 %" in printed  # 7.2272e23 FLOP over 5.2003e24


def test_what_a_million_served_tokens_take():
    # A step of eight conversations of 2,048 tokens reads weights and caches at 3,350 GB/s.
    read = 2 * (8_030_261_248 - 128_256 * 4096) + 8 * 2048 * 131_072
    rate = 8 * 3.35e12 / read
    hours = 1e6 / rate / 3600
    share = rate * 2 * 8_030_261_248 / 989.4e12
    after, kwh = 1.46e6 * 3600 * rate / 1e12, hours * 0.7 * 1.5
    expected = f"| 8 | {100 * share:.1f} % | {after:.0f} | {2 * hours:.2f} | {kwh:.2f} |"
    assert expected in run("snippets/served.py")


def test_published_runs():
    # 6 × 68,976,648,192 × 2e12 FLOP over 1,720,320 × 3,600 × 312e12 is 42.8 %.
    printed = run("snippets/runs.py")
    assert "| Llama-2-70B, A100 | 2.0 | 1.72 | 43 % |" in printed
    assert "| Llama-3.1-70B, H100 | 15.0 | 7.00 | 25 % |" in printed  # 6.3498e24 over 2.4933e25


def test_deepseek_s_service_and_its_training():
    # 608 - 342 + 168 = 434 billion tokens a day for 64.04 days; three times 14.8 trillion.
    assert run("snippets/lifetime.py") == (
        "1,814 GPUs pass 2.8 million GPU-hours after 64 days\n"
        "computed by then: 28 trillion tokens; by FLOP: 44 trillion tokens\n"
    )


def test_shares_of_inference_from_both_sides():
    percents = re.findall(r"\| (\d+) % \|", run("snippets/shares.py"))
    assert [int(each) for each in percents] == [round(100 * 2 / 7), 40, 60, 70, 80, 90]


def test_a_service_of_one_s_own():
    # 500 hours; 1,000 dollars at half a dollar an hour; 350 kWh at 72 W.
    days = re.findall(r"(\d+) days", run("snippets/own_service.py"))
    assert [int(each) for each in days] == [
        round(500 / 24),
        round(1000 / 0.5 / 24),
        round(350 / 0.072 / 24),
    ]


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
    assert f"| {machine[4:]} | {rates} | {round(tokens, -2):,.0f} tokens |" in run(
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
    rows = run("snippets/fits_by_count.py").splitlines()[2:]
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
