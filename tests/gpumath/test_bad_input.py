"""Bad input is refused by name, with what is allowed."""

import pytest

import gpumath
from gpumath import Attention, Model

GOOD = {
    "name": "m",
    "parameters": 10,
    "layers": 1,
    "hidden": 1,
    "attention": Attention(heads=1, kv_heads=1, head_dim=1),
}
HEADS = {"heads": 1, "kv_heads": 1, "head_dim": 1}
MODEL = Model(**GOOD)

WHOLE = {
    "parameters": [
        lambda n: gpumath.weights(n, "bf16"),
        lambda n: gpumath.training_state(n),
        lambda n: gpumath.training_flop_per_token(n),
        lambda n: gpumath.inference_flop_per_token(n),
    ],
    "batch": [
        lambda n: gpumath.training_bill(MODEL, n, 1, 1),
        lambda n: gpumath.inference_bill(MODEL, n, 1, 1),
        lambda n: gpumath.kv_cache(MODEL, n, 1, "bf16"),
        lambda n: gpumath.live_activations(MODEL, n, 1, 1, "bf16"),
        lambda n: gpumath.even_split(n, 1),
    ],
    "seq_len": [
        lambda n: gpumath.training_bill(MODEL, 1, n, 1),
        lambda n: gpumath.inference_bill(MODEL, 1, n, 1),
        lambda n: gpumath.kv_cache(MODEL, 1, n, "bf16"),
        lambda n: gpumath.live_activations(MODEL, 1, n, 1, "bf16"),
    ],
    "tensors_per_layer": [lambda n: gpumath.training_bill(MODEL, 1, 1, n)],
    "live_tensors": [lambda n: gpumath.inference_bill(MODEL, 1, 1, n)],
    "total": [lambda n: gpumath.gpus_by_capacity(n, 80)],
    "capacity": [
        lambda n: gpumath.gpus_by_capacity(80, n),
        lambda n: gpumath.sequences_that_fit(n, 1, 1),
    ],
    "weights": [lambda n: gpumath.sequences_that_fit(1, n, 1)],
    "cache_per_sequence": [
        lambda n: gpumath.sequences_that_fit(1, 1, n),
        lambda n: gpumath.largest_decode_intensity(1, n),
    ],
    "at_least": [lambda n: gpumath.even_split(8, n)],
    "tokens": [lambda n: gpumath.arithmetic_intensity(n, "bf16")],
    **{name: [lambda n, name=name: Model(**{**GOOD, name: n})] for name in ("layers", "hidden")},
    **{
        name: [lambda n, name=name: Attention(**{**HEADS, name: n})]
        for name in ("heads", "kv_heads", "head_dim")
    },
}


@pytest.mark.parametrize("value", [0, -1, 1.5, float("nan"), float("inf"), "8", None, True])
@pytest.mark.parametrize("name", WHOLE)
def test_a_count_must_be_whole_and_at_least_1(name, value):
    for call in WHOLE[name]:
        with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 1, not"):
            call(value)


@pytest.mark.parametrize("value", [0, -1.0, float("nan"), float("inf"), "fast", True, 10**400])
def test_a_rate_must_be_above_0(value):
    for name, call in {
        "flop_per_second": lambda: gpumath.ridge_point(value, 1),
        "bytes_per_second": lambda: gpumath.ridge_point(1, value),
        "bytes_per_second ": lambda: gpumath.read_time(1, value),
        "size": lambda: gpumath.read_time(value, 1),
        "step": lambda: gpumath.tokens_per_second(value),
    }.items():
        with pytest.raises(
            ValueError, match=f"{name.strip()} must be a finite number above 0, not"
        ):
            call()


def test_an_unknown_dtype_is_refused_with_those_that_are_known():
    with pytest.raises(ValueError, match=r"unknown dtype 'fp17'; did you mean 'fp16'.*fp32, bf16"):
        gpumath.bytes_per_element("fp17")


def test_every_public_function_holds_an_example():
    functions = [getattr(gpumath, name) for name in gpumath.__all__]
    without = [f.__name__ for f in functions if callable(f) and ">>>" not in (f.__doc__ or "")]
    assert sorted(without) == ["Count", "Experts", "Part", "Published", "Recipe", "Term"]
    records = ["DecodeRidge", "Experts", "Part", "StepSpeed", "Term"]
    assert without == records  # their functions hold the examples
