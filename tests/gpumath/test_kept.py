"""What implementations keep, against the closed formulas of the measurements' report."""

from dataclasses import replace

import pytest

from gpumath import (
    Architecture,
    Attention,
    kept_in_layer,
    kept_in_model,
    kept_outside_layers,
    published,
    weight_casts,
)
from gpumath.memory.kept import labels, matrices_in_layer

LLAMAS = ["Llama-3.1-8B", "Llama-3.1-70B", "Llama-2-7B", "Llama-3.2-1B", "Qwen2.5-7B"]


def total(terms):
    return sum(int(term.size) for term in terms)


def sizes(name):
    model = published(name)
    attention = model.attention
    kv = attention.kv_heads * attention.head_dim
    return model.hidden, attention.heads * attention.head_dim, kv, model.mlp_width, attention.heads


# Bytes per token and layer; h hidden, q = heads·head_dim, kv = kv_heads·head_dim, f the MLP's
# width, n heads, s the length.
PER_TOKEN = {
    "lean": lambda h, q, kv, f, n, s: 2 * (4 * h + 2 * q + 2 * kv + 3 * f) + 4 * n + 8,
    "fused norms": lambda h, q, kv, f, n, s: 2 * (4 * h + 2 * q + 2 * kv + 4 * f) + 4 * n + 8,
    "Hugging Face bf16": lambda h, q, kv, f, n, s: 2 * (8 * h + 2 * q + 2 * kv + 4 * f) + 4 * n + 8,
    "Hugging Face autocast": lambda h, q, kv, f, n, s: (
        2 * (13 * h + 2 * q + 2 * kv + 4 * f) + 4 * n + 8
    ),
    "Hugging Face bf16, scores": lambda h, q, kv, f, n, s: (
        2 * (8 * h + 4 * q + 4 * f) + 8 + 6 * n * s
    ),
}


@pytest.mark.parametrize("batch", [1, 3])
@pytest.mark.parametrize("name", LLAMAS)
@pytest.mark.parametrize("how", PER_TOKEN)
def test_a_layer_keeps_what_the_closed_formula_says(how, name, batch):
    seq_len = 100
    expected = batch * seq_len * PER_TOKEN[how](*sizes(name), seq_len)
    assert total(kept_in_layer(published(name), how, batch, seq_len)) == expected


@pytest.mark.parametrize(
    ("how", "units"),
    [
        ("lean", "17.02"),
        ("fused norms", "20.52"),
        ("Hugging Face bf16", "24.52"),
        ("Hugging Face autocast", "29.52"),
        ("Hugging Face bf16, scores", "74.00"),
    ],
)
def test_llama_in_tensors_per_layer(how, units):
    kept = total(kept_in_layer(published("Llama-3.1-8B"), how, 8, 2048))
    assert f"{kept / (8 * 2048 * 2 * 4096):.2f}" == units


@pytest.mark.parametrize("batch", [1, 2, 8])
@pytest.mark.parametrize("name", LLAMAS)
def test_outside_the_layers(name, batch):
    model, seq_len = published(name), 64
    h, vocab, head_dim = model.hidden, model.vocab, model.attention.head_dim
    tokens, odd = batch * seq_len, 8 * (batch == 1)
    bf16 = tokens * (8 * h + 4 * vocab + 20) + 4 * seq_len * head_dim + 4 + odd
    autocast = tokens * (10 * h + 4 * vocab + 20) + 8 * seq_len * head_dim + 4 + odd
    assert total(kept_outside_layers(model, "Hugging Face bf16", batch, seq_len)) == bf16
    assert total(kept_outside_layers(model, "Hugging Face autocast", batch, seq_len)) == autocast


def test_casts_are_made_by_autocast_alone():
    model = published("Llama-3.1-8B")
    # 2 B for 32 layers of 218,103,808 numbers in matrices, and for the head's 128,256 × 4,096.
    autocast = [int(term.size) for term in weight_casts(model, "Hugging Face autocast")]
    assert autocast == [2 * 32 * 218_103_808, 2 * 128_256 * 4_096]
    assert total(weight_casts(model, "Hugging Face bf16")) == 0
    assert matrices_in_layer(model) == 218_103_808


