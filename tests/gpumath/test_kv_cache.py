"""Caches in whole blocks: what fits, and that one block more does not."""

from dataclasses import replace

import pytest

from gpumath import (
    Attention,
    Model,
    cache_budget,
    concurrency,
    in_blocks,
    kv_cache,
    longest_context,
    marketed,
    part,
    prefill_transients,
    published,
    sequences_in_cache,
    weights,
)
from gpumath.precision import size_of

GIB = 2**30
TOY = Model(
    name="toy",
    parameters=1,
    layers=1,
    hidden=1,
    attention=Attention(heads=1, kv_heads=1, head_dim=1),
)  # 4 bytes a token in bf16


@pytest.mark.parametrize(("tokens", "expected"), [(1, 16), (15, 16), (16, 16), (17, 32), (32, 32)])
def test_in_blocks(tokens, expected):
    assert in_blocks(tokens) == expected


def test_blocks_of_another_size():
    assert in_blocks(17, block=1) == 17
    assert in_blocks(17, block=64) == 64


@pytest.mark.parametrize(
    ("budget", "tokens"), [(0, 0), (63, 0), (64, 16), (127, 16), (128, 32), (64 * 7, 112)]
)
def test_longest_context_is_whole_blocks(budget, tokens):
    assert longest_context(TOY, budget, "bf16") == tokens


@pytest.mark.parametrize("budget", [10**6, 10**8, 3 * 10**9])
@pytest.mark.parametrize("name", ["Llama-3.1-8B", "Gemma-2-9B", "Gemma-3-27B", "DeepSeek-V3"])
def test_longest_context_fits_and_one_block_more_does_not(name, budget):
    model = published(name)
    tokens = int(longest_context(model, budget, "bf16"))
    assert tokens % 16 == 0
    assert tokens == 0 or kv_cache(model, 1, tokens, "bf16") <= budget
    assert kv_cache(model, 1, tokens + 16, "bf16") > budget


def test_a_latent_cache_of_one_layer_grows_without_end():
    one = replace(published("DeepSeek-V3"), layers=1, cached_layers=1, experts=None)
    assert longest_context(one, 576 * 2 * 160, "bf16") == 160


def test_nothing_takes_nothing():
    assert size_of(0, "bf16") == 0


def test_windows_make_longer_contexts_fit():
    model = published("Gemma-2-9B")
    # 21 layers of 8,192 B a token see everything; 21 more hold 4,096 tokens each.
    budget = 21 * 8192 * 4096 + 21 * 8192 * 100_000
    assert longest_context(model, budget, "bf16") == 100_000
    everywhere = replace(model, attention=replace(model.attention, windowed_layers=0, window=0))
    assert longest_context(everywhere, budget, "bf16") == 52_048


def test_a_cache_that_stops_growing_has_no_longest_context_once_its_windows_fit():
    # 32 layers × 4,096 B a token × 4,096 tokens; 100 MB hold 762 tokens, 752 in whole blocks.
    mistral, full = published("Mistral-7B-v0.1"), 32 * 4096 * 4096
    with pytest.raises(ValueError, match=r"Mistral-7B-v0\.1: every layer is windowed"):
        longest_context(mistral, full, "bf16")
    assert longest_context(mistral, full - 1, "bf16") == 4096 - 16
    assert longest_context(mistral, 100_000_000, "bf16") == 752
    assert longest_context(mistral, 0, "bf16") == 0


def test_keys_and_values_are_rows_of_their_own():
    # 80 values are three blocks of 34 B; together they would be five.
    narrow = replace(TOY, attention=Attention(heads=1, kv_heads=1, head_dim=80))
    assert kv_cache(narrow, 1, 1, "q8_0") == 2 * 3 * 34


def test_concurrency():
    assert f"{concurrency(31_232, 20_000):.2f ×}" == "1.56×"


def test_sequences_in_cache_count_whole_blocks():
    # 17 tokens take two blocks of 64 B.
    for budget, sequences in [(0, 0), (127, 0), (128, 1), (255, 1), (256, 2)]:
        assert sequences_in_cache(TOY, budget, 17, "bf16") == sequences
    assert sequences_in_cache(TOY, 255, 17, "bf16", block=1) == 255 // 68


def test_what_an_h100_holds_beside_llama():
    # 80e9 B as marketed, 2e9 of margin, 16,060,522,496 of weights; a prompt of 2,048 tokens takes
    # 2 × 2048 × (2 × 4096 + 3 × 14336) + 4 × 2048 × 128 = 210,763,776 at its widest. Left are
    # 61,728,713,728 B: 470,952.9 tokens of 131,072 B, 29,434 whole blocks, and 229 prompts.
    llama, card = published("Llama-3.1-8B"), marketed(part("H100 SXM"), margin=2 * 10**9)
    transients = prefill_transients(llama, "lean", 1, 2048).total
    assert transients == 210_763_776
    budget = cache_budget(card, weights(llama.parameters, "bf16"), transients)
    assert budget == 61_728_713_728
    assert longest_context(llama, budget, "bf16") == 29_434 * 16
    assert sequences_in_cache(llama, budget, 2048, "bf16") == 229


@pytest.mark.parametrize("call", [longest_context, lambda *a: sequences_in_cache(*a[:2], 1, a[2])])
def test_a_negative_budget_is_refused(call):
    with pytest.raises(ValueError, match="budget must be a whole number of at least 0, not -1"):
        call(TOY, -1, "bf16")


@pytest.mark.parametrize(
    "call",
    [
        lambda n: in_blocks(1, n),
        lambda n: longest_context(TOY, 10, "bf16", n),
        lambda n: sequences_in_cache(TOY, 10, 1, "bf16", n),
    ],
)
def test_a_block_holds_at_least_one_token(call):
    with pytest.raises(ValueError, match="block must be a whole number of at least 1, not 0"):
        call(0)


@pytest.mark.parametrize(
    ("dtype", "size"),
    # llama.cpp: 32 values take 34 bytes as q8_0 and 18 as q4_0; QLoRA's nf4 takes 4.127 bits.
    {
        "fp32": 65536,
        "bf16": 32768,
        "fp16": 32768,
        "fp8": 16384,
        "int8": 16384,
        "int4": 8192,
        "q8_0": 17408,
        "q4_0": 9216,
        "nf4": 2 * (8192 // 2 + 8192 // 64 + 4),  # a key and a value, each with one outer scale
    }.items(),
)
def test_formats(dtype, size):
    model = replace(TOY, attention=Attention(heads=1, kv_heads=1, head_dim=8192))
    assert kv_cache(model, 1, 1, dtype) == size
