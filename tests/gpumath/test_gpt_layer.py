"""Korthikanti et al.'s formula, term by term, and the combinations that it does not have."""

import pytest

from gpumath import gpt_layer_activations

S, B, H, A = 2048, 8, 4096, 32
SBH = S * B * H
SCORES = 5 * A * S * S * B  # 5as/h of sbh


def kept(**options):
    return gpt_layer_activations(hidden=H, heads=A, batch=B, seq_len=S, **options)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, 34 * SBH + SCORES),
        ({"recompute": "selective"}, 34 * SBH),
        ({"flash": True}, 34 * SBH),
        ({"flash": True, "recompute": "selective"}, 34 * SBH),
        ({"recompute": "full"}, 2 * SBH),
        ({"recompute": "full", "tensor_parallel": 8}, 2 * SBH),
        ({"tensor_parallel": 8}, 10 * SBH + 24 * SBH // 8 + SCORES // 8),
        ({"tensor_parallel": 8, "recompute": "selective"}, 10 * SBH + 3 * SBH),
        (
            {"tensor_parallel": 8, "sequence_parallel": True},
            34 * SBH // 8 + SCORES // 8,
        ),
        (
            {"tensor_parallel": 8, "sequence_parallel": True, "recompute": "selective"},
            34 * SBH // 8,
        ),
    ],
)
def test_the_papers_table(options, expected):
    assert kept(**options) == expected


def test_the_papers_example_gpt_3_in_16_bits():
    # §4.1 and table 2 at 175B: 5as/h is 80 at s = 2048, a = 96, h = 12288.
    layer = gpt_layer_activations(hidden=12288, heads=96, batch=1, seq_len=2048)
    assert layer == (34 + 80) * 2048 * 12288


def test_shares_are_rounded_up():
    # sbh = 4; 24 × 4 / 5 and 34 × 4 / 5 are not whole; scores: 5 × 5 × 1 / 5.
    assert gpt_layer_activations(hidden=4, heads=5, batch=1, seq_len=1, tensor_parallel=5) == (
        40 + 20 + 5
    )
    assert gpt_layer_activations(
        hidden=4, heads=5, batch=1, seq_len=1, tensor_parallel=5, sequence_parallel=True
    ) == (28 + 5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"recompute": "some"}, "unknown kind of recomputation 'some'"),
        ({"tensor_parallel": 3}, r"heads \(32\) must be a multiple of tensor_parallel, not of 3"),
        ({"tensor_parallel": 0}, "tensor_parallel must be a whole number of at least 1"),
        (
            {"recompute": "full", "sequence_parallel": True},
            "sequence_parallel must be false with full recomputation",
        ),
    ],
)
def test_what_the_paper_does_not_have_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        kept(**options)
