"""What gpumath says to each measurement, and what a measurement holds that gpumath leaves out."""

import csv
from pathlib import Path
from typing import NamedTuple

from gpumath import (
    Architecture,
    Recipe,
    decode_transients,
    kept_in_layer,
    kept_in_model,
    kept_outside_layers,
    kv_cache,
    peak_of,
    prefill_transients,
    published,
    training_step,
    weight_casts,
    weights,
)

MEASURED = Path(__file__).with_name("measured.csv")


class Case(NamedTuple):
    """One measurement: a row of measured.csv."""

    model: str
    implementation: str
    dtype: str
    batch: int
    seq_len: int
    quantity: str
    value: int

    @property
    def tokens(self) -> int:
        """Tokens in all."""
        return self.batch * self.seq_len


class Answer(NamedTuple):
    """Ours beside a measurement: what we count, and what it holds besides, in words and bytes."""

    ours: int
    left_out: int = 0
    why: str = ""


def cases() -> list[Case]:
    """All measurements, in the order of the file."""
    with MEASURED.open(encoding="utf-8", newline="") as file:
        return [
            Case(
                row["model"],
                row["implementation"],
                row["dtype"],
                int(row["batch"] or 0),
                int(row["seq_len"] or 0),
                row["quantity"],
                int(row["value"]),
            )
            for row in csv.DictReader(file)
        ]


def answer(case: Case, model: Architecture | None = None) -> Answer:
    """Ours to one measurement, of a model of the catalogue if no other is given."""
    model = model or published(case.model)
    if case.quantity == "parameters":
        return Answer(int(model.parameters))
    if "adamw" in case.implementation:
        return _training_step(case, model)
    if "prefill" in case.implementation or "decode" in case.implementation:
        return _inference(case, model)
    return _kept(case, model)


def _total(terms):
    return sum(int(term.size) for term in terms)


# Which of our implementations each measured one is.
_KEPT = {
    "Hugging Face, SDPA": "Hugging Face {dtype}",
    "Hugging Face, eager": "Hugging Face {dtype}, scores",
    "minimal norm=fused mlp=fused": "lean",
    "minimal norm=fused mlp=plain": "fused norms",
    "minimal norm=plain mlp=plain": "Hugging Face bf16",
    "torch.compile of the Hugging Face layer": "lean",
    "torch.compile of the Hugging Face layer, no dropout": "lean",
    "torch.compile min-cut: minimal layer": "lean",
    "torch.compile min-cut: whole minimal model": "lean",
}
_OPTIONS = ("+padding-mask", "+dropout0.1", "+no-dropout", "+fused-gelu")


def _kept(case: Case, model: Architecture) -> Answer:
    implementation = case.implementation
    for option in _OPTIONS:
        implementation = implementation.replace(option, "")
    name = _KEPT[implementation].format(dtype=case.dtype)
    if "fused-gelu" in case.implementation:
        name = "lean"
    if model.norm == "layer" and name.endswith("scores"):
        name = "Hugging Face bf16"
    shape = model, name, case.batch, case.seq_len
    in_layers, in_head = (int(term.size) for term in weight_casts(model, name))
    per_layer, outside = kept_in_layer(*shape), kept_outside_layers(*shape)
    if case.quantity == "saved activations per layer":
        return Answer(_total(per_layer), *_left_out_of_a_layer(case, model))
    if case.quantity.startswith("saved activations outside"):
        return Answer(_total(outside), *_left_out_outside(case, model))
    if case.quantity == "saved activations, whole model":
        return Answer(model.layers * _total(per_layer) + _total(outside))
    ours = {
        "saved bf16 weight casts per layer": in_layers // model.layers,
        "saved bf16 weight casts outside the layers": in_head,
        "saved bf16 weight casts, whole model": in_layers + in_head,
    }
    return Answer(ours[case.quantity])


def _left_out_of_a_layer(case: Case, model: Architecture) -> tuple[int, str]:
    tokens = case.tokens
    attention = model.attention
    if "padding-mask" in case.implementation:
        repeated = 4 * tokens * (attention.query_width - attention.key_width)
        mask = 2 * tokens * case.seq_len
        return repeated + mask, "keys and values repeated for each head; a mask, one for all layers"
    if "dropout0.1" in case.implementation:
        return 2 * tokens * model.hidden + 24, "two dropout masks of 1 B; a random state of 24 B"
    if model.norm == "layer" and "eager" in case.implementation:
        scores = 6 * tokens * attention.heads * case.seq_len - 4 * tokens * attention.heads
        why = "probabilities, mask and product instead of softmax's sums; two dropout masks, 2 B"
        return scores + 4 * tokens * model.hidden, why
    return 0, ""


