"""Bad input is refused by name, with what is allowed."""

import pytest

import gpumath
from gpumath import Attention, Model, Work
from gpumath.quantities import Bytes, Flop
from gpumath.speed.attention_flop import causal_attention_flop, decode_attention_flop

GOOD = {
    "name": "m",
    "parameters": 10,
    "layers": 1,
    "hidden": 1,
    "attention": Attention(heads=1, kv_heads=1, head_dim=1),
}
HEADS = {"heads": 1, "kv_heads": 1, "head_dim": 1}
MODEL = Model(**GOOD)
WORK = Work(Flop(1), Bytes(1))
LLAMA = gpumath.published("Llama-3.1-8B")
RECIPE = gpumath.Recipe(implementation="lean")

RATES = {
    "flop_per_second": [
        lambda x: gpumath.ridge_point(x, 1),
        lambda x: gpumath.decode_ridge(MODEL, 1, x, 1, all_parameters=True),
        lambda x: WORK.time(x, 1),
        lambda x: WORK.limit(x, 1),
        lambda x: gpumath.step_speed(WORK, 1, 1, x, 1),
        lambda x: gpumath.model_flop_utilization(x, 1),
        lambda x: gpumath.gpu_hours(1, x, 1),
    ],
    "peak_flop_per_second": [
        lambda x: gpumath.model_flop_utilization(1, x),
        lambda x: gpumath.implied_utilization(1, 1, x),
    ],
    "bytes_per_second": [
        lambda x: gpumath.ridge_point(1, x),
        lambda x: gpumath.read_time(1, x),
        lambda x: gpumath.decode_ridge(MODEL, 1, 1, x, all_parameters=True),
        lambda x: WORK.time(1, x),
        lambda x: WORK.limit(1, x),
        lambda x: gpumath.step_speed(WORK, 1, 1, 1, x),
        lambda x: gpumath.bandwidth_utilization(1, 1, x),
        lambda x: gpumath.send_time(1, x),
        lambda x: gpumath.exchange_ratio(1, x, 1, 1),
    ],
    "size": [lambda x: gpumath.read_time(x, 1)],
    "step": [lambda x: gpumath.tokens_per_second(x)],
    "tokens_per_second": [
        lambda x: gpumath.bandwidth_utilization(x, 1, 1),
        lambda x: gpumath.break_even_by_gpu_hours(1, x),
    ],
    "bytes_per_token": [lambda x: gpumath.bandwidth_utilization(1, x, 1)],
    "interconnect": [lambda x: gpumath.one_direction(x)],
    "micro_batch": [lambda x: gpumath.exchange_ratio(1, 1, x, 1)],
    "utilization": [lambda x: gpumath.gpu_hours(1, 1, x)],
    "gpu_hours": [
        lambda x: gpumath.implied_utilization(1, x, 1),
        lambda x: gpumath.energy(x, 1, 1),
        lambda x: gpumath.cost(x, 1),
    ],
    "training_gpu_hours": [
        lambda x: gpumath.break_even_by_gpu_hours(x, 1),
        lambda x: gpumath.break_even_time(x, 1),
    ],
    "watts": [lambda x: gpumath.energy(1, x, 1)],
    "overhead": [lambda x: gpumath.energy(1, 1, x)],
    "dollars_per_gpu_hour": [lambda x: gpumath.cost(1, x)],
}

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
        lambda n: gpumath.sharded_training_bill(MODEL, n, 1, 1, 1, 0),
        lambda n: gpumath.training_work(MODEL, n, 1, all_parameters=True),
        lambda n: gpumath.prefill_work(MODEL, n, 1, all_parameters=True),
        lambda n: gpumath.decode_work(MODEL, n, 1, all_parameters=True),
        lambda n: gpumath.step_speed(WORK, n, 1, 1, 1),
        lambda n: gpumath.training_step(LLAMA, RECIPE, n, 1),
    ],
    "seq_len": [
        lambda n: gpumath.training_bill(MODEL, 1, n, 1),
        lambda n: gpumath.inference_bill(MODEL, 1, n, 1),
        lambda n: gpumath.kv_cache(MODEL, 1, n, "bf16"),
        lambda n: gpumath.live_activations(MODEL, 1, n, 1, "bf16"),
        lambda n: gpumath.training_work(MODEL, 1, n, all_parameters=True),
        lambda n: gpumath.prefill_work(MODEL, 1, n, all_parameters=True),
        lambda n: causal_attention_flop(MODEL, n),
        lambda n: gpumath.training_step(LLAMA, RECIPE, 1, n),
    ],
    "context": [
        lambda n: gpumath.decode_work(MODEL, 1, n, all_parameters=True),
        lambda n: gpumath.decode_ridge(MODEL, n, 1, 1, all_parameters=True),
        lambda n: decode_attention_flop(MODEL, n),
    ],
    "tokens_each": [lambda n: gpumath.step_speed(WORK, 1, n, 1, 1)],
    "gpus": [
        lambda n: gpumath.all_reduce_sent(1, n),
        lambda n: gpumath.all_gather_sent(1, n),
        lambda n: gpumath.data_parallel_sent(1, 1, n, 0),
        lambda n: gpumath.tensor_parallel_sent(MODEL, 1, n),
        lambda n: gpumath.sharded_training_bill(MODEL, 1, 1, 1, n, 0),
        lambda n: gpumath.break_even_time(1, n),
    ],
    "size": [
        lambda n: gpumath.all_reduce_sent(n, 1),
        lambda n: gpumath.all_gather_sent(n, 1),
    ],
    "micro_batches": [
        lambda n: gpumath.exchange_ratio(1, 1, 1, n),
        lambda n: gpumath.data_parallel_sent(1, 1, 1, 0, n),
    ],
    "gradients": [lambda n: gpumath.data_parallel_sent(1, n, 1, 0)],
    "flop": [
        lambda n: gpumath.Work(n, Bytes(1)),
        lambda n: gpumath.gpu_hours(n, 1, 1),
        lambda n: gpumath.implied_utilization(n, 1, 1),
    ],
    "moved": [lambda n: gpumath.Work(Flop(1), n)],
    "training_tokens": [lambda n: gpumath.break_even_by_flop(n)],
    "tensors_per_layer": [lambda n: gpumath.training_bill(MODEL, 1, 1, n)],
    "live_tensors": [lambda n: gpumath.inference_bill(MODEL, 1, 1, n)],
    "total": [lambda n: gpumath.gpus_by_capacity(n, 80)],
    "capacity": [
        lambda n: gpumath.gpus_by_capacity(80, n),
        lambda n: gpumath.sequences_that_fit(n, 1, 1),
    ],
    "weights": [
        lambda n: gpumath.sequences_that_fit(1, n, 1),
        lambda n: gpumath.data_parallel_sent(n, 1, 1, 0),
    ],
    "cache_per_sequence": [
        lambda n: gpumath.sequences_that_fit(1, 1, n),
        lambda n: gpumath.largest_decode_intensity(1, n),
    ],
    "at_least": [lambda n: gpumath.even_split(8, n)],
    "tokens": [
        lambda n: gpumath.arithmetic_intensity(n, "bf16"),
        lambda n: gpumath.tensor_parallel_sent(MODEL, n, 1),
        lambda n: gpumath.training_flop(MODEL, n),
        lambda n: gpumath.inference_flop(MODEL, n),
    ],
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
@pytest.mark.parametrize("name", RATES)
def test_a_rate_must_be_above_0(name, value):
    for call in RATES[name]:
        with pytest.raises(ValueError, match=f"^{name} must be a finite number above 0, not"):
            call(value)


