"""What people reported of other estimators: each fault by its smallest input, and the right value.

The numbers in the names are those under which the reports were collected; the addresses lead to the
threads.
"""

from dataclasses import replace

import pytest

from gpumath import (
    Attention,
    Bill,
    Capacity,
    Model,
    Term,
    adapter_state,
    concurrency,
    gpt_layer_activations,
    gpus_by_capacity,
    gpus_needed,
    inference_bill,
    kv_cache,
    kv_cache_per_token,
    lesson,
    live_activations,
    longest_context,
    lora_parameters,
    part,
    published,
    shard,
    sharded_state,
    together,
    training_bill,
    training_state,
    weights,
)
from gpumath.precision import size_of
from gpumath.quantities import Bytes

GIB, MIB = 2**30, 2**20
CASE = (lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN)


def total(terms):
    return sum(int(term.size) for term in terms)


def shape(layers, kv_heads, head_dim, heads=None, **more):
    attention = Attention(heads=heads or kv_heads, kv_heads=kv_heads, head_dim=head_dim)
    return Model(name="m", parameters=1, layers=layers, hidden=1, attention=attention, **more)


def test_a01_weights_are_never_below_parameters_times_bytes():
    # github.com/huggingface/accelerate/issues/3379: 64.73 GB for Llama-3.1-70B in FP16.
    size = weights(published("Llama-3.1-70B").parameters, "fp16")
    assert (f"{size:.1f GB}", f"{size:.1f GiB}") == ("141.1 GB", "131.4 GiB")
    for name in ("Llama-3.1-8B", "Llama-3.1-70B", "Llama-3.1-405B"):
        parameters = published(name).parameters
        assert weights(parameters, "fp16") == int(parameters) * 2


def test_a03_adam_in_mixed_precision_keeps_three_fp32_copies():
    # github.com/caomaolufei/AIInfraGuide/issues/24: 54 GB in place of 107 GB for 6.7 billion.
    assert total(training_state(6_700_000_000, "zero")) == 107_200_000_000


def test_a05_half_precision_halves_activations_and_not_the_state():
    # github.com/deepspeedai/DeepSpeed/issues/3442.
    state = {name: total(training_state(1000, name)) for name in ("fp32", "zero")}
    assert state == {"fp32": 16_000, "zero": 16_000}
    assert total(training_state(1000, "bf16 with fp32 gradients")) == 18_000
    wide = training_bill(*CASE, lesson.TENSORS_PER_LAYER, "fp32").size("activations")
    assert f"{wide:.2f GB}" == "103.08 GB"


def test_a06_zero_stages_and_the_theory():
    # github.com/deepspeedai/DeepSpeed/issues/5102: 7 billion parameters, 8 GPUs, stage 2.
    def on(convention, stage, gpus=8):
        return total(sharded_state(7_000_000_000, convention, gpus, stage))

    assert on("zero", 2) == 26_250_000_000
    old = on("fp16 with fp32 gradients", 1)  # 4P + 16P/n, what the old code said of stage 2
    assert old == 42_000_000_000
    assert on("zero", 0) == on("zero", 0, gpus=1) == 112_000_000_000


def test_a08_gradients_of_an_accumulation_window_stay_whole_on_each_gpu():
    # github.com/verl-project/verl/pull/7711: FSDP2 with FP32 gradients, 4 B a parameter and GPU.
    for parameters, whole, shared in [
        (7_000_000_000, "26.08", "3.26"),
        (27_800_000_000, "103.56", "12.95"),
        (70_000_000_000, "260.77", "32.60"),
    ]:

        def gradients(parameters=parameters, **options):
            name = "bf16 with fp32 gradients"
            bill = Bill("state", sharded_state(parameters, name, 8, 3, **options))
            return f"{bill.size('gradients'):.2f GiB}"

        assert gradients(whole_gradients=True) == f"{whole} GiB"
        assert gradients() == f"{shared} GiB"


