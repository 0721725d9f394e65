"""The lesson's round model, to the byte.

The expected values are the arithmetic of the lesson's own Go program, done by hand:
16 B × 8e9; 32 × 12 × 8 × 2048 × 4096 × 2; 2 × 32 × 8 × 128 × 2 × 2048 × 8; 4 × 8 × 2048 × 4096 × 2.
"""

import pytest

from gpumath import gpus_by_capacity, inference_bill, lesson, part, training_bill


def training(batch=8):
    return training_bill(lesson.MODEL, batch, 2048, tensors_per_layer=12)


def inference(batch=8):
    return inference_bill(lesson.MODEL, batch, 2048, live_tensors=4)


@pytest.mark.parametrize(
    ("bill", "kinds", "size"),
    [
        (training(), ["weights"], 32_000_000_000),
        (training(), ["gradients"], 32_000_000_000),
        (training(), ["optimizer_state"], 64_000_000_000),
        (training(), ["weights", "gradients", "optimizer_state"], 128_000_000_000),
        (training(), ["activations"], 51_539_607_552),
        (inference(), ["weights"], 16_000_000_000),
        (inference(), ["kv_cache"], 2_147_483_648),
        (inference(), ["activations"], 536_870_912),
    ],
    ids=lambda value: str(value) if isinstance(value, list) else None,
)
def test_terms(bill, kinds, size):
    assert bill.size(*kinds) == size


def test_totals():
    assert training().total == 179_539_607_552
    assert training(batch=4).total == 153_769_803_776
    assert inference().total == 18_684_354_560


def test_inputs_are_the_lessons():
    model = lesson.MODEL
    assert (model.parameters, model.layers, model.hidden) == (8_000_000_000, 32, 4096)
    assert (model.attention.kv_heads, model.attention.head_dim) == (8, 128)
    assert (lesson.BATCH, lesson.SEQ_LEN) == (8, 2048)
    assert (lesson.TENSORS_PER_LAYER, lesson.LIVE_TENSORS) == (12, 4)


@pytest.mark.parametrize(
    ("bill", "count"), [(training(), 3), (training(batch=4), 2), (inference(), 1)]
)
def test_gpus_of_80_gb(bill, count):
    assert gpus_by_capacity(bill.total, part("H100 SXM").memory) == count
