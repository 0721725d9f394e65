"""One model on many GPUs: parts that add up, what does not divide, and the smallest count."""

from dataclasses import replace

import pytest

from gpumath import (
    Attention,
    Bill,
    Capacity,
    Term,
    counts_that_divide,
    data_parallel_bill,
    gpus_needed,
    kv_cache_per_token,
    lesson,
    published,
    shard,
    sharded_state,
    sharded_training_bill,
)
from gpumath.memory.training import kept_activations
from gpumath.quantities import Bytes, Gpus

H100 = Capacity("as marketed", 80 * 10**9)


def lesson_on(gpus, *, uneven=False):
    def activations(batch):
        size = kept_activations(lesson.MODEL, batch, lesson.SEQ_LEN, 12, "bf16")
        return [Term("activations", "Activations", size, "by sequences")]

    state = sharded_state(lesson.MODEL.parameters, "fp32", gpus, stage=3)
    return data_parallel_bill(state, activations, lesson.BATCH, gpus, uneven=uneven)


def test_the_lesson_on_several_gpus():
    # By hand: 128 GB and 51.54 GB shared by 2 and by 4; 3 GPUs take 3, 3 and 2 sequences.
    assert f"{lesson_on(2).total:.1f GB}" == "89.8 GB"
    assert f"{lesson_on(3, uneven=True).total:.1f GB}" == "62.0 GB"
    assert f"{lesson_on(4).total:.1f GB}" == "44.9 GB"


def test_the_lessons_bill_on_several_gpus_by_stage():
    # By hand: 32, 32 and 64 GB of state, divided where the stage shares them; 51.54 GB by GPUs.
    case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN, lesson.TENSORS_PER_LAYER
    for gpus, stage, total in [
        *((4, stage, total) for stage, total in enumerate(("140.9", "92.9", "68.9", "44.9"))),
        (8, 0, "134.4"),
        (2, 3, "89.8"),
        (1, 3, "179.5"),
    ]:
        bill = sharded_training_bill(*case, gpus, stage)
        assert f"{bill.total:.1f GB}" == f"{total} GB"
        assert [term.kind for term in bill.terms] == [
            "weights",
            "gradients",
            "optimizer_state",
            "activations",
        ]
    assert sharded_training_bill(*case, 4, 3).total == lesson_on(4).total


def test_a_sharded_bill_in_other_formats():
    case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN, lesson.TENSORS_PER_LAYER
    bill = sharded_training_bill(*case, 2, 3, dtype="fp32", convention="bf16")
    assert f"{bill.size('activations'):.2f GB}" == "51.54 GB"  # twice the bytes, half the batch
    assert bill.size("weights", "gradients", "optimizer_state") == 8 * 8_000_000_000 // 2


def test_the_lesson_needs_four_gpus_with_equal_batches_and_three_without():
    needed = gpus_needed(lesson_on, H100, range(1, 9))
    assert needed.gpus == 4
    assert [int(gpus) for gpus, _ in needed.refused] == [1, 2, 3]
    assert needed.why_not_fewer == "3 GPUs: a batch of 8 cannot be shared evenly by 3 GPUs"
    assert needed.refused[1][1] == "89.77 GB each, 9.77 GB more than 80.0 GB as marketed"
    uneven = gpus_needed(lambda n: lesson_on(n, uneven=True), H100, range(1, 9))
    assert uneven.gpus == 3


def test_plain_data_parallelism_never_fits():
    def whole(gpus):
        state = sharded_state(lesson.MODEL.parameters, "fp32", gpus, stage=0)
        return data_parallel_bill(state, lambda _: [], 8, gpus)

    with pytest.raises(ValueError, match=r"none of the counts .* 8 GPUs: 128\.00 GB each, 48"):
        gpus_needed(whole, H100, [1, 2, 4, 8])


def bill_of(size):
    return Bill("job", (Term("weights", "Weights", Bytes(size), "given"),))


