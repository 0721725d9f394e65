"""Whole steps, against the table of measured recipes and the closed formulas of their moments."""

from dataclasses import replace

import pytest

from gpumath import (
    Architecture,
    Attention,
    Recipe,
    decode_transients,
    inference_step,
    peak_of,
    prefill_transients,
    published,
    training_step,
)
from gpumath.memory.step import tensors

LLAMA = published("Llama-3.1-8B")
P, L, H, F, V, HEAD_DIM = 8_030_261_248, 32, 4096, 14336, 128_256, 128


@pytest.mark.parametrize(
    ("how", "options", "weights", "moments", "peak"),
    [
        ("Hugging Face autocast", {}, "32.1", "64.2", "264.0"),
        ("Hugging Face autocast", {"gradients_kept": True}, "32.1", "64.2", "296.2"),
        ("Hugging Face autocast", {"checkpointed": True}, "32.1", "64.2", "141.9"),
        (
            "Hugging Face autocast",
            {"checkpointed": True, "optimizer": "foreach"},
            "32.1",
            "64.2",
            "160.6",
        ),
        ("Hugging Face bf16", {}, "16.1", "32.1", "179.2"),
        ("Hugging Face bf16", {"checkpointed": True}, "16.1", "32.1", "78.2"),
        ("lean", {}, "16.1", "32.1", "146.8"),
    ],
)
def test_the_measured_recipes(how, options, weights, moments, peak):
    step = training_step(LLAMA, Recipe(implementation=how, **options), batch=8, seq_len=2048)
    top = peak_of(step)
    assert f"{top.total:.1f GB}" == f"{peak} GB"
    at_loss = next(bill for bill in step if bill.name == "backward pass, at the loss")
    assert (
        f"{next(t.size for t in at_loss.terms if t.label == 'Weights'):.1f GB}" == f"{weights} GB"
    )
    assert f"{at_loss.size('optimizer_state'):.1f GB}" == f"{moments} GB"


@pytest.mark.parametrize("batch", [1, 2, 8])
def test_the_closed_formulas_of_the_moments(batch):
    seq_len = 512
    tokens = batch * seq_len
    q, kv, n = 4096, 1024, 32
    odds = 4 * (9 * L + 3) + 4 * HEAD_DIM + 4
    for how, number, norm, rotary, casts in [
        ("Hugging Face bf16", 2, 8, 4, 0),
        ("Hugging Face autocast", 4, 13, 8, 2 * (L * 218_103_808 + V * H)),
    ]:
        layer = 2 * (norm * H + 2 * q + 2 * kv + 4 * F) + 4 * n + 8
        outside = tokens * ((8 if number == 2 else 10) * H + 4 * V + 20)
        outside += rotary * seq_len * HEAD_DIM + 4
        at_loss = 3 * number * P + L * tokens * layer + outside + casts
        at_loss += 8 * tokens * V - 8 * tokens + odds
        after = 4 * number * P + 8 * tokens + odds
        moments = {
            bill.name: bill.total
            for bill in training_step(LLAMA, Recipe(implementation=how), batch, seq_len)
        }
        assert moments["backward pass, at the loss"] == at_loss
        assert moments["optimizer step"] == after


def small(tied):
    return Architecture(
        name="small",
        layers=3,
        hidden=64,
        attention=Attention(heads=4, kv_heads=2, head_dim=24),
        mlp_width=200,
        vocab=1000,
        tied=tied,
    )


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("checkpointed", [False, True])
@pytest.mark.parametrize("tied", [False, True])
def test_moments_of_small_models_in_bf16(tied, checkpointed, kept):
    # What was alive at each operator of the backward pass, in bytes, read off measurements.
    model, batch, s = small(tied), 2, 50
    t, h, q, w, f, n, v, d, layers = batch * s, 64, 96, 48, 200, 4, 1000, 24, 3
    recipe = Recipe(
        implementation="Hugging Face bf16", checkpointed=checkpointed, gradients_kept=kept
    )
    moments = {bill.name: int(bill.total) for bill in training_step(model, recipe, batch, s)}
    parameters = int(model.parameters)
    base = 6 * parameters + 4 * (9 * layers + 3 - tied) + 4 * d + 8 * t + 2 * parameters * kept
    of_layer = 6 * f * h + 4 * h * q + 4 * h * w + 4 * h  # its gradients
    above = 0 if kept else (layers - 1) * of_layer + 2 * h  # and those of the last norm
    positions = 8 * s * checkpointed
    a = t * (2 * h if checkpointed else 16 * h + 4 * q + 4 * w + 8 * f + 4 * n + 8)
    at_head = layers * a + 2 * t * v + 10 * t * h + 2 * v * h + 4 * t + 4 * d * s + 8 + positions
    first = 12 * t * f + (20 if checkpointed else 18) * t * h + t * (4 * n + 4 * q + 4 * w + 8)
    first += 2 * f * h + 4 * d * s + 8 + positions + above + 2 * v * h * (tied or not kept)
    embedding = above + of_layer * (not kept) + 8
    embedding += 6 * v * h if tied else 2 * t * h + (2 if kept else 4) * v * h
    assert moments["backward pass, at the head"] == base + at_head
    assert moments["backward pass, in the first layer"] == base + first
    assert moments["backward pass, at the embedding"] == base + embedding