def test_a09_bytes_per_parameter_are_an_input():
    # github.com/AI-Hypercomputer/maxtext/issues/606: 6.7 billion at 12, 16 and 20 B.
    names = ("fp32, gradients not kept", "fp32", "fp16 with fp32 gradients")
    sizes = [total(training_state(6_700_000_000, name)) for name in names]
    assert sizes == [80_400_000_000, 107_200_000_000, 134_000_000_000]


def test_a11_halving_the_batch_halves_the_activations_alone():
    # github.com/OpenNMT/OpenNMT-py/issues/2316.
    whole = training_bill(*CASE, lesson.TENSORS_PER_LAYER)
    half = training_bill(lesson.MODEL, 4, lesson.SEQ_LEN, lesson.TENSORS_PER_LAYER)
    assert f"{half.total / whole.total:.3f}" == "0.856"
    assert half.size("activations") * 2 == whole.size("activations") == 51_539_607_552
    assert half.total - half.size("activations") == 128_000_000_000
    assert [gpus_by_capacity(bill.total, 80 * 10**9) for bill in (whole, half)] == [3, 2]
    served = inference_bill(lesson.MODEL, 4, lesson.SEQ_LEN, lesson.LIVE_TENSORS)
    assert f"{served.total:.2f GB}" == "17.34 GB"


def test_a12_selective_recomputation_saves_nothing_when_scores_are_not_stored():
    # github.com/NVIDIA/Megatron-LM/issues/1225: 32 layers, GB.
    case = {"hidden": 4096, "heads": 32, "batch": 8, "seq_len": 2048}
    sizes = [
        f"{gpt_layer_activations(**case, **options) * 32:.2f GB}"
        for options in (
            {},
            {"flash": True},
            {"flash": True, "recompute": "selective"},
            {"recompute": "full"},
        )
    ]
    assert sizes == ["244.81 GB", "73.01 GB", "73.01 GB", "4.29 GB"]


def test_a13_fp32_activations_take_twice_and_training_has_no_kv_cache():
    # github.com/The-School-of-AI/LLM/pull/444, github.com/manuelescobar-dev/LLM-Tools/pull/6.
    bills = {dtype: training_bill(*CASE, 12, dtype) for dtype in ("bf16", "fp32")}
    assert bills["fp32"].size("activations") == 2 * bills["bf16"].size("activations")
    assert "kv_cache" not in {term.kind for term in bills["bf16"].terms}


def test_a14_inference_activations_are_one_layers():
    # github.com/cli99/llm-analysis/pull/4: neither 32 times as much, nor nothing.
    live = live_activations(*CASE, lesson.LIVE_TENSORS, "bf16")
    assert live == 536_870_912
    deeper = replace(lesson.MODEL, layers=320)
    assert live_activations(deeper, *CASE[1:], lesson.LIVE_TENSORS, "bf16") == live


def test_a16_full_lora_and_qlora_in_their_order():
    # github.com/RahulSChand/gpu_poor/issues/1: 7 billion, and 40 million trained by adapters.
    llama = published("Llama-2-7B")
    full = total(training_state(llama.parameters))
    lora = total(adapter_state(llama, 40_000_000))
    qlora = total(adapter_state(llama, 40_000_000, "nf4"))
    assert full > lora > qlora
    trained = [term for term in adapter_state(llama, 40_000_000) if "Adapters" in term.label]
    assert total(trained) == 640_000_000
    more = [total(adapter_state(llama, lora_parameters(llama, rank))) for rank in (8, 16, 64)]
    assert more == sorted(set(more))


def test_a17_kv_heads_and_not_query_heads_are_cached():
    # github.com/hahnyuan/LLM-Viewer/issues/12: 524,288 B would be multi-head attention's.
    assert kv_cache_per_token(published("Llama-3.1-8B"), "bf16") == 131_072
    assert kv_cache_per_token(shape(32, 32, 128), "bf16") == 524_288
    assert kv_cache(*CASE, "bf16") == 2_147_483_648


def test_a20_head_dim_is_not_hidden_over_heads():
    # github.com/LMCache/LMCache/issues/688: 92,160 and 163,840 B by that rule.
    assert kv_cache_per_token(published("Qwen3-4B"), "bf16") == 147_456
    assert kv_cache_per_token(published("Qwen3-32B"), "bf16") == 262_144


