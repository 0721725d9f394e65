"""The work of the three steps, and where decode meets the ridge point: against hand arithmetic.

The tiny model, untied: embedding 10 × 8 = 80; attention 2 × (16 × 8 + 8 × 8) = 384; MLP
2 × 3 × 8 × 16 = 768; norms 5 × 8 = 40; head 80. So 1,352 parameters, of which 1,192 between the
tables. One token's cache is 2 layers × 2 × 4 values × 2 B = 32 B.
"""

import pytest

from gpumath import (
    Architecture,
    Attention,
    Experts,
    LatentAttention,
    Model,
    Work,
    decode_ridge,
    decode_work,
    lesson,
    part,
    prefill_work,
    step_speed,
    training_work,
)
from gpumath.models.published import published
from gpumath.quantities import Bytes, BytesPerSecond, Flop, FlopPerSecond
from gpumath.speed.attention_flop import causal_attention_flop, decode_attention_flop

HEADS = {"heads": 2, "kv_heads": 1, "head_dim": 4}
SHAPE = {"name": "tiny", "layers": 2, "hidden": 8, "mlp_width": 16, "vocab": 10}
UNTIED = Architecture(**SHAPE, tied=False, attention=Attention(**HEADS))
TIED = Architecture(**SHAPE, tied=True, attention=Attention(**HEADS))
WINDOWED = Architecture(
    **SHAPE, tied=False, attention=Attention(**HEADS, windowed_layers=1, window=3)
)
LATENT = LatentAttention(
    heads=2, query_rank=3, latent=5, content_dim=7, rotary_dim=11, value_dim=13
)
PLAIN = {"attention": False}
TWO_N = {"attention": False, "all_parameters": True}


@pytest.mark.parametrize(
    ("model", "convention", "flop", "moved"),
    [
        # Of 1,352 parameters the table's 80 are not multiplied: 2 × 1,272 = 2,544 for each token,
        # and attention 4 × 8 × 2 layers × 5 tokens = 320; bytes 2 × 1,272, and 3 × 5 × 32 of cache.
        (UNTIED, {}, 3 * (2544 + 320), 2544 + 480),
        (UNTIED, PLAIN, 3 * 2544, 2544 + 480),
        (UNTIED, TWO_N, 3 * 2 * 1352, 2 * 1352 + 480),
        (UNTIED, {"all_parameters": True}, 3 * (2 * 1352 + 320), 2 * 1352 + 480),
        # Tied: the table is the head, so it is multiplied, and there is nothing to leave out.
        (TIED, {}, 3 * (2544 + 320), 2544 + 480),
        (TIED, TWO_N, 3 * 2544, 2544 + 480),
        # One of the two layers looks at 3 tokens instead of 5, and holds as many.
        (WINDOWED, {}, 3 * (2544 + 4 * 8 * 8), 2544 + 3 * 8 * 16),
        (UNTIED, {"dtype": "fp8"}, 3 * (2544 + 320), 1272 + 480),
        (UNTIED, {"kv_dtype": "fp8"}, 3 * (2544 + 320), 2544 + 240),
    ],
)
def test_decode(model, convention, flop, moved):
    assert decode_work(model, batch=3, context=5, **convention) == Work(Flop(flop), Bytes(moved))


@pytest.mark.parametrize(
    ("model", "convention", "flop", "moved"),
    [
        # 5 tokens meet the 1,192 parameters between the tables, one of them meets the head's 80:
        # 2 × (5,960 + 80) = 12,080. Pairs 1 + 2 + 3 + 4 + 5 = 15 in each layer: 4 × 8 × 30 = 960.
        (UNTIED, {}, 3 * (12_080 + 960), 2544 + 480),
        (UNTIED, PLAIN, 3 * 12_080, 2544 + 480),
        (UNTIED, TWO_N, 15 * 2 * 1352, 2 * 1352 + 480),
        (TIED, {}, 3 * (12_080 + 960), 2544 + 480),
        # Pairs 1 + 2 + 3 + 3 + 3 = 12 in the windowed layer.
        (WINDOWED, {}, 3 * (12_080 + 4 * 8 * 27), 2544 + 3 * 8 * 16),
        (UNTIED, {"dtype": "fp8"}, 3 * (12_080 + 960), 1272 + 480),
        (UNTIED, {"kv_dtype": "fp8"}, 3 * (12_080 + 960), 2544 + 240),
    ],
)
def test_prefill(model, convention, flop, moved):
    assert prefill_work(model, batch=3, seq_len=5, **convention) == Work(Flop(flop), Bytes(moved))


@pytest.mark.parametrize(
    ("model", "convention", "flop", "moved"),
    [
        # All 15 tokens meet the head: 6 × 1,272 × 15 = 114,480; attention three times 960 for each
        # sequence; three times 2,544 bytes.
        (UNTIED, {}, 114_480 + 3 * 3 * 960, 7632),
        (UNTIED, PLAIN, 114_480, 7632),
        (UNTIED, TWO_N, 15 * 6 * 1352, 3 * 2 * 1352),
        (TIED, PLAIN, 114_480, 7632),
        (UNTIED, {"dtype": "fp32"}, 114_480 + 3 * 3 * 960, 2 * 7632),
    ],
)
def test_training(model, convention, flop, moved):
    assert training_work(model, batch=3, seq_len=5, **convention) == Work(Flop(flop), Bytes(moved))