def test_checkpointing_keeps_the_inputs_of_layers():
    model = published("Llama-3.1-8B")
    for how, element, cast in [
        ("Hugging Face bf16", 2, 0),
        ("Hugging Face autocast", 4, 2 * 128_256 * 4_096),
    ]:
        kept = total(kept_in_model(model, how, 8, 2048, checkpointed=True))
        outside = total(kept_outside_layers(model, how, 8, 2048))
        assert kept == 32 * 8 * 2048 * 4096 * element + 8 * 2048 + outside + cast


def test_a_whole_model_is_its_layers_and_the_rest():
    model = published("Llama-3.1-8B")
    kept = kept_in_model(model, "Hugging Face autocast", 2, 16)
    layer = total(kept_in_layer(model, "Hugging Face autocast", 2, 16))
    outside = total(kept_outside_layers(model, "Hugging Face autocast", 2, 16))
    assert total(kept) == 32 * layer + outside + total(weight_casts(model, "Hugging Face autocast"))


def test_labels_are_one_longer_at_batch_1():
    assert labels(batch=2, seq_len=10) == 20
    assert labels(batch=1, seq_len=10) == 11


def test_each_tensor_has_a_label_and_a_formula():
    for how in PER_TOKEN:
        terms = kept_in_layer(published("Llama-3.1-8B"), how, 8, 2048)
        assert all(term.label and term.formula and term.size for term in terms)
        assert len({term.label for term in terms}) == len(terms)


@pytest.mark.parametrize(
    ("name", "how", "message"),
    [
        ("Mixtral-8x7B", "lean", "Mixtral-8x7B has experts: what a layer keeps cannot be told"),
        ("Gemma-2-9B", "lean", "Gemma-2-9B: what a layer keeps was not measured for 4 norms"),
        ("Qwen3-8B", "lean", "Qwen3-8B: what a layer keeps was not measured for norms of queries"),
        ("GPT-2", "Hugging Face fp32", "GPT-2: .* not measured for FP32 with LayerNorm"),
        ("GPT-2", "Hugging Face bf16, scores", "GPT-2: .* for score matrices with LayerNorm"),
        ("Mistral-7B-v0.1", "lean", "Mistral.* below the window of 4096, not at a seq_len of 4096"),
        ("GPT-2", "lean", "GPT-2: seq_len must be at most 1024, not 4096"),
        ("GPT-2", "leen", "unknown implementation 'leen'; did you mean 'lean'"),
    ],
)
def test_what_was_not_measured_is_refused(name, how, message):
    with pytest.raises(ValueError, match=message):
        kept_in_layer(published(name), how, 1, 4096)


def test_below_a_window_and_within_learned_positions_memory_is_known():
    kept_in_layer(published("Mistral-7B-v0.1"), "lean", 1, 4095)
    kept_in_layer(published("GPT-2"), "lean", 1, 1024)


def test_score_matrices_with_one_kv_head_are_refused():
    heads = replace(published("Llama-3.1-8B").attention, kv_heads=1)
    model = replace(published("Llama-3.1-8B"), attention=heads)
    kept_in_layer(model, "Hugging Face bf16", 1, 1)
    with pytest.raises(ValueError, match="not measured for score matrices with one KV head"):
        kept_in_layer(model, "Hugging Face bf16, scores", 1, 1)


def test_copies_are_named_where_there_are_any():
    llama = published("Llama-3.1-8B")
    for how, copies in [("Hugging Face autocast", 2), ("Hugging Face bf16", 0)]:
        formulas = [term.formula for term in kept_in_layer(llama, how, 1, 1)]
        assert sum("copies" in formula for formula in formulas) == copies


def test_latent_attention_is_refused():
    latent = published("DeepSeek-V3").attention
    model = Architecture(
        name="m", layers=1, hidden=8, attention=latent, mlp_width=1, vocab=1, tied=True
    )
    with pytest.raises(ValueError, match="m has latent attention: what a layer keeps cannot be"):
        kept_in_layer(model, "lean", 1, 1)


@pytest.mark.parametrize(("gated", "norm"), [(True, "layer"), (False, "rms")])
def test_mixed_layers_are_refused(gated, norm):
    heads = Attention(heads=1, kv_heads=1, head_dim=8)
    model = Architecture(
        name="m",
        layers=1,
        hidden=8,
        attention=heads,
        mlp_width=1,
        vocab=1,
        tied=True,
        gated=gated,
        norm=norm,
    )
    with pytest.raises(ValueError, match="m: what a layer keeps was not measured for a"):
        kept_in_layer(model, "Hugging Face bf16", 1, 1)
