"""Every measurement of PyTorch and transformers: ours equals it, or says what it leaves out."""

import pytest
from ours import answer, cases

CASES = cases()


def test_all_measurements_are_here():
    assert len(CASES) == 379


@pytest.mark.parametrize("case", CASES, ids=lambda c: "-".join(map(str, c[:6])))
def test_ours_and_what_it_leaves_out_is_the_measured_value(case):
    ours = answer(case)
    assert ours.ours + ours.left_out == case.value
    assert bool(ours.left_out) == bool(ours.why)


# Equal with nothing left out: what these stand for must never need an explanation.
EXACT = {
    ("Hugging Face, SDPA", "bf16"),
    ("Hugging Face, SDPA", "autocast"),
    ("Hugging Face, SDPA", "fp32"),
    ("torch.compile of the Hugging Face layer", "bf16"),
    ("minimal norm=fused mlp=fused", "bf16"),
    ("minimal norm=fused mlp=plain", "bf16"),
    ("minimal norm=plain mlp=plain", "bf16"),
}


def test_nothing_is_left_out_of_plain_layers_steps_caches_and_transients():
    for case in CASES:
        llama_eager = case.implementation == "Hugging Face, eager" and case.model != "GPT-2"
        exact = (
            (case.implementation, case.dtype) in EXACT
            or llama_eager
            or "adamw" in case.implementation
            or case.quantity in ("parameters", "KV cache", "transient activations")
            or "casts" in case.quantity
        )
        if exact:
            assert answer(case).left_out == 0