def test_the_head_under_autocast_is_there_in_two_precisions():
    model, batch, s = small(tied=False), 2, 50
    t, h, q, w, f, n, v, d, layers = batch * s, 64, 96, 48, 200, 4, 1000, 24, 3
    recipe = Recipe(implementation="Hugging Face autocast", gradients_kept=True)
    moments = {bill.name: int(bill.total) for bill in training_step(model, recipe, batch, s)}
    base = 16 * int(model.parameters) + 4 * (9 * layers + 3) + 4 * d + 8 * t
    a = t * (26 * h + 4 * q + 4 * w + 8 * f + 4 * n + 8) + 6 * f * h + 4 * h * q + 4 * h * w
    at_head = layers * a + 12 * t * h + 6 * v * h + 4 * t + 8 * d * s + 8
    assert moments["backward pass, at the head"] == base + at_head


def test_a_loop_over_tensors_needs_room_for_the_largest():
    # Two copies of the tensor at work, and one of the tensor before it: bytes in bf16.
    for tied, vocab, extra in [
        (False, 1000, 2 * 1000 * 64 + 64),
        (True, 1000, 2 * 1000 * 64),
        (False, 100, 3 * 200 * 64),
    ]:
        model = replace(small(tied), vocab=vocab)
        ends = [
            training_step(
                model, Recipe(implementation="Hugging Face bf16", optimizer=optimizer), 1, 8
            )[-1].total
            for optimizer in ("fused", "foreach", "loop")
        ]
        assert ends[1] - ends[0] == 2 * int(model.parameters)
        assert ends[2] - ends[0] == 2 * extra


def test_moments_come_in_the_order_of_the_step():
    step = training_step(LLAMA, Recipe(implementation="lean"), 1, 16)
    assert [bill.name for bill in step][:2] == [
        "forward pass, at the loss",
        "backward pass, at the loss",
    ]
    assert step[-1].name == "optimizer step"


def test_tensors_of_the_parameters():
    # Llama: 9 in a layer and 3 outside, 2 if tied; Qwen2.5 has 3 biases more in a layer.
    assert tensors(LLAMA) == 9 * 32 + 3
    assert tensors(published("Llama-3.2-1B")) == 9 * 16 + 2
    assert tensors(published("Qwen2.5-7B")) == 12 * 28 + 3
    biased = replace(LLAMA.attention, output_bias=True)
    assert tensors(replace(LLAMA, attention=biased)) == 10 * 32 + 3
    assert tensors(replace(LLAMA, mlp_bias=True)) == 12 * 32 + 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"implementation": "slow"}, "unknown implementation 'slow'"),
        ({"implementation": "lean", "checkpointed": True}, "checkpointing was measured with"),
        ({"implementation": "lean", "optimizer": "sgd"}, "unknown optimizer 'sgd'"),
    ],
)
def test_an_unknown_recipe_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        Recipe(**options)


@pytest.mark.parametrize("name", ["Llama-3.1-8B", "Llama-3.1-70B", "Llama-2-7B"])
def test_prefill_at_its_widest(name):
    model = published(name)
    h, f, head_dim = model.hidden, model.mlp_width, model.attention.head_dim
    for batch, seq_len in [(1, 2048), (8, 2048), (3, 777)]:
        tokens = batch * seq_len
        lean = prefill_transients(model, "lean", batch, seq_len)
        assert lean.total == 2 * tokens * (2 * h + 3 * f) + 4 * seq_len * head_dim
        modules = prefill_transients(model, "Hugging Face bf16", batch, seq_len)
        expected = 2 * tokens * (4 * h + 3 * f) + 4 * seq_len * head_dim + 8 * seq_len
        assert modules.total == expected