def test_a23_latent_attention_does_not_take_the_path_of_heads():
    # github.com/spark-arena/sparkrun/pull/247: 88,064 B a token (2 × 43 × 512 × 2), "86 GB".
    wrong = kv_cache(shape(43, 1, 512), 1, MIB, "bf16")
    assert (f"{wrong:.2f GB}", f"{wrong:.1f GiB}") == ("92.34 GB", "86.0 GiB")
    latent = replace(shape(43, 1, 512), attention=published("DeepSeek-V3").attention)
    assert kv_cache_per_token(latent, "bf16") == 43 * 576 * 2 < 88_064


def test_a25_latent_caches_by_layer_and_in_all():
    # github.com/gpustack/gguf-parser-go/issues/8: 512 + 64 is 576, and there are 61 layers.
    deepseek = published("DeepSeek-V3")
    one = replace(deepseek, layers=1, experts=None, cached_layers=1)

    def cached(model, dtype):
        return kv_cache(model, 1, 65_536, dtype)

    assert cached(one, "int4").in_unit("MiB") == 18.0
    assert cached(deepseek, "int4").in_unit("MiB") == 1_098.0
    assert f"{cached(deepseek, 'q4_0'):.0f MiB}" == "1235 MiB"
    assert f"{cached(deepseek, 'fp16'):.2f GiB}" == "4.29 GiB"


def test_a28_layers_that_keep_a_cache_are_a_number_of_their_own():
    # github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1862: 16 of 64 layers, 4,096 B each.
    hybrid = shape(64, 8, 256, cached_layers=16)
    assert kv_cache(hybrid, 1, 262_144, "int8").in_unit("MiB") == 16_384.0
    assert kv_cache(shape(64, 8, 256), 1, 262_144, "int8").in_unit("MiB") == 65_536.0


def test_a29_quantised_caches_hold_scales():
    # github.com/ggml-org/llama.cpp/issues/11200: 64 layers, 32,768 tokens, 1,024 values of K.
    values = 64 * 32_768 * 1_024
    sizes = [size_of(values, dtype).in_unit("MiB") for dtype in ("q8_0", "q4_0")]
    assert sizes == [2_176.0, 1_152.0]
    assert size_of(values, "fp16").in_unit("MiB") == 4_096.0
    llama = published("Llama-3.1-8B")
    sizes = [kv_cache(llama, 1, 32_768, dtype).in_unit("GiB") for dtype in ("fp16", "q8_0", "q4_0")]
    assert sizes == [4.0, 2.125, 1.125]


def test_a30_the_format_of_a_cache_is_an_input():
    # github.com/abetlen/llama-cpp-python/issues/66: 60 layers, 6,656 wide, 512 tokens.
    model = shape(60, 52, 128)
    assert kv_cache(model, 1, 512, "fp16").in_unit("MiB") == 780.0
    assert kv_cache(model, 1, 512, "fp32").in_unit("MiB") == 1_560.0


def test_a31_without_grouped_queries_a_cache_is_eight_times_as_large():
    # github.com/ggml-org/llama.cpp/issues/6032: 80 layers, 8,192 tokens.
    sizes = [kv_cache(shape(80, heads, 128), 1, 8192, "fp16") for heads in (64, 8)]
    assert [f"{size:.2f GiB}" for size in sizes] == ["20.00 GiB", "2.50 GiB"]
    assert [f"{size:.2f GB}" for size in sizes] == ["21.47 GB", "2.68 GB"]


def test_a32_gb_are_ten_to_the_nine():
    # github.com/jy-yuan/KIVI/issues/17: "2.05 GB" for 4,196 tokens of Llama-2-7B.
    size = kv_cache(published("Llama-2-7B"), 1, 4_196, "fp16")
    assert (f"{size:.3f GiB}", f"{size:.3f GB}") == ("2.049 GiB", "2.200 GB")


