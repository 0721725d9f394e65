"""Bytes per parameter by convention, as their sources count them."""

import pytest

from gpumath import CONVENTIONS, Bill, sharded_state, training_state
from gpumath.memory.training_state import convention_named

# facts of the sources: weights, gradients, optimizer state; bytes per parameter
MAKE_UP = {
    "fp32": (4, 4, 8),
    "zero": (2, 2, 12),
    "bf16 with fp32 gradients": (2, 4, 12),
    "fp16 with fp32 gradients": (2, 6, 12),
    "bf16 with fp32 moments": (2, 2, 8),
    "fp32, gradients not kept": (4, 0, 8),
    "bf16 with fp32 moments, gradients not kept": (2, 0, 8),
    "bf16": (2, 2, 4),
    "fp32, 8-bit moments": (4, 4, 2),
    "fp32, SGD with momentum": (4, 4, 4),
    "fp32, SGD": (4, 4, 0),
}


@pytest.mark.parametrize("name", CONVENTIONS)
def test_what_each_convention_counts(name):
    state = Bill(name, training_state(1000, name))
    sizes = {
        kind: sum(int(term.size) for term in state.terms if term.kind == kind)
        for kind in ("weights", "gradients", "optimizer_state")
    }
    assert tuple(sizes.values()) == tuple(1000 * size for size in MAKE_UP[name])
    assert convention_named(name).bytes_per_parameter == sum(MAKE_UP[name])


def test_the_totals_that_are_quoted_are_all_there():
    totals = {each.bytes_per_parameter for each in CONVENTIONS.values()}
    assert {8, 10, 12, 16, 18, 20} <= totals
    assert all(each.label and each.source for each in CONVENTIONS.values())


# Megatron-LM, dist_optimizer.md: whole bytes, and bytes that d GPUs share.
@pytest.mark.parametrize(
    ("name", "whole", "shared"),
    [
        ("bf16 with fp32 gradients", 6, 12),
        ("fp16 with fp32 gradients", 4, 16),
        ("fp32", 8, 8),
    ],
)
def test_megatrons_distributed_optimizer(name, whole, shared):
    for gpus in (1, 2, 8):
        size = sum(int(term.size) for term in sharded_state(8000, name, gpus, stage=1))
        assert size == 8000 * whole + 8000 * shared // gpus


# Bytes that are whole on each of eight GPUs, and bytes that they share, in stages 1, 2 and 3.
@pytest.mark.parametrize(
    ("name", "stages"),
    {
        "fp32": [(8, 8), (4, 12), (0, 16)],
        "zero": [(4, 12), (2, 14), (0, 16)],
        "bf16 with fp32 gradients": [(6, 12), (2, 16), (0, 18)],
        "fp16 with fp32 gradients": [(4, 16), (2, 18), (0, 20)],
        "bf16": [(4, 4), (2, 6), (0, 8)],
        "fp32, SGD with momentum": [(8, 4), (4, 8), (0, 12)],
        "fp32, SGD": [(8, 0), (4, 4), (0, 8)],
    }.items(),
)
def test_what_each_stage_shares(name, stages):
    for stage, (whole, shared) in enumerate(stages, start=1):
        size = sum(int(term.size) for term in sharded_state(8000, name, 8, stage))
        assert size == 8000 * whole + 1000 * shared


def test_zero_paper():
    # Figure 1 of arXiv 1910.02054: 7.5 billion parameters, 64 GPUs; 2 + 2 + 12 bytes, whole or /64.
    parameters = 7_500_000_000
    for stage, expected in enumerate(
        [
            16 * parameters,
            4 * parameters + 12 * parameters // 64,
            2 * parameters + 14 * parameters // 64,
            16 * parameters // 64,
        ]
    ):
        assert sum(int(t.size) for t in sharded_state(parameters, "zero", 64, stage)) == expected


def test_shares_are_rounded_up():
    # 1001 parameters on 2 GPUs: whoever holds 501 of them holds two moments of each.
    sizes = [int(term.size) for term in sharded_state(1001, "fp32", gpus=2, stage=3)]
    assert sizes == [501 * 4, 501 * 4, 1002 * 4]


def test_formulas_say_what_is_shared():
    formulas = [term.formula for term in sharded_state(8, "fp32", gpus=2, stage=2)]
    assert formulas == [
        "parameters × bytes of FP32",
        "parameters_per_gpu × bytes of FP32",
        "two × parameters_per_gpu × bytes of FP32",
    ]


def test_gathered_weights_are_a_term_of_their_own():
    state = sharded_state(1000, "zero", gpus=4, stage=3, gathered=100)
    assert (state[-1].label, int(state[-1].size)) == ("Gathered weights", 200)
    assert sum(int(term.size) for term in state) == 16 * 1000 // 4 + 200
    assert len(sharded_state(1000, "zero", gpus=4, stage=3)) == len(state) - 1


@pytest.mark.parametrize(("stage", "gathered"), [(2, 1), (3, 1001)])
def test_weights_are_gathered_in_stage_3_and_no_more_than_there_are(stage, gathered):
    sharded_state(1000, "zero", gpus=4, stage=3, gathered=1000)
    with pytest.raises(ValueError, match=f"gathered is for stage 3, at most 1000, not {gathered}"):
        sharded_state(1000, "zero", gpus=4, stage=stage, gathered=gathered)


@pytest.mark.parametrize("stage", [-1, 4, 1.5])
def test_another_stage_is_refused(stage):
    with pytest.raises(ValueError, match=r"stage must be"):
        sharded_state(10, "zero", 2, stage)


def test_an_unknown_convention_is_refused():
    with pytest.raises(ValueError, match="unknown convention 'fp31'; did you mean 'fp32'"):
        training_state(10, "fp31")
