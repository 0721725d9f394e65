"""The measurements that pages show are rows of measured.csv, and the formulas predict them."""

import pytest
from ours import cases

from gpumath import measured_steps

TRAINING = "peak of the training step"
# The implementation, dtype and quantity of each one's row.
ROWS = {
    "Autocast": ("Hugging Face, SDPA+adamw-fused", "autocast", TRAINING),
    "Autocast, gradients kept": (
        "Hugging Face, SDPA+adamw-fused+grads-kept",
        "autocast",
        TRAINING,
    ),
    "Autocast, checkpoints": ("Hugging Face, SDPA+checkpoint+adamw-fused", "autocast", TRAINING),
    "BF16": ("Hugging Face, SDPA+adamw-fused", "bf16", TRAINING),
    "BF16, lean layers": ("hand-written layers, fused-norm+swiglu+adamw-fused", "bf16", TRAINING),
    "BF16, checkpoints": ("Hugging Face, SDPA+checkpoint+adamw-fused", "bf16", TRAINING),
    "BF16, prefill": ("Hugging Face, SDPA prefill, DynamicCache, last logits", "bf16", "peak"),
}
STEPS = measured_steps()


def test_each_has_its_row():
    assert STEPS.keys() == ROWS.keys()


@pytest.mark.parametrize("name", ROWS)
def test_it_is_the_row(name):
    step = STEPS[name]
    implementation, dtype, quantity = ROWS[name]
    key = step.model.name, implementation, dtype, step.batch, step.seq_len, quantity
    assert [case.value for case in cases() if case[:6] == key] == [int(step.peak)]


@pytest.mark.parametrize("name", ROWS)
def test_the_formulas_predict_it_to_the_byte(name):
    # What was measured in prefill holds the prompt's token ids and the rotary frequencies besides.
    besides = 8 * 8 * 2048 + 4 * 128 if name == "BF16, prefill" else 0
    assert STEPS[name].peak - STEPS[name].predicted == besides