@pytest.mark.parametrize(
    ("batch", "seq_len", "size"),
    # measured with PyTorch 2.13 and transformers 5.24, eager attention
    [(8, 2048, 11_610_898_432), (8, 64, 63_013_376), (1, 200, 26_500_800), (1, 256, 34_867_200)],
)
def test_prefill_with_scores(batch, seq_len, size):
    widest = prefill_transients(LLAMA, "Hugging Face bf16, scores", batch, seq_len)
    assert widest.total == size


def test_biases_have_copies_under_autocast():
    # Measured: Qwen2.5-7B, checkpointed, gradients kept, 8 × 2048.
    recipe = Recipe(implementation="Hugging Face autocast", checkpointed=True, gradients_kept=True)
    assert peak_of(training_step(published("Qwen2.5-7B"), recipe, 8, 2048)).total == (
        168_306_186_132
    )


def test_copies_of_all_kinds_of_biases():
    # Per layer, 2 B each: q + 2·kv of inputs (96 + 2 × 48), 64 of the output, 2·f + h of the MLP.
    plain = small(tied=False)
    heads = replace(plain.attention, input_bias=True, output_bias=True)
    biased = replace(plain, attention=heads, mlp_bias=True)
    for how, size in [("autocast", 2 * 3 * (192 + 64 + 2 * 200 + 64)), ("bf16", 0), ("fp32", 0)]:
        recipe = Recipe(implementation=f"Hugging Face {how}")
        forward = training_step(biased, recipe, 2, 8)[0]
        copies = [int(term.size) for term in forward.terms if "biases" in term.label]
        assert sum(copies) == size


def test_prefill_with_scores_and_as_many_kv_heads_as_heads():
    # Measured: keys and values need not be repeated. Llama-2-7B, 8 × 512, eager attention.
    llama = published("Llama-2-7B")
    assert prefill_transients(llama, "Hugging Face bf16, scores", 8, 512).total == 809_766_912


def test_a_decode_step_needs_megabytes():
    assert decode_transients(LLAMA, "lean", 8, 2048).total < 3_000_000


def test_both_bills_of_serving():
    prefill, decode = inference_step(LLAMA, "lean", 8, 2048)
    assert prefill.size("weights") == decode.size("weights") == 2 * P
    assert prefill.size("kv_cache") == 131_072 * 8 * 2048
    assert decode.size("kv_cache") == 131_072 * 8 * 2049
    assert prefill.size("activations") == prefill_transients(LLAMA, "lean", 8, 2048).total
    all_logits = inference_step(LLAMA, "lean", 8, 2048, logits="all")[0]
    assert all_logits.size("logits") == 2 * 8 * 2048 * V


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: prefill_transients(LLAMA, "lean", 0, 1), "batch must be a whole number"),
        (lambda: prefill_transients(LLAMA, "lean", 1, 0), "seq_len must be a whole number"),
        (
            lambda: prefill_transients(LLAMA, "lean", 1, 1, "some"),
            "unknown choice of logits",
        ),
        (lambda: decode_transients(LLAMA, "lean", 0, 1), "batch must be a whole number"),
        (lambda: decode_transients(LLAMA, "lean", 1, 0), "context must be a whole number"),
        (
            lambda: decode_transients(LLAMA, "Hugging Face autocast", 1, 1),
            "inference was measured in bf16 only, not for 'Hugging Face autocast'",
        ),
        (
            lambda: prefill_transients(published("GPT-2"), "Hugging Face bf16, scores", 1, 1),
            "GPT-2: what is alive beside its scores was not measured",
        ),
        (
            lambda: prefill_transients(published("GPT-2"), "lean", 1, 1025),
            "GPT-2: seq_len must be at most 1024, not 1025",
        ),
        (
            lambda: decode_transients(published("Mistral-7B-v0.1"), "lean", 1, 4095),
            "below the window of 4096, not at a seq_len of 4096",
        ),
        (
            lambda: decode_transients(published("Gemma-2-9B"), "lean", 1, 1),
            "Gemma-2-9B: what is alive in inference was not measured for its norms",
        ),
        (
            lambda: decode_transients(published("Qwen3-8B"), "lean", 1, 1),
            "Qwen3-8B: what is alive in inference was not measured for its norms",
        ),
        (
            lambda: decode_transients(LLAMA, "Hugging Face bf16, scores", 1, 1),
            "what is alive in decode was not measured for 'Hugging Face bf16, scores'",
        ),
        (
            lambda: training_step(published("GPT-2"), Recipe(implementation="lean"), 1, 1),
            "GPT-2: a whole training step was measured for Llama's kind only",
        ),
        (
            lambda: prefill_transients(published("Mixtral-8x7B"), "lean", 1, 1),
            "Mixtral-8x7B has experts: what is alive in inference cannot be told",
        ),
    ],
)
def test_what_was_not_measured_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