def test_learned_positions_are_looked_up_too():
    # 124,439,808 parameters, 1,024 × 768 of them positions. nanoGPT prints the rest as 123.65M.
    work = decode_work(published("GPT-2"), batch=1, context=1, attention=False)
    assert work.flop == 2 * 123_653_376


def test_only_active_experts_are_computed_and_read():
    # An expert has 3 × 8 × 16 = 384 parameters. One layer has an MLP of 384, the other 2 of 4
    # routed experts, a shared one, and a router of 4 × 9 = 36: 1,572. With 384 of attention, 40 of
    # norms and the head's 80: 2,076.
    experts = Experts(
        count=4, active=2, width=16, shared_width=16, router_bias=True, dense_layers=1
    )
    model = Architecture(**SHAPE, tied=False, attention=Attention(**HEADS), experts=experts)
    for batch in (1, 7):
        work = decode_work(model, batch, context=5, attention=False)
        assert work == Work(Flop(2 * 2076 * batch), Bytes(2 * 2076 + 160 * batch))
    both = decode_work(model, 1, 5, attention=False, all_parameters=True)
    assert both.flop == 2 * (2076 + 80)


@pytest.mark.parametrize(("context", "tokens"), [(2, 4), (3, 6), (4, 7), (5, 8)])
def test_a_windowed_layer_looks_at_its_window(context, tokens):
    assert decode_attention_flop(WINDOWED, context) == 4 * 8 * tokens


@pytest.mark.parametrize("model", [UNTIED, WINDOWED])
@pytest.mark.parametrize("seq_len", [1, 2, 3, 4, 5, 17])
def test_a_sequence_is_the_sum_of_its_tokens(model, seq_len):
    one_by_one = sum(int(decode_attention_flop(model, i)) for i in range(1, seq_len + 1))
    assert causal_attention_flop(model, seq_len) == one_by_one


def test_layers_without_a_cache_have_no_attention():
    half = Model(**{**vars(lesson.MODEL), "cached_layers": 8})  # of 32
    assert decode_attention_flop(half, 10) * 4 == decode_attention_flop(lesson.MODEL, 10)
    assert causal_attention_flop(half, 10) * 4 == causal_attention_flop(lesson.MODEL, 10)


def test_latent_attention_is_absorbed_in_decode_and_rebuilt_otherwise():
    model = Architecture(**SHAPE, tied=False, attention=LATENT)
    # Two products of 2 heads: with 5 + 11 cached values, and with 5. 20 tokens in both layers.
    assert decode_attention_flop(model, 10) == 2 * 2 * (16 + 5) * 20
    # With keys of 7 + 11 and values of 13; 1 + 2 + 3 pairs in each layer.
    assert causal_attention_flop(model, 3) == 2 * 2 * (18 + 13) * 2 * 6
    # FlashMLA: 2 × 128 heads × (576 + 512) for each token of the context, here in 61 layers.
    assert decode_attention_flop(published("DeepSeek-V3"), 1) == 2 * 128 * 1088 * 61


def test_a_model_without_its_tables_is_refused_or_counted_whole():
    for step in (training_work, prefill_work, decode_work):
        with pytest.raises(ValueError, match="the lesson's round model: how many of its parameter"):
            step(lesson.MODEL, 1, 1)
    assert decode_work(lesson.MODEL, 1, 1, **TWO_N).flop == 16_000_000_000


def test_intensity_time_and_limit():
    work = Work(Flop(600), Bytes(8))  # 75 FLOP/B
    assert work.intensity == 75
    assert work.time(flop_per_second=100, bytes_per_second=4) == 6  # 600/100 against 8/4
    assert work.time(flop_per_second=600, bytes_per_second=4) == 2
    assert work.limit(flop_per_second=299, bytes_per_second=4) == "arithmetic"
    assert work.limit(flop_per_second=300, bytes_per_second=4) == "arithmetic"
    assert work.limit(flop_per_second=301, bytes_per_second=4) == "memory bandwidth"


@pytest.mark.parametrize("name", ["flop", "moved"])
@pytest.mark.parametrize("value", [0, -1, 1.5, None])
def test_work_is_at_least_1(name, value):
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 1"):
        Work(**{"flop": Flop(1), "moved": Bytes(1), name: value})
    Work(Flop(1), Bytes(1))


