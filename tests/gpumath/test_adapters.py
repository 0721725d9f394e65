"""LoRA and QLoRA: adapters as their tools count them, frozen weights apart."""

import pytest

from gpumath import adapter_state, lora_parameters, published, training_state

LLAMA = published("Llama-2-7B")


@pytest.mark.parametrize(
    ("rank", "projections", "count"),
    [
        # What peft prints as "trainable params" for Llama-2-7B.
        (8, ["query", "value"], 4_194_304),
        (16, ["query", "key", "value", "output", "gate", "up", "down"], 39_976_960),
        (1, ["gate"], 32 * (4096 + 11008)),
        (1, ["up"], 32 * (4096 + 11008)),
        (1, ["down"], 32 * (11008 + 4096)),
        (1, ["query", "query"], 32 * 2 * 4096),
    ],
)
def test_lora_parameters(rank, projections, count):
    assert lora_parameters(LLAMA, rank, projections) == count


def test_keys_and_values_are_narrower_under_grouped_queries():
    llama = published("Llama-3.1-8B")
    assert lora_parameters(llama, 1, ["key"]) == 32 * (4096 + 1024)
    assert lora_parameters(llama, 1, ["value"]) == 32 * (4096 + 1024)
    assert lora_parameters(llama, 1, ["query"]) == 32 * (4096 + 4096)
    wide = published("Qwen3-4B")  # 2,560 wide, heads 4,096 together
    assert lora_parameters(wide, 1, ["output"]) == 36 * (4096 + 2560)


def test_all_projections_by_default():
    # GPT-2 has no gate: four matrices of 768 × 768, and two of 768 × 3072.
    assert lora_parameters(published("GPT-2"), 1) == 12 * (4 * 2 * 768 + 2 * (768 + 3072))
    assert lora_parameters(LLAMA, 16) == 39_976_960


def state(frozen_dtype):
    return {term.label: int(term.size) for term in adapter_state(LLAMA, 1000, frozen_dtype)}


def test_frozen_weights_have_no_gradients_and_no_moments():
    # 32 layers × (4 × 4096² + 3 × 4096 × 11008) in matrices; the rest is embedding, head and norms.
    matrices = 32 * (4 * 4096**2 + 3 * 4096 * 11008)
    assert state("bf16") == {
        "Frozen matrices": 2 * matrices,
        "Frozen, not matrices": 2 * (6_738_415_616 - matrices),
        "Adapters: weights": 4000,
        "Adapters: gradients": 4000,
        "Adapters: moments": 8000,
    }
    assert state("fp32")["Frozen, not matrices"] == 4 * (6_738_415_616 - matrices)
    assert state("fp16")["Frozen, not matrices"] == 2 * (6_738_415_616 - matrices)
    # Half a byte, a scale for 64 numbers, and 4 bytes for 16,384.
    nf4 = matrices // 2 + matrices // 64 + 4 * (matrices // 16384)
    assert matrices % 16384 == 0
    assert state("nf4")["Frozen matrices"] == nf4
    assert state("nf4")["Frozen, not matrices"] == 2 * (6_738_415_616 - matrices)


def test_full_takes_more_than_lora_and_lora_more_than_qlora():
    def total(terms):
        return sum(int(term.size) for term in terms)

    for trainable in (1, 10**6, 10**8):
        full = total(training_state(LLAMA.parameters))
        lora = total(adapter_state(LLAMA, trainable))
        qlora = total(adapter_state(LLAMA, trainable, "nf4"))
        assert full > lora > qlora
    # Report A16: base 14 GB and 0.64 GB for 40 million; QLoRA's base is about 3.5 to 4 GB.
    assert f"{total(adapter_state(LLAMA, 40_000_000)) / 1e9:.1f}" == "14.1"
    assert f"{(total(adapter_state(LLAMA, 40_000_000, 'nf4'))) / 1e9:.1f}" == "4.5"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lora_parameters(LLAMA, 0), "rank must be a whole number of at least 1, not 0"),
        (lambda: lora_parameters(LLAMA, 1, ["gates"]), "unknown projection 'gates'; did you mean"),
        (lambda: lora_parameters(LLAMA, 1, "query"), "must be a list of names, not 'query'"),
        (lambda: lora_parameters(LLAMA, 1, []), "projections must be a list of names"),
        (lambda: adapter_state(LLAMA, 0), "trainable must be a whole number of at least 1"),
        (lambda: adapter_state(LLAMA, 1, "nf5"), "unknown dtype 'nf5'"),
        (lambda: lora_parameters(published("GPT-2"), 1, ["gate"]), "unknown projection 'gate'"),
        (lambda: lora_parameters(published("Mixtral-8x7B"), 1), "Mixtral-8x7B has experts"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
