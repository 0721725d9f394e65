"""What the pages say in words must hold for the figures beside it.

The lesson's claims stand in docs/lessons/claims.toml; what pages say in passing stands here.
"""

from pathlib import Path

import pytest

from figures.claims import read_claims
from figures.expressions import evaluate, parse_condition
from figures.snippets import Snippets
from gpumath import kv_cache, published, weights

S = Snippets(Path("snippets"))
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
    "the flagship leads per watt in bandwidth and in arithmetic": lambda: (
        S["hardware"].b200
        == max(S["per_watt"].rows, key=lambda gpu: gpu.bandwidth_per_watt)
        == max(S["per_watt"].rows, key=lambda gpu: gpu.peak_per_watt)
    ),
    "only the large card has NVLink": lambda: (
        S["hardware"].h100.interconnect is not None and S["hardware"].l4.interconnect is None
    ),
    "DeepSeek-V3 is by far the largest model": lambda: all(
        published("DeepSeek-V3").parameters > 10 * model.parameters
        for model in S["caches"].models
        if model.name != "DeepSeek-V3"
    ),
    "an H200 has an H100's flat roof and a higher slope": lambda: (
        S["roofs"].parts[0].peak == S["roofs"].parts[1].peak
        and S["roofs"].parts[0].bandwidth < S["roofs"].parts[1].bandwidth
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
    "the measured peak has no gradients yet, and is above the rough bill": lambda: (
        "gradients" not in {term.kind for term in S["rough_and_exact"].exact.terms}
        and S["rough_and_exact"].exact.total > S["rough_and_exact"].rough.total
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
    "four L40S have hardly any room left, and their logits take more": lambda: (
        0
        < S["fits_by_count"].usable[1] - S["shared_bills"].least.total
        < 12 * 128_256 * 2 * S["fits_by_count"].lesson.SEQ_LEN  # two sequences at the loss
    ),
    "sixteen GPUs are more than there are sequences": lambda: (
        max(S["fits_by_count"].counts) == 16 > S["fits_by_count"].lesson.BATCH
    ),
    "the pages leave the same margin": lambda: S["fits_by_count"].margin == S["counted"].margin,
    "over a network prefill's exchange takes several times as long as its arithmetic": lambda: (
        S["served_links"].prefill["network"] > 3 * S["served_links"].prefill["alone"]
    ),
    "a large step is of the order of two million tokens": lambda: (
        1.5e6 < S["accumulate"].tokens < 2.5e6
    ),
    "the network of the exchange is the one in the picture": lambda: (
        S["exchange"].machine == S["link_limit"].machine
        and S["exchange"].sent == S["link_limit"].sent
    ),
    "an H100 PCIe has half the limit of the SXM part and does more for a watt": lambda: (
        2 * S["per_watt"].pcie.power == S["hardware"].h100.power
        and S["per_watt"].pcie.memory_per_watt > S["hardware"].h100.memory_per_watt
        and S["per_watt"].pcie.bandwidth_per_watt > S["hardware"].h100.bandwidth_per_watt
        and S["per_watt"].pcie.peak_per_watt > S["hardware"].h100.peak_per_watt
    ),
    "the flagship leads all parts in bandwidth and arithmetic for a watt, the L4 in memory": (
        lambda: (
            S["per_watt"].rows[0].name == "B200 SXM"
            and max(S["per_watt"].rows, key=lambda gpu: gpu.peak_per_watt).name == "B200 SXM"
            and S["per_watt"].most_memory.name == "L4"
        )
    ),
    "small cards have no link and no more power than a slot gives": lambda: all(
        gpu.interconnect is None and gpu.power <= 75
        for gpu in (S["thousand_watts"].l4, S["thousand_watts"].t4)
    ),
    "a T4 holds 8B weights in 8 bits, and caches of 268,435,456 B beside them": lambda: (
        S["fits"].room(S["fits"].eight, S["fits"].t4, "int8")
        == (16 * 10**9 - 8_030_261_248) // 268_435_456
    ),
    "an H100 is a year older than an L4": lambda: (
        S["hardware"].l4.released - S["hardware"].h100.released == 1
    ),
    "an L4 takes a quarter of an H100's price and about a tenth of its power": lambda: (
        S["own_service"].h100_price == 4 * S["own_service"].l4_price
        and 9 < S["own_service"].h100.power / S["own_service"].l4.power < 11
    ),
    "DeepSeek's service computed fewer tokens by then than it takes by FLOP": lambda: (
        S["lifetime"].computed < S["lifetime"].by_flop
    ),
    "the L4 is the T4's successor": lambda: S["hardware"].l4.released > S["hardware"].t4.released,
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_claim_holds(claim):
    assert CLAIMS[claim]()


FILE = read_claims(Path("docs/lessons/claims.toml"))


@pytest.mark.parametrize("name", [name for name in FILE if FILE[name].holds])
def test_the_claim_of_the_file_holds(name):
    condition = parse_condition(FILE[name].holds)
    assert evaluate(condition, {each: S[each] for each in condition.names}) is True


# What the source says, sentence by sentence, in a few of its words, and our verdict.
SAID = """
the same matrix multiplications: holds
in opposite ways: holds if narrowed
long, steady batch job: is not a number
does not care about any individual sample: is not a number
compute-bound: holds
maximum arithmetic: holds
millions of small, impatient requests: is not a number
often memory-bound: holds if narrowed
care about latency: is not a number
arrive unpredictably: is not a number
never end: is not a number
which specs to pay for: holds
keep every activation: holds if narrowed
loss, backward pass with gradients, update weights: holds
forward pass only, then an output token: holds
training buys FLOPs and interconnect: holds
large batches sit above the ridge point, so arithmetic is the limit: holds
gradients must be exchanged between GPUs every step: holds if narrowed
NVLink and the cluster network matter enormously: holds
inference buys memory capacity and bandwidth: holds
capacity sets concurrency: holds
bandwidth sets per-user speed: holds
once batching pushes you over the ridge: does not hold
per watt and per dollar matter more for inference: is not a number
because it runs forever: is not a number
usually exceeds the cost of training it: holds if narrowed
the same vendor sells both: holds
why small inference cards are sold: does not hold
accelerators aimed purely at inference: is not a number
remember the output of every layer for every sample: holds
throw each layer's output away: holds if narrowed
accounts for most of the memory gap: does not hold
cannot train a model can often serve it comfortably: holds if narrowed
two very different memory bills: holds
32 layers, hidden 4096: holds
twelve tensors of size batch × seq × hidden: does not hold
FP32 master weights, gradients and two optimizer moments: holds if narrowed
state plus activations: does not hold
there are no logits: does not hold
one layer's activations at a time: does not hold
2 × layers × KV heads: holds
weights+grads+optimizer 128, activations 52, total 180: holds
weights 16, KV + activations 2.7, total 19: holds
the ratio is the point: holds if narrowed
memory-hungry: holds
throughput-oriented: is not a number
finite: is not a number
latency-sensitive, unpredictable: is not a number
endless: is not a number
training hardware priorities: holds
memory capacity, bandwidth, efficiency: holds
keeps all activations for the backward pass: holds if narrowed
inference discards activations: holds if narrowed
80-gigabyte GPUs: holds if narrowed
halve the training batch: holds
H100s bought for training may be wasteful: holds if narrowed
several times more memory than inference: holds
often the larger lifetime cost: holds
module VI, V.03, II.03, VII.02: is not a number
""".strip().splitlines()


@pytest.mark.parametrize("line", SAID)
def test_what_the_source_says_is_in_the_file_with_its_verdict(line):
    words, verdict = line.split(": ")
    assert verdict in {claim.verdict for claim in FILE.values() if words in claim.source}


# What an expert objects to in the source, by the claim that says so.
OBJECTIONS = {
    "activations-are-not-most-of-the-gap": "does not hold",
    "tensors-per-layer-are-too-few": "does not hold",
    "logits-are-left-out": "does not hold",
    "peaks-do-not-coincide": "does not hold",
    "sixteen-bytes-are-usual": "holds if narrowed",
    "plain-division": "holds if narrowed",
    "the-flagship-does-more-for-a-watt": "does not hold",
    "keys-and-values-stay": "holds if narrowed",
    "the-ridge-is-out-of-reach": "does not hold",
    "opposite-ways": "holds if narrowed",
    "live-tensors-are-too-few-in-prefill": "does not hold",
    "a-bound-is-not-a-speed": "holds if narrowed",
    "serving-costs-more-after-three-times-the-tokens": "holds if narrowed",
    "gradients-are-exchanged": "holds if narrowed",
    "other-lessons": "is not a number",
}


@pytest.mark.parametrize("name", OBJECTIONS)
def test_what_an_expert_objects_to_is_in_the_file(name):
    assert FILE[name].verdict == OBJECTIONS[name]