def _left_out_outside(case: Case, model: Architecture) -> tuple[int, str]:
    tokens = case.tokens
    if "dropout0.1" in case.implementation:
        return tokens * model.hidden, "a dropout mask of 1 B"
    if model.norm == "layer" and "eager" in case.implementation:
        return 2 * tokens * model.hidden, "a dropout mask of 2 B"
    if "norm=plain" in case.implementation:
        return -8 * (tokens + (case.batch == 1)), "hand-written: the labels are the token ids"
    if "whole minimal model" in case.implementation:
        fewer = 2 * tokens * model.vocab + 4 * case.seq_len * model.attention.head_dim
        why = "16-bit logits and no positions are kept; labels and the loss are"
        return 8 * tokens + 4 - fewer, why
    return 0, ""


def _training_step(case: Case, model: Architecture) -> Answer:
    implementation = case.implementation
    if "hand-written" in implementation:
        name = "lean" if "swiglu" in implementation else "fused norms"
    else:
        scores = ", scores" if "eager" in implementation else ""
        name = f"Hugging Face {case.dtype}{scores}"
    recipe = Recipe(
        implementation=name,
        checkpointed="checkpoint" in implementation,
        gradients_kept="grads-kept" in implementation,
        optimizer=implementation.partition("adamw-")[2].split("+")[0],
    )
    moments = training_step(model, recipe, case.batch, case.seq_len)
    at = {bill.name: bill for bill in moments}
    end = at["optimizer step"]
    backward = [bill for bill in moments if bill.name.startswith("backward")]
    if case.quantity == "activations kept after the forward pass":
        kept = kept_in_model(
            model, name, case.batch, case.seq_len, checkpointed=recipe.checkpointed
        )
        # Token ids are the caller's; the loss itself is 4 B.
        return Answer(_total(term for term in kept if term.label != "Token ids") + 4)
    if case.quantity == "live after the backward pass":
        inside = [term for term in end.terms if term.label != "Inside the optimizer"]
        return Answer(_total(inside))
    ours = {
        "weights": weights(model.parameters, "bf16" if case.dtype == "bf16" else "fp32"),
        "optimizer moments": int(end.size("optimizer_state")) - _size(end, "Inside the optimizer"),
        "gradients": end.size("gradients"),
        "peak of the forward pass": at["forward pass, at the loss"].total,
        "peak of the backward pass": peak_of(backward).total,
        "peak of the optimizer step": end.total,
        "peak of the training step": peak_of(moments).total,
    }
    return Answer(int(ours[case.quantity]))


def _size(bill, label):
    return sum(int(term.size) for term in bill.terms if term.label == label)


def _inference(case: Case, model: Architecture) -> Answer:
    implementation = case.implementation
    hand_written = "minimal" in implementation
    if hand_written:
        name = "lean" if "mlp=fused" in implementation else "fused norms"
    else:
        name = "Hugging Face bf16, scores" if "eager" in implementation else "Hugging Face bf16"
    if "decode" in implementation:
        transients = decode_transients(model, name, case.batch, case.seq_len).total
    else:
        logits = "all" if "all logits" in implementation else "last"
        transients = prefill_transients(model, name, case.batch, case.seq_len, logits).total
    cached = case.seq_len + (hand_written or "decode" in implementation)
    cache = 0 if "no cache" in implementation else kv_cache(model, case.batch, cached, "bf16")
    ids = 8 * case.tokens  # the prompt, which the caller holds
    rotary = 0 if hand_written or model.learned_positions else 4 * model.attention.head_dim
    why = "the prompt's token ids, 8 B each" + ("; rotary frequencies" if rotary else "")
    standing = int(weights(model.parameters, "bf16"))
    if case.quantity == "weights":
        return Answer(standing, ids + rotary, why)
    if case.quantity == "peak":
        if hand_written and "decode" in implementation:
            ids, why = ids + 8 * case.batch, "token ids of prompts and new tokens, 8 B each"
        return Answer(standing + int(cache) + int(transients), ids + rotary, why)
    return Answer(int({"KV cache": cache, "transient activations": transients}[case.quantity]))
