"""Parameter counts equal the published ones to the unit; attention caches what papers say."""

from dataclasses import replace

import pytest

from gpumath import (
    Architecture,
    Attention,
    Experts,
    LatentAttention,
    Model,
    kv_cache,
    kv_cache_per_token,
    published,
    published_models,
)
from gpumath.models.published import read_models

# Where a count is published: the model's card, its safetensors index, or the paper.
PARAMETERS = {
    "Llama-3.1-8B": 8_030_261_248,
    "Llama-3.1-70B": 70_553_706_496,
    "Llama-3.1-405B": 405_853_388_800,
    "Llama-3.2-1B": 1_235_814_400,
    "Llama-3.2-3B": 3_212_749_824,
    "Llama-2-7B": 6_738_415_616,
    "Llama-2-13B": 13_015_864_320,
    "Llama-2-70B": 68_976_648_192,
    "Mistral-7B-v0.1": 7_241_732_096,
    "Qwen2.5-7B": 7_615_616_512,
    "Qwen2.5-72B": 72_706_203_648,
    "Qwen3-8B": 8_190_735_360,
    "Qwen3-4B": 4_022_468_096,
    "Qwen3-32B": 32_762_123_264,
    "Gemma-2-9B": 9_241_705_984,
    "Gemma-3-27B": 27_009_346_304,
    "GPT-3 175B": 174_604_259_328,
    "GPT-2": 124_439_808,
    "Mixtral-8x7B": 46_702_792_704,
    "DeepSeek-V3": 671_026_419_200,
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameters_are_counted_to_the_unit(name):
    assert published(name).parameters == PARAMETERS[name]


def test_every_model_of_the_catalogue_is_compared():
    assert list(published_models()) and set(published_models()) == set(PARAMETERS)


@pytest.mark.parametrize("name", PARAMETERS)
def test_the_groups_sum_to_the_parameters(name):
    model = published(name)
    assert sum(model.parameters_by_group.values()) == model.parameters


def test_experts_have_total_and_active_parameters():
    # Mixtral's paper says 47B and 13B, DeepSeek-V3's 671B and 37B; by hand for Mixtral:
    # 46,702,792,704 - 32 layers × 6 idle experts × 3 × 4096 × 14336.
    assert published("Mixtral-8x7B").active_parameters == 46_702_792_704 - 32 * 6 * 176_160_768
    assert f"{published('Mixtral-8x7B').active_parameters:.0f billion parameters}".startswith("13 ")
    # 671,026,419,200 - 58 layers × 248 idle experts × 3 × 7168 × 2048.
    assert published("DeepSeek-V3").active_parameters == 671_026_419_200 - 58 * 248 * 44_040_192
    assert published("GPT-2").active_parameters == 124_439_808


def test_active_parameters_of_a_share_are_its_part_of_the_active_ones():
    # One of 8 experts in 32 layers of 176,160,768 numbers each; 2 of 8 are active: a quarter of it.
    model = published("Mixtral-8x7B")
    share = replace(model, experts=replace(model.experts, held=1))
    held = 32 * 176_160_768
    assert share.parameters - share.active_parameters == held - held // 4


@pytest.mark.parametrize(
    ("name", "kind"),
    {
        "Llama-2-7B": "MHA",
        "Llama-2-70B": "GQA",
        "Llama-3.1-8B": "GQA",
        "Gemma-2-9B": "GQA",
        "GPT-2": "MHA",
        "DeepSeek-V3": "MLA",
    }.items(),
)
def test_kinds_of_attention(name, kind):
    assert published(name).attention.kind == kind


def test_one_kv_head_is_multi_query_attention():
    assert Attention(heads=8, kv_heads=1, head_dim=4).kind == "MQA"
    assert Attention(heads=8, kv_heads=2, head_dim=4).kind == "GQA"
    assert Attention(heads=1, kv_heads=1, head_dim=4).kind == "MHA"


# facts of the vLLM paper, model cards and arXiv 2505.09343 table 1
PER_TOKEN = {
    "Llama-2-7B": 524_288,
    "Llama-2-70B": 327_680,
    "Llama-3.1-8B": 131_072,
    "Llama-3.1-70B": 327_680,
    "Llama-3.1-405B": 516_096,
    "GPT-3 175B": 4_718_592,
    "DeepSeek-V3": 70_272,
    "Qwen3-4B": 147_456,
    "Qwen3-32B": 262_144,
}


@pytest.mark.parametrize("name", PER_TOKEN)
def test_kv_cache_per_token(name):
    assert kv_cache_per_token(published(name), "bf16") == PER_TOKEN[name]


def test_kv_cache_per_token_of_opt_13b():
    # 2 × 40 layers × 40 heads × 128 × 2 B: the vLLM paper's "800 KB".
    opt = Model(
        name="OPT-13B",
        parameters=13_000_000_000,
        layers=40,
        hidden=5120,
        attention=Attention(heads=40, kv_heads=40, head_dim=128),
    )
    assert kv_cache_per_token(opt, "fp16") == 819_200


# Windowed layers hold min(context, window). Layers that see everything, windowed layers, window,
# and bytes of one token in one layer: 2 × kv_heads × head_dim × 2.
WINDOWED = {
    "Gemma-2-9B": (21, 21, 4096, 2 * 8 * 256 * 2),
    "Gemma-3-27B": (10, 52, 1024, 2 * 16 * 128 * 2),
    "Mistral-7B-v0.1": (0, 32, 4096, 2 * 8 * 128 * 2),
}


@pytest.mark.parametrize("seq_len", [1, 1023, 1024, 1025, 4095, 4096, 4097, 8192])
@pytest.mark.parametrize("name", WINDOWED)
def test_windowed_layers_hold_no_more_than_the_window(name, seq_len):
    full, windowed, window, token = WINDOWED[name]
    expected = 3 * token * (full * seq_len + windowed * min(seq_len, window))
    assert kv_cache(published(name), 3, seq_len, "bf16") == expected


def test_layers_without_a_cache_cost_nothing():
    model = published("Llama-3.1-8B")
    assert kv_cache_per_token(replace(model, cached_layers=8), "bf16") == 131_072 // 4


GOOD = {
    "name": "m",
    "layers": 2,
    "hidden": 8,
    "mlp_width": 16,
    "vocab": 10,
    "tied": True,
    "attention": Attention(heads=2, kv_heads=1, head_dim=4),
}
EXPERTS = {"count": 4, "active": 2, "width": 3}
LATENT = {
    "heads": 1,
    "query_rank": 1,
    "latent": 1,
    "content_dim": 1,
    "rotary_dim": 1,
    "value_dim": 1,
}


@pytest.mark.parametrize("value", [0, -1, 1.5, "8", None, True])
@pytest.mark.parametrize(
    ("make", "good", "name"),
    [
        *((Architecture, GOOD, name) for name in ("layers", "hidden", "mlp_width", "vocab")),
        (Architecture, GOOD, "norms_per_layer"),
        *((Experts, EXPERTS, name) for name in EXPERTS),
        *((LatentAttention, LATENT, name) for name in LATENT),
    ],
)
def test_sizes_must_be_whole_and_at_least_1(make, good, name, value):
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 1, not"):
        make(**{**good, name: value})


@pytest.mark.parametrize(
    ("make", "good", "name"),
    [
        (Architecture, GOOD, "learned_positions"),
        (Architecture, GOOD, "cached_layers"),
        (Experts, EXPERTS, "shared_width"),
        (Experts, EXPERTS, "dense_layers"),
        (Experts, EXPERTS, "held"),
        (Attention, {"heads": 1, "kv_heads": 1, "head_dim": 1}, "window"),
        (Attention, {"heads": 1, "kv_heads": 1, "head_dim": 1}, "windowed_layers"),
    ],
)
def test_some_sizes_may_be_0_but_not_less(make, good, name):
    make(**{**good, name: 0})
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 0, not -1"):
        make(**{**good, name: -1})


@pytest.mark.parametrize(
    ("make", "message"),
    {
        lambda: Experts(count=4, active=5, width=1): "active experts must be at most 4, not 5",
        lambda: Experts(count=4, active=1, width=1, held=5): "held experts must be at most 4",
        lambda: Architecture(**GOOD, experts=Experts(**EXPERTS, dense_layers=3)): (
            r"dense_layers must be at most layers \(2\)"
        ),
        lambda: Architecture(**GOOD, norm="group"): "unknown norm 'group'",
        lambda: Architecture(
            **GOOD, cached_layers=3
        ): r"cached_layers must be at most layers \(2\)",
        lambda: Architecture(
            **{
                **GOOD,
                "attention": Attention(
                    heads=1, kv_heads=1, head_dim=1, window=1, windowed_layers=3
                ),
            }
        ): "windowed_layers must be at most 2, not 3",
        lambda: Attention(heads=3, kv_heads=2, head_dim=1): r"multiple of kv_heads \(2\), not 3",
        lambda: Attention(heads=1, kv_heads=1, head_dim=1, window=5): "both 0 or both above 0",
    }.items(),
)
def test_what_no_model_can_be_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_limits_themselves_are_allowed():
    Experts(count=4, active=4, width=1, held=4)
    Architecture(**GOOD, experts=Experts(**EXPERTS, dense_layers=2), cached_layers=2)
    windowed = Attention(heads=1, kv_heads=1, head_dim=1, window=1, windowed_layers=2)
    Architecture(**{**GOOD, "attention": windowed})


ENTRY = """
["M"]
layers = 2
hidden = 8
attention = {heads = 2, kv_heads = 1, head_dim = 4}
mlp_width = 16
vocab = 10
tied = true
source = "a paper"
checked = 2026-12-01
"""


def test_an_entry_is_read():
    assert read_models(ENTRY)["M"].parameters == Architecture(**GOOD).parameters


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("layers = 2", "", "model 'M' lacks layers"),
        ('source = "a paper"', "", "model 'M' lacks source"),
        ('"a paper"', '" "', "source must say where"),
        ("2026-12-01", '"today"', "checked must be a date, not 'today'"),
        ("tied = true", "tied = 1", "model 'M': tied must be true or false, not 1"),
        ("layers = 2", "layers = -2", "model 'M': layers must be a whole number of at least 1"),
        ("heads = 2,", "", "model 'M': .*heads"),
        ("head_dim = 4", "head_dim = 4, depth = 3", "model 'M': .*depth"),
        ("vocab = 10", "vocab = 10\ncolour = 1", "model 'M' has unknown fields: colour"),
        ("tied = true", "tied = true\ngated = 0", "gated must be true or false, not 0"),
        ("tied = true", "tied = true\nmlp_bias = 0", "mlp_bias must be true or false, not 0"),
    ],
)
def test_a_bad_entry_is_refused_by_name(old, new, message):
    with pytest.raises(ValueError, match=message):
        read_models(ENTRY.replace(old, new))


def test_an_entry_must_be_a_table():
    with pytest.raises(ValueError, match="model 'M' must be a table of fields, not 3"):
        read_models("M = 3")


def test_an_unknown_model_is_refused_with_the_nearest_name():
    with pytest.raises(ValueError, match=r"unknown model 'Llama.*did you mean 'Llama"):
        published("Llama-3.1-8b")
