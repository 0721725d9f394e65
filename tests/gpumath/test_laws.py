"""What must hold for any numbers: proportions, and terms that do not depend on an input."""

import pytest

from gpumath import (
    Attention,
    Bill,
    Model,
    arithmetic_intensity,
    decimals_that_add_up,
    even_split,
    gpus_by_capacity,
    inference_bill,
    kv_cache,
    kv_cache_per_token,
    largest_decode_intensity,
    live_activations,
    sequences_that_fit,
    training_bill,
    weights,
)
from gpumath.quantities import Bytes

MODELS = [
    Model(
        name="a",
        parameters=1_000,
        layers=2,
        hidden=8,
        attention=Attention(heads=2, kv_heads=1, head_dim=4),
    ),
    Model(
        name="b",
        parameters=7_000_003,
        layers=5,
        hidden=96,
        attention=Attention(heads=3, kv_heads=3, head_dim=32),
    ),
]
STATE = ("weights", "gradients", "optimizer_state")


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("batch", [2, 6, 30])
def test_halving_the_batch_halves_activations_and_leaves_the_state(model, batch):
    whole, half = (training_bill(model, b, 17, tensors_per_layer=12) for b in (batch, batch // 2))
    assert whole.size("activations") == 2 * half.size("activations")
    assert whole.size(*STATE) == half.size(*STATE)


@pytest.mark.parametrize("model", MODELS)
def test_kv_cache_is_linear_in_tokens(model):
    per_token = kv_cache_per_token(model, "bf16")
    for batch, seq_len in [(1, 1), (1, 7), (3, 5), (16, 16)]:
        assert kv_cache(model, batch, seq_len, "bf16") == batch * seq_len * per_token


@pytest.mark.parametrize("model", MODELS)
def test_inference_activations_do_not_depend_on_layers(model):
    deeper = Model(**{**vars(model), "layers": model.layers * 10})
    sizes = {live_activations(m, 3, 5, 4, "bf16") for m in (model, deeper)}
    assert len(sizes) == 1


@pytest.mark.parametrize("model", MODELS)
def test_four_byte_numbers_take_twice_the_memory_of_two_byte_numbers(model):
    for bill, kinds in [(training_bill, ["activations"]), (inference_bill, [])]:
        wide, narrow = (bill(model, 3, 5, 4, dtype=dtype) for dtype in ("fp32", "bf16"))
        for kind in kinds or [term.kind for term in narrow.terms]:
            assert wide.size(kind) == 2 * narrow.size(kind)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("bill", [training_bill, inference_bill])
def test_terms_sum_to_the_total_and_each_says_its_formula(model, bill):
    bill = bill(model, 3, 5, 4)
    assert isinstance(bill, Bill)
    assert sum(int(term.size) for term in bill.terms) == bill.total
    assert all(term.label and term.formula for term in bill.terms)
    assert len({term.kind for term in bill.terms}) == len(bill.terms)


def test_weights_and_cache_may_be_stored_in_formats_of_their_own():
    plain = inference_bill(MODELS[0], 3, 5, 4)
    small = inference_bill(MODELS[0], 3, 5, 4, weights_dtype="fp8", cache_dtype="fp32")
    assert small.size("weights") * 2 == plain.size("weights")
    assert small.size("kv_cache") == 2 * plain.size("kv_cache")
    assert small.size("activations") == plain.size("activations")


def test_a_training_bill_has_no_kv_cache():
    bill = training_bill(MODELS[0], 3, 5, 4)
    with pytest.raises(ValueError, match="unknown kind of term on the training bill 'kv_cache'"):
        bill.size("kv_cache")


@pytest.mark.parametrize(("total", "capacity"), [(1, 80), (80, 80), (81, 80), (700, 80), (7, 1)])
def test_gpus_by_capacity_is_the_smallest_count_that_holds_the_total(total, capacity):
    count = int(gpus_by_capacity(total, capacity))
    assert count * capacity >= total > (count - 1) * capacity


def test_nothing_fits_beside_weights_that_do_not_fit():
    assert sequences_that_fit(10, 16, 1) == 0


def test_decimals_that_add_up_are_the_fewest():
    halves = [Bytes(1_500_000_000), Bytes(1_500_000_000)]
    assert decimals_that_add_up([Bytes(10**9)] * 2, "GB") == 0
    assert decimals_that_add_up(halves, "GB") == 1  # 2 + 2 is not 3


def test_decode_intensity_has_the_limit_of_the_lesson():
    # 2 × 8e9 FLOP for each 2,048-token cache of 131,072 B a token: 59.6.
    limit = largest_decode_intensity(8_000_000_000, 2048 * 131_072)
    assert f"{limit:.1f FLOP/B}" == "59.6 FLOP/B"


@pytest.mark.parametrize(
    ("capacity", "weights"), [(80, 16), (80, 80), (81, 16), (10, 16), (80, 79)]
)
def test_sequences_that_fit_is_the_largest_count_that_fits(capacity, weights):
    count = int(sequences_that_fit(capacity, weights, 7))
    assert weights + count * 7 <= capacity or (count == 0 and weights > capacity)
    assert weights + (count + 1) * 7 > capacity


@pytest.mark.parametrize(
    ("batch", "at_least", "count"), [(8, 3, 4), (8, 4, 4), (6, 4, 6), (1, 1, 1)]
)
def test_even_split(batch, at_least, count):
    assert even_split(batch, at_least) == count


def test_a_batch_that_cannot_be_shared_is_refused():
    with pytest.raises(ValueError, match="a batch of 2 cannot be shared by 3 GPUs or more"):
        even_split(batch=2, at_least=3)


def test_weights_are_parameters_times_bytes():
    # Llama-3.1-8B, 70B, 405B: 141.1 GB for the 70B in 16 bits, never less.
    for parameters in (8_030_261_248, 70_553_706_496, 405_853_388_800):
        assert weights(parameters, "fp16") == parameters * 2
        assert weights(parameters, "fp32") == parameters * 4
    assert f"{weights(70_553_706_496, 'fp16'):.1f GB}" == "141.1 GB"


def test_kv_cache_per_token_of_published_models():
    # Llama-3.1-8B: 131,072 B; Llama-2-7B (no grouped queries): 524,288 B; Qwen3-4B, whose heads
    # are wider than hidden / heads: 147,456 B.
    shapes = {
        (32, 4096, 8, 128): 131_072,
        (32, 4096, 32, 128): 524_288,
        (36, 2560, 8, 128): 147_456,
    }
    for (layers, hidden, kv_heads, head_dim), size in shapes.items():
        model = Model(
            name="m",
            parameters=1,
            layers=layers,
            hidden=hidden,
            attention=Attention(heads=32, kv_heads=kv_heads, head_dim=head_dim),
        )
        assert kv_cache_per_token(model, "bf16") == size


def test_intensity_is_one_flop_per_byte_and_token_at_16_bits():
    assert arithmetic_intensity(1, "bf16") == 1.0
    assert arithmetic_intensity(16_384, "bf16") == 16_384.0
    assert arithmetic_intensity(8, "fp32") == 4.0
