"""Measured steps are read from TOML, and a bad entry is refused by name."""

import pytest

from gpumath.memory.measured import read_steps

ENTRY = """
[S]
step = "training"
model = "Llama-3.1-8B"
implementation = "Hugging Face bf16"
gradients_kept = true
batch = 3
seq_len = 5
peak_bytes = 7
source = "a paper"
checked = 2026-12-01
"""


def test_an_entry_is_read():
    step = read_steps(ENTRY)["S"]
    assert (step.batch, step.seq_len, step.peak, step.source) == (3, 5, 7, "a paper")
    assert step.recipe.gradients_kept
    assert not step.recipe.checkpointed


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("batch = 3", "", "step 'S' lacks batch"),
        ('source = "a paper"', "", "step 'S' lacks source"),
        ("batch = 3", "batch = 3\ncolour = 1", "step 'S' has unknown fields: colour"),
        ('"training"', '"decode"', "unknown step 'decode'"),
        ("Llama-3.1-8B", "Llama-3.1-9B", "unknown model 'Llama-3.1-9B'"),
        ("Hugging Face bf16", "Hugging Face", "unknown implementation 'Hugging Face'"),
        ("gradients_kept = true", "gradients_kept = 1", "gradients_kept must be true or false"),
        ("batch = 3", "batch = 0", "batch must be a whole number of at least 1, not 0"),
        ("seq_len = 5", "seq_len = 0", "seq_len must be a whole number of at least 1, not 0"),
        ("peak_bytes = 7", "peak_bytes = 0", "peak_bytes must be a whole number of at least 1"),
    ],
)
def test_a_bad_entry_is_refused(old, new, message):
    with pytest.raises(ValueError, match=message):
        read_steps(ENTRY.replace(old, new))
