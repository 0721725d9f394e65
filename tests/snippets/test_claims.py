"""What the pages say in words must hold for the figures beside it.

The lesson's claims stand in docs/lessons/claims.toml; what pages say in passing stands here.
"""

from pathlib import Path

import pytest

from figures.claims import read_claims
from figures.expressions import evaluate, parse_condition
from figures.snippets import Snippets
from gpumath import Recipe, kv_cache, peak_of, published, training_step, weights

S = Snippets(Path("snippets"))
BF16 = Recipe(implementation="Hugging Face bf16")
CHECKPOINTS = Recipe(implementation="Hugging Face bf16", checkpointed=True)
CLAIMS = {
    "activations are not most of the gap": lambda: (
        S["gap"].state > S["gap"].activations and S["gap"].activations / S["gap"].total < 0.5
    ),
    "moments are the largest share": lambda: S["gap_chart"].largest.kind == "optimizer_state",
    "the KV cache makes the gap smaller": lambda: S["gap"].kv_cache < 0,
    "activations do not outweigh the state here": lambda: (
        S["step"].training_tokens < S["gap"].crossing
    ),
    "checkpointing keeps fewer bytes": lambda: S["gap"].checkpointed < S["footprint"].activations,
    "the card cannot hold the state": lambda: S["footprint"].state > S["gpus"].card.memory,
    "the card serves comfortably": lambda: S["serving"].large_filled < 0.5,
    "the small card holds the inference bill": lambda: S["serving"].small_filled < 1,
    "the T4 does not": lambda: S["footprint"].inference.total > S["hardware"].t4.memory,
    "training needs several GPUs, inference one": lambda: (
        S["gpus"].training_gpus > S["gpus"].inference_gpus == 1
    ),
    "the batch does not split evenly over the count by capacity": lambda: (
        S["gpus"].even_gpus > S["gpus"].training_gpus
    ),
    "half the batch is too tight": lambda: 0.9 < S["halved"].each / S["gpus"].card.memory <= 1,
    "a training step is above the ridge, a decode step below": lambda: (
        S["step"].training_intensity > S["step"].h100.ridge_point > S["step"].decode_intensity
    ),
    "decode at this length never reaches the ridge": lambda: (
        S["concurrency"].largest_intensity < S["concurrency"].card.ridge_point
    ),
    "the flagship leads per watt in both columns": lambda: (
        S["hardware"].b200
        == max(S["watts"].parts, key=lambda gpu: gpu.bandwidth_per_watt)
        == max(S["watts"].parts, key=lambda gpu: gpu.peak_per_watt)
    ),
    "only the large card has NVLink": lambda: (
        S["hardware"].h100.interconnect is not None and S["hardware"].l4.interconnect is None
    ),
    "grouped queries make the cache a quarter": lambda: (
        S["caches"].token["Llama-2-7B"] == 4 * S["caches"].token["Llama-3.1-8B"]
    ),
    "DeepSeek-V3 is by far the largest model": lambda: all(
        published("DeepSeek-V3").parameters > 10 * model.parameters
        for model in S["caches"].models
        if model.name != "DeepSeek-V3"
    ),
    "an 8-bit cache doubles the count, 8-bit weights add little": lambda: (
        S["fp8_cache"].cache // 2 == S["fp8_cache"].plain
        and S["fp8_cache"].both < S["fp8_cache"].cache * 11 // 10
    ),
    "an H200 has an H100's flat roof and a higher slope": lambda: (
        S["roofs"].parts[0].peak == S["roofs"].parts[1].peak
        and S["roofs"].parts[0].bandwidth < S["roofs"].parts[1].bandwidth
    ),
    "an L4's corner is further to the right than an H100's": lambda: (
        S["roofs"].parts[-1].ridge_point > S["roofs"].parts[0].ridge_point
    ),
    "a training step of one sequence is beyond the corner, and so are four short prompts": lambda: (
        S["roofs"].parts[0].ridge_point < S["roofs"].prefill[4] < S["roofs"].training[1]
    ),
    "four times the conversations move decode by little at the end": lambda: (
        S["roofs"].decode[256] < 2 * S["roofs"].decode[64]
    ),
    "256 conversations are more than an H100 holds": lambda: (
        weights(S["roofs"].llama.parameters, "bf16") + kv_cache(S["roofs"].llama, 256, 2048, "bf16")
        > S["roofs"].parts[0].memory
    ),
    "published runs use between a half and three quarters of the bandwidth": lambda: (
        0.5 < S["single_stream"].least < S["single_stream"].most < 0.75
    ),
    "the measured peak has no gradients yet, and is above the rough bill": lambda: (
        "gradients" not in {term.kind for term in S["rough_and_exact"].exact.terms}
        and S["rough_and_exact"].exact.total > S["rough_and_exact"].rough.total
    ),
    "checkpoints alone divide the ratio by more than two": lambda: (
        peak_of(training_step(S["exact"].llama, BF16, 8, 2048)).total
        > 2 * peak_of(training_step(S["exact"].llama, CHECKPOINTS, 8, 2048)).total
    ),
    "exact counts are equal in training, rough ones too low, and nearest with few activations": (
        lambda: (
            all(
                case.rough < case.measured
                and (case.lane == "inference") == (case.exact != case.measured)
                for case in S["predicted"].cases
            )
            and {
                case.label
                for case in sorted(S["predicted"].cases, key=lambda c: -c.rough / c.measured)[:3]
            }
            == {"Autocast, checkpoints", "BF16, prefill", "BF16, checkpoints"}
        )
    ),
    "the L4 is the T4's successor": lambda: S["hardware"].l4.released > S["hardware"].t4.released,
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_claim_holds(claim):
    assert CLAIMS[claim]()


FILE = read_claims(Path("docs/lessons/claims.toml"))


def test_there_are_claims():
    assert len(FILE) > 20


@pytest.mark.parametrize("name", FILE)
def test_the_claim_of_the_file_holds(name):
    condition = parse_condition(FILE[name].holds)
    assert evaluate(condition, {each: S[each] for each in condition.names}) is True