@pytest.mark.parametrize(("size", "gpus"), [(79, 1), (80, 1), (81, 2), (160, 2), (161, 3)])
def test_a_bill_that_just_fits(size, gpus):
    needed = gpus_needed(lambda n: bill_of(-(-size // n)), Capacity("of a toy", 80), range(1, 9))
    assert needed.gpus == gpus
    assert needed.capacity == Capacity("of a toy", 80)
    assert needed.each.total == -(-size // gpus)


def test_the_margin_is_left_free():
    capacity = Capacity("of a toy", 80, margin=10)
    assert gpus_needed(lambda n: bill_of(70), capacity, [1]).gpus == 1
    with pytest.raises(ValueError, match="none of the counts"):
        gpus_needed(lambda n: bill_of(71), capacity, [1])


def test_nothing_was_refused_when_one_gpu_does():
    needed = gpus_needed(lambda n: bill_of(1), H100, [1, 2])
    assert (needed.gpus, needed.refused) == (Gpus(1), ())
    assert needed.why_not_fewer == "no smaller count was tried"


@pytest.mark.parametrize("counts", [[], [2, 1], [1, 1]])
def test_counts_must_grow(counts):
    with pytest.raises(ValueError, match="counts must be whole numbers in growing order"):
        gpus_needed(lambda n: bill_of(1), H100, counts)


def test_a_count_of_zero_is_refused():
    with pytest.raises(ValueError, match="counts must be a whole number of at least 1, not 0"):
        gpus_needed(lambda n: bill_of(1), H100, [0, 1])


def test_fewer_sequences_than_gpus_leave_some_without_work():
    data_parallel_bill([], lambda _: [], batch=2, gpus=2)
    for uneven in (False, True):
        with pytest.raises(ValueError, match="a batch of 2 leaves some of 3 GPUs without work"):
            data_parallel_bill([], lambda _: [], batch=2, gpus=3, uneven=uneven)


def test_the_bill_says_how_many_gpus_it_is_for():
    assert data_parallel_bill([], lambda _: [], 4, 2).name == "training on 2 GPUs, each"


@pytest.mark.parametrize("tensor", [1, 2, 4, 8])
@pytest.mark.parametrize("name", ["Llama-3.1-8B", "Llama-3.1-70B", "Llama-2-70B"])
def test_parts_add_up_to_the_model_and_copies_of_norms(name, tensor):
    model, part = published(name), shard(published(name), tensor=tensor)
    norms = int(model.parameters_by_group["norms"])
    assert int(part.parameters) * tensor == int(model.parameters) + (tensor - 1) * norms
    assert kv_cache_per_token(part, "bf16") * tensor == kv_cache_per_token(model, "bf16")


def test_kv_heads_are_copied_when_there_are_more_gpus():
    model = published("Llama-3.1-70B")  # 64 heads, 8 KV heads
    for tensor, kv_heads in [(8, 1), (16, 1), (32, 1), (64, 1)]:
        assert shard(model, tensor=tensor).attention.kv_heads == kv_heads
        assert shard(model, tensor=tensor).attention.heads == 64 // tensor
    # 16 parts hold each KV head twice: 80 layers × 2 × 128 × 2 B in each.
    assert kv_cache_per_token(shard(model, tensor=16), "bf16") == 40_960


def test_biases_of_outputs_are_on_each_gpu_and_those_of_inputs_are_shared():
    # GPT-2 in two: per layer q, k, v: 768 × 1152 + 1152, out: 384 × 768 + 768, MLP: 768 × 1536 +
    # 1536 and 1536 × 768 + 768, norms 4 × 768; vocabulary 25,129 of 50,257, positions, last norm.
    layer = 768 * 1152 + 1152 + 384 * 768 + 768 + 2 * 768 * 1536 + 1536 + 768 + 4 * 768
    assert shard(published("GPT-2"), tensor=2).parameters == (
        12 * layer + 25_129 * 768 + 1024 * 768 + 2 * 768
    )


def test_experts_are_divided_by_number_and_width_and_the_rest_by_tensor_parallelism():
    # Report A49: experts / (ETP × EP), norms and router / 1.
    model = published("Mixtral-8x7B")
    groups = model.parameters_by_group
    part = shard(model, tensor=2, expert=4, expert_tensor=2).parameters_by_group
    assert part["routed experts"] * 8 == groups["routed experts"]
    assert part["routers"] == groups["routers"]
    assert part["norms"] == groups["norms"]
    assert part["attention"] * 2 == groups["attention"]
    assert part["embedding"] * 2 == groups["embedding"]


def test_latent_attention_is_divided_by_heads_and_its_latent_is_on_each_gpu():
    model = published("DeepSeek-V3")
    part = shard(model, tensor=8, expert=256)
    # Per layer: both projections down with their norms are whole; those up and out are an eighth.
    whole = 7168 * 1536 + 1536 + 7168 * 576 + 512
    eighth = 16 * (1536 * 192 + 512 * 256 + 128 * 7168)
    assert part.parameters_by_group["attention"] == 61 * (whole + eighth)
    assert kv_cache_per_token(part, "bf16") == kv_cache_per_token(model, "bf16")
    assert part.parameters_by_group["shared MLPs"] * 8 == (model.parameters_by_group["shared MLPs"])
    assert part.experts.held == 1


@pytest.mark.parametrize(
    ("name", "layout", "message"),
    [
        (
            "Llama-3.1-8B",
            {"tensor": 3},
            r"heads \(32\) cannot be divided evenly by 3",
        ),
        ("Qwen2.5-7B", {"tensor": 7}, r"mlp_width \(18944\) cannot be divided"),
        ("Llama-3.2-3B", {"tensor": 3}, r"mlp_width \(8192\) cannot be divided evenly by 3"),
        ("Gemma-2-9B", {"tensor": 16, "expert": 2}, "Gemma-2-9B has no experts to divide"),
        ("GPT-2", {"expert_tensor": 2}, "GPT-2 has no experts to divide"),
        ("Mixtral-8x7B", {"expert": 3}, r"experts \(8\) cannot be divided evenly by 3"),
        ("Mixtral-8x7B", {"expert_tensor": 5}, r"width of an expert \(14336\) cannot be divided"),
        ("GPT-2", {"tensor": 0}, "tensor must be a whole number of at least 1, not 0"),
        ("Mixtral-8x7B", {"expert": 0}, "expert must be a whole number of at least 1, not 0"),
        ("Mixtral-8x7B", {"expert_tensor": -1}, "expert_tensor must be a whole number of at least"),
    ],
)
def test_what_does_not_divide_is_refused(name, layout, message):
    with pytest.raises(ValueError, match=message):
        shard(published(name), **layout)


def test_kv_heads_that_do_not_divide_are_refused():
    # 12 heads and 6 KV heads: 4 GPUs share the heads and not the KV heads.
    model = replace(published("GPT-2"), attention=Attention(heads=12, kv_heads=6, head_dim=64))
    with pytest.raises(ValueError, match="4 GPUs can neither share nor copy 6 kv_heads"):
        shard(model, tensor=4)
    with pytest.raises(ValueError, match="12 GPUs can neither share nor copy 8 kv_heads"):
        shard(replace(model, attention=Attention(heads=24, kv_heads=8, head_dim=64)), tensor=12)


def test_a_shared_mlp_that_does_not_divide_is_refused():
    model = published("DeepSeek-V3")
    model = replace(model, experts=replace(model.experts, shared_width=2049))
    with pytest.raises(ValueError, match=r"width of the shared MLP \(2049\) cannot be divided"):
        shard(model, tensor=2)


def test_one_gpu_holds_the_whole_model():
    for name in ("Llama-3.1-8B", "Mixtral-8x7B", "DeepSeek-V3"):
        assert shard(published(name)) == published(name)


@pytest.mark.parametrize(
    ("excess", "said"), [(1, "1 B"), (9_999_999, "9,999,999 B"), (10**7, "0.01 GB")]
)
def test_how_much_too_much_is_said_so_that_it_can_be_seen(excess, said):
    with pytest.raises(ValueError, match=f"80.0. GB each, {said} more than 80.0 GB as marketed"):
        gpus_needed(lambda n: bill_of(80 * 10**9 + excess), H100, [1])


def test_experts_are_divided_like_the_rest_unless_told_otherwise():
    mixtral = published("Mixtral-8x7B")
    assert shard(mixtral, tensor=8) == shard(mixtral, tensor=8, expert_tensor=8)
    assert shard(mixtral, tensor=8).experts.width == 14336 // 8
    assert shard(mixtral, tensor=8, expert_tensor=1).experts.width == 14336


def test_counts_that_divide():
    for at_most, counts in [(32, (1, 2, 4, 8, 16, 32)), (31, (1, 2, 4, 8, 16)), (1, (1,))]:
        assert counts_that_divide(published("Llama-3.1-8B"), at_most) == counts
    with pytest.raises(ValueError, match="at_most must be a whole number of at least 1, not 0"):
        counts_that_divide(published("Llama-3.1-8B"), at_most=0)