def test_a34_layers_and_lengths_have_names():
    # github.com/b4rtaz/distributed-llama/issues/157: the vocabulary in place of the length.
    llama = published("Llama-3.2-3B")
    size = kv_cache(llama, batch=1, seq_len=131_072, dtype="fp32")
    assert (f"{size:.2f GB}", f"{size:.1f GiB}") == ("30.06 GB", "28.0 GiB")
    assert f"{kv_cache(llama, batch=1, seq_len=131_072, dtype='fp16'):.2f GB}" == "15.03 GB"


def test_a35_one_function_for_all_rows_of_a_table():
    # github.com/rohitg00/ai-engineering-from-scratch/pull/57: 32,768 tokens.
    rows = [("16.0 GiB", "17.18 GB"), ("10.0 GiB", "10.74 GB"), ("80.0 GiB", "85.90 GB")]
    for model, row in zip(
        [shape(32, 32, 128), shape(80, 8, 128), shape(80, 64, 128)], rows, strict=True
    ):
        size = kv_cache(model, 1, 32_768, "fp16")
        assert (f"{size:.1f GiB}", f"{size:.2f GB}") == row


def test_a36_an_fp8_cache_is_half_as_large_whatever_the_context():
    # github.com/vllm-project/vllm/issues/25350: 49,150 B a token from each line of the log.
    # The model has 48 layers and 4 KV heads of 128; budgets are logged to 0.01 GiB.
    for gib, tokens in [(10.55, 230_528), (10.12, 221_000), (5.59, 122_080)]:
        held = longest_context(shape(48, 4, 128), int(gib * GIB), "fp8")
        assert int(held) == pytest.approx(tokens, rel=0.001)
    model = published("Llama-3.1-8B")
    for tokens in (1, 1000, 131_072):
        assert kv_cache(model, 1, tokens, "fp8") * 2 == kv_cache(model, 1, tokens, "bf16")


def test_a37_capacity_comes_in_whole_blocks():
    # github.com/vllm-project/vllm/issues/10517: 1,952 and 1,478 blocks of 16 tokens.
    llama = published("Llama-3.1-8B")
    for blocks, tokens, gib in [(1_952, 31_232, "3.8125"), (1_478, 23_648, "2.8867")]:
        size = kv_cache(llama, 1, tokens, "bf16")
        assert f"{size:.4f GiB}" == f"{gib} GiB"
        assert longest_context(llama, size, "bf16") == blocks * 16 == tokens
        assert longest_context(llama, int(size) - 1, "bf16") == tokens - 16
    assert longest_context(llama, int(2.8867 * GIB), "bf16") < 29_000
    assert f"{concurrency(31_232, 20_000):.2f ×}" == "1.56×"


def test_a38_a_pipeline_holds_what_its_fullest_stage_holds():
    # github.com/vllm-project/vllm/issues/34076: 48 layers, 16 of them on a card with 3.18 GiB left.
    qwen = shape(48, 4, 128, heads=32)
    assert kv_cache_per_token(qwen, "bf16") == 98_304
    stage = replace(qwen, layers=16, cached_layers=16)
    assert kv_cache_per_token(stage, "bf16") == 32_768
    budget = int(3.18 * GIB)
    assert longest_context(qwen, budget, "bf16", block=1) == 34_734
    assert longest_context(stage, budget, "bf16", block=1) == 104_202
    larger = replace(qwen, layers=32, cached_layers=32)
    stages = [longest_context(stage, budget, "bf16"), longest_context(larger, 16 * GIB, "bf16")]
    assert min(stages) == 104_192


def test_a39_there_and_back():
    # github.com/vllm-project/vllm/issues/16118: 378 and 229 blocks.
    llama = published("Llama-3.1-70B")
    for blocks, tokens in [(378, 6_048), (229, 3_664)]:
        budget = blocks * 16 * 327_680
        assert longest_context(llama, budget, "bf16") == tokens
    assert kv_cache(llama, 1, 8_192, "bf16").in_unit("GiB") == 2.5
    for name in ("Llama-3.1-70B", "Gemma-3-27B"):
        model = published(name)
        for budget in (10**9, 10**10):
            tokens = int(longest_context(model, budget, "bf16"))
            assert kv_cache(model, 1, tokens, "bf16") <= budget
            assert kv_cache(model, 1, tokens + 16, "bf16") > budget


