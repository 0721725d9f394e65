"""Memory and limits that others measured or published, each with the tolerance that it deserves."""

from dataclasses import replace

import pytest

from gpumath import (
    Capacity,
    cache_budget,
    concurrency,
    kept_in_layer,
    kv_cache_per_token,
    longest_context,
    of_fraction,
    published,
    sharded_state,
    training_state,
    weights,
)
from gpumath.memory.kept import kept_outside_layers

GIB = 2**30


def total(terms):
    return sum(int(term.size) for term in terms)


def test_deepspeeds_estimator_for_t5_3b():
    # Its "GB" are GiB, printed with two decimals. 2,851 million parameters, 8 GPUs; ZeRO-2 as
    # 4P + 16P/n, ZeRO-3 as 18P/n + 4 bytes of the largest layer's 32 million.
    zero_2 = total(sharded_state(2_851_000_000, "fp16 with fp32 gradients", 8, stage=1))
    zero_3 = total(
        sharded_state(
            2_851_000_000, "bf16 with fp32 gradients", 8, stage=3, gathered=2 * 32_000_000
        )
    )
    assert f"{zero_2 / GIB:.2f}" == "15.93"
    assert f"{zero_3 / GIB:.2f}" == "6.09"


def test_nanogpts_checkpoint_file():
    # GPT-2 without biases: 12 B a parameter (weights and two moments in FP32), and each layer's
    # causal mask of 1024² numbers of 4 B. The file holds 86,750 B more: names, and its own format.
    gpt2 = published("GPT-2")
    plain = replace(
        gpt2,
        attention=replace(gpt2.attention, input_bias=False, output_bias=False),
        mlp_bias=False,
        norm="rms",  # as large as a LayerNorm without bias
    )
    assert plain.parameters == 124_337_664
    ours = total(training_state(plain.parameters, "fp32, gradients not kept")) + 12 * 1024**2 * 4
    assert ours == 1_542_383_616
    assert 0 <= 1_542_470_366 - ours < 100_000


def test_torchtunes_run_of_llama_3_2_3b():
    # 60.0 GiB on an A100: bf16, batch 2, 4,096 tokens, each gradient freed when used, Hugging-Face-
    # like layers that also keep queries and keys from before the rotation, eager cross-entropy.
    # One measurement, rounded to 0.1 GiB, with the allocator's rounding in it: within 1 %.
    llama, batch, seq_len = published("Llama-3.2-3B"), 2, 4096
    tokens = batch * seq_len
    layer = total(kept_in_layer(llama, "Hugging Face bf16", batch, seq_len))
    layer += 2 * tokens * (llama.attention.query_width + llama.attention.key_width)
    assert f"{layer / (tokens * 2 * llama.hidden):.2f}" == "22.68"  # 22.67, and the odd sums
    state = 6 * int(llama.parameters)
    ours = state + llama.layers * layer + 12 * tokens * llama.vocab
    assert abs(ours / GIB - 60.0) < 0.6


def test_apples_cut_cross_entropy():
    # "24,000 MB" for 8,192 tokens of Gemma 2's vocabulary: MiB, and 12 B a logit exactly. Four are
    # the log-probabilities that are kept, eight the two gradients at the loss.
    gemma_like = replace(published("Llama-3.2-1B"), vocab=256_000)
    kept = kept_outside_layers(gemma_like, "Hugging Face bf16", 1, 8192)
    logits = next(int(term.size) for term in kept if term.kind == "logits")
    assert 3 * logits == 24_000 * 2**20


def test_vllms_log_of_the_weights():
    # "Model loading took 14.9889 GiB": two bytes a parameter, and the rotary cache of 131,072
    # positions × 128 × 2 B; the log's last digit is not reproduced.
    size = int(weights(published("Llama-3.1-8B").parameters, "bf16")) + 131_072 * 128 * 2
    assert f"{size / GIB:.3f}" == "14.989"


@pytest.mark.parametrize(("gib", "tokens"), [(85.79, 702_800), (19.25, 157_648)])
def test_vllms_logs_of_the_cache(gib, tokens):
    # The budget is logged to 0.01 GiB: ± 0.005 GiB are ± 41 tokens, then down to whole blocks.
    ours = longest_context(published("Llama-3.1-8B"), int(gib * GIB), "bf16")
    assert abs(int(ours) - tokens) <= 41 + 16
    assert tokens % 16 == 0


def test_vllms_log_of_concurrency():
    # "Maximum concurrency for 131,072 tokens per request: 5.36x".
    assert f"{concurrency(702_800, 131_072):.2f ×}" == "5.36×"


def test_vllms_sum_of_the_budget():
    # Report A54, from a log in GiB with two decimals: 15.77 × 0.90 - 7.51 - 0.39 - 2.53 = 3.76.
    card = of_fraction(Capacity("as the driver reports it", int(15.77 * GIB)), 0.90)
    budget = cache_budget(card, int(7.51 * GIB), int(2.53 * GIB), int(0.39 * GIB))
    assert f"{budget:.2f GiB}" == "3.76 GiB"


def test_deepseek_v3s_cache():
    # arXiv 2505.09343 table 1: 70.272 KB a token, and 327.680 and 516.096 KB beside it.
    for name, size in {
        "DeepSeek-V3": "70.272 kB",
        "Qwen2.5-72B": "327.680 kB",
        "Llama-3.1-405B": "516.096 kB",
    }.items():
        assert f"{kv_cache_per_token(published(name), 'bf16'):.3f kB}" == size