@pytest.mark.parametrize("value", [-1, 1.5, float("nan"), "8", None, True])
def test_bytes_sent_may_be_0_and_must_be_whole(value):
    for call in (
        lambda n: gpumath.send_time(n, 1),
        lambda n: gpumath.exchange_ratio(n, 1, 1, 1),
    ):
        with pytest.raises(ValueError, match="sent must be a whole number of at least 0, not"):
            call(value)
        assert call(0) == 0


def test_a_utilization_is_at_most_1_and_an_overhead_at_least_1():
    with pytest.raises(ValueError, match=r"utilization must be at most 1, not 1\.01"):
        gpumath.gpu_hours(1, 1, 1.01)
    with pytest.raises(ValueError, match=r"overhead must be at least 1, not 0\.99"):
        gpumath.energy(1, 1, 0.99)
    assert gpumath.gpu_hours(3600, 1, 1) == 1
    assert gpumath.energy(1, 1, 1) == 3600


def test_an_unknown_dtype_is_refused_with_those_that_are_known():
    with pytest.raises(ValueError, match=r"unknown dtype 'fp17'; did you mean 'fp16'.*fp32, bf16"):
        gpumath.bytes_per_element("fp17")


def test_every_public_function_holds_an_example():
    functions = [getattr(gpumath, name) for name in gpumath.__all__]
    without = [f.__name__ for f in functions if callable(f) and ">>>" not in (f.__doc__ or "")]
    records = {
        "Count",
        "DecodeRidge",
        "Experts",
        "Fact",
        "Network",
        "Part",
        "Published",
        "Recipe",
        "StepSpeed",
        "Term",
    }
    assert set(without) == records  # their functions hold the examples