@pytest.mark.parametrize(
    ("model", "convention", "limit"),
    [
        (lesson.MODEL, TWO_N, "59.6"),  # 16e9 FLOP for 2,048 × 131,072 B
        (published("Llama-3.1-8B"), TWO_N, "59.8"),  # 16,060,522,496 FLOP
        (published("Llama-3.1-8B"), PLAIN, "55.9"),  # 15,009,849,344 FLOP
        # Attention does 4 × 4,096 FLOP for the 4,096 B of a token in a layer: 4 more.
        (published("Llama-3.1-8B"), {}, "59.9"),
    ],
)
def test_decode_at_2048_tokens_never_reaches_the_ridge_of_an_h100(model, convention, limit):
    h100 = part("H100 SXM")
    at = decode_ridge(model, 2048, h100.peak, h100.bandwidth, **convention)
    assert at.batch is None
    assert f"{at.largest_intensity:.1f FLOP/B}" == f"{limit} FLOP/B"
    assert at.reason == (
        f"Decode stays below {limit} FLOP/B with any batch, and the ridge point is 295.3 FLOP/B."
    )
    # 10,000 sequences come within a percent of it.
    many = decode_work(model, 10_000, 2048, **convention).intensity
    assert 0.99 * at.largest_intensity < many < at.largest_intensity


@pytest.mark.parametrize(
    ("flop_per_second", "bytes_per_second", "batch"),
    [
        # Without attention each sequence brings 2,544 FLOP and 160 B of cache, beside 2,544 B of
        # weights. At r FLOP/B: batch × 2,544 ≥ r × (2,544 + batch × 160).
        (10, 1, 27),  # 25,440 / (2,544 − 1,600) = 26.9
        (20_352, 3_824, 8),  # 8 × 2,544 = r × (2,544 + 8 × 160), exactly
        (20_353, 3_824, 9),
        (158, 10, 2_513),  # 15.8: 40,195.2 / 16 = 2,512.2
        (127_175, 8_000, 80_884),  # 15.896875: 40,441.65 / 0.5 = 80,883.3
        (159, 10, None),  # 15.9 is 2,544 / 160 itself
        (160, 10, None),
        (1, 1000, 1),
    ],
)
def test_the_batch_at_the_ridge(flop_per_second, bytes_per_second, batch):
    at = decode_ridge(UNTIED, 5, flop_per_second, bytes_per_second, attention=False)
    assert at.batch == batch
    assert at.largest_intensity == 15.9
    assert at.ridge_point == flop_per_second / bytes_per_second


@pytest.mark.parametrize("model", [UNTIED, WINDOWED, published("Llama-3.1-8B")])
@pytest.mark.parametrize("context", [1, 3, 8, 150])
@pytest.mark.parametrize("convention", [{}, PLAIN, TWO_N, {"dtype": "fp8"}, {"kv_dtype": "fp8"}])
def test_it_is_the_smallest_batch(model, context, convention):
    for rates in [(5, 1), (FlopPerSecond(989.4e12), BytesPerSecond(3.35e12)), (1e-3, 7), (40, 3)]:
        at = decode_ridge(model, context, *rates, **convention)
        if at.batch is None:
            assert at.largest_intensity <= at.ridge_point
            many = decode_work(model, 10**9, context, **convention)
            assert many.limit(*rates) == "memory bandwidth"
            continue
        enough = decode_work(model, int(at.batch), context, **convention)
        assert enough.limit(*rates) == "arithmetic"
        if at.batch > 1:
            fewer = decode_work(model, int(at.batch) - 1, context, **convention)
            assert fewer.limit(*rates) == "memory bandwidth"


def test_short_contexts_get_over_the_ridge():
    # Llama-3.1-8B in bf16 on an H100 at 256 tokens: 15,009,849,344 + 134,217,728 FLOP and
    # 33,554,432 B each, beside 15,009,849,344 B of weights; ridge 989.4 / 3.35 = 295.343.
    # 15.0098e9 × 295.343 / (15.1441e9 − 33.5544e6 × 295.343) = 4.43306e12 / 5.23399e9 = 846.97.
    at = decode_ridge(published("Llama-3.1-8B"), 256, 989.4e12, 3.35e12)
    assert at.batch == 847
    assert at.reason == (
        "Decode reaches the ridge point, 295.3 FLOP/B, with 847 sequences; "
        "its limit is 451.3 FLOP/B."
    )


def test_prefill_and_training_wait_for_arithmetic():
    model, h100 = published("Llama-3.1-8B"), part("H100 SXM")
    for step in (training_work, prefill_work):
        assert step(model, 1, 2048).limit(h100.peak, h100.bandwidth) == "arithmetic"
    assert decode_work(model, 1, 2048).limit(h100.peak, h100.bandwidth) == "memory bandwidth"


def test_tokens_per_second_of_all_and_of_each():
    # 8 B at 2 B/s take 4 s, longer than 12 FLOP at 6 FLOP/s.
    speed = step_speed(Work(Flop(12), Bytes(8)), 3, 5, flop_per_second=6, bytes_per_second=2)
    assert (speed.time, speed.per_sequence, speed.throughput) == (4.0, 1.25, 3.75)


def test_decode_of_8_billion_parameters_on_an_h100():
    # 15,009,849,344 B of weights and 268,435,456 B of cache at 3.35 TB/s: 4.561 ms, 219 tokens/s.
    work = decode_work(published("Llama-3.1-8B"), 1, 2048)
    speed = step_speed(work, 1, 1, 989.4e12, 3.35e12)
    assert f"{speed.time:.3f ms}, {speed.per_sequence:.0f tokens/s}" == "4.561 ms, 219 tokens/s"