def test_a42_each_gpu_caches_its_own_heads():
    # github.com/huggingface/transformers/pull/48566: four GPUs hold four times as many blocks.
    qwen = published("Qwen3-32B")
    budget = 814 * 16 * int(kv_cache_per_token(qwen, "bf16"))
    assert longest_context(qwen, budget, "bf16") == 814 * 16
    assert longest_context(shard(qwen, tensor=4), budget, "bf16") == 4 * 814 * 16
    held = [int(longest_context(shard(qwen, tensor=n), budget, "bf16")) for n in (1, 2, 4, 8, 16)]
    assert held == [814 * 16 * n for n in (1, 2, 4, 8, 8)]  # eight KV heads: no more after that


def test_a44_a_count_that_does_not_hold_the_need_is_never_returned():
    # github.com/ai-dynamo/aiconfigurator/pull/887: 671 GiB × 1.5 on cards of 80 GiB, 8 in a node.
    need = 671 * GIB * 3 // 2
    assert gpus_by_capacity(need, 80 * GIB) == 13

    def bill_on(gpus):
        return Bill("m", (Term("weights", "Weights", Bytes(-(-need // gpus)), "need / GPUs"),))

    card = Capacity("of 80 GiB", 80 * GIB)
    assert gpus_needed(bill_on, card, [1, 2, 4, 8, 16]).gpus == 16
    with pytest.raises(ValueError, match="none of the counts that were tried; 8 GPUs: "):
        gpus_needed(bill_on, card, [1, 2, 4, 8])


def test_a45_what_one_gpu_has_and_what_a_node_has():
    # github.com/kaito-project/kaito/issues/1838: 8 × 80 GB.
    card = Capacity("as marketed", 80 * 10**9)
    assert together(card, 8).size == 8 * card.size == 640 * 10**9


def test_a46_700_gb_do_not_fit_on_eight_cards_of_80_gb():
    # github.com/anthony-chaudhary/fak/issues/188.
    assert gpus_by_capacity(700 * 10**9, 80 * 10**9) == 9


def test_a48_all_experts_must_fit_and_not_only_the_active_ones():
    # github.com/deepseek-ai/DeepSeek-VL2/issues/79: 16 billion in all, 2.8 active: 32 GB.
    assert weights(16_000_000_000, "bf16") == 32_000_000_000
    mixtral = published("Mixtral-8x7B")
    assert mixtral.active_parameters < mixtral.parameters
    assert weights(mixtral.parameters, "bf16") == 2 * 46_702_792_704
    bill = inference_bill(mixtral, 1, 1, 1)
    assert bill.size("weights") == 2 * 46_702_792_704


def test_a49_three_buckets_need_three_divisors():
    # github.com/NVIDIA/Megatron-LM/issues/4050: 8-way expert parallelism.
    deepseek = published("DeepSeek-V3")
    whole = deepseek.parameters_by_group
    part = shard(deepseek, expert=8).parameters_by_group
    assert part["routed experts"] * 8 == whole["routed experts"]
    assert part["routers"] == whole["routers"]
    assert part["norms"] == whole["norms"]


def test_a51_83_gb_are_not_83_gib():
    # github.com/meta-pytorch/torchtune/pull/1348.
    assert f"{Bytes(83 * 10**9):.1f GiB}" == "77.3 GiB"
    training = training_bill(*CASE, lesson.TENSORS_PER_LAYER).total
    assert (f"{training:.2f GB}", f"{training:.2f GiB}") == ("179.54 GB", "167.21 GiB")
    assert kv_cache(*CASE, "bf16").in_unit("GiB") == 2.0


def test_a57_the_form_factor_is_in_the_name():
    # github.com/qoofyk/LLM_Sizing_Guide/issues/3.
    ridges = [f"{part(name).ridge_point:.0f FLOP/B}" for name in ("H100 PCIe", "H100 SXM")]
    assert ridges == ["378 FLOP/B", "295 FLOP/B"]
    with pytest.raises(ValueError, match="unknown part 'H100'"):
        part("H100")
