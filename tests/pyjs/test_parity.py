"""gpumath answers in JavaScript what it answers in Python: the same bytes, texts and messages."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import parity_program
import pytest
from node import SOURCE, answer, answers

import gpumath
from gpumath.memory.kept import IMPLEMENTATIONS
from gpumath.parts.network import networks
from gpumath.parts.part import parts
from pyjs import toml_of

INPUTS = 3000
ODD = [0, -1, 1e99, "eight", 2.5, 3.0, True, None, float("nan"), float("inf"), 10**400, 7, ""]
DTYPES = ["bf16", "fp16", "fp32", "fp8", "int8", "int4", "q4_0", "q8_0", "nf4"]


class Draw:
    """Inputs by chance, a few of them bad."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def sometimes(self, one_in, odd, plain):
        return self.random.choice(odd) if self.random.randrange(one_in) == 0 else plain

    def choice(self, values):
        return self.random.choice(list(values))

    def count(self, most):
        value = self.choice([1, 2, 8, 16, self.random.randint(1, most), most])
        return self.sometimes(40, ODD, value)

    def length(self):
        return self.count(self.choice([512, 2048, 4096, 131072]))

    def flag(self):
        return self.sometimes(60, ODD, self.random.random() < 0.5)

    def name(self, values, most_wrong=30):
        wrong = ["", "H100", "Lama-3.1-8B", "bf 16", "x" * 300, 'it\'s "odd"\n', "größe 🙂", 5]
        return self.sometimes(most_wrong, wrong, self.choice(values))

    def dtype(self):
        return self.name(DTYPES, 60)

    def model(self):
        if self.random.random() < 0.5:
            return self.name(gpumath.published_models())
        latent, mixed = self.random.random() < 0.2, self.random.random() < 0.25
        heads, head_dim = self.choice([1, 2, 8, 12, 32, 64]), self.choice([1, 64, 80, 128])
        layers, hidden = self.random.randint(1, 90), self.choice([8, 768, 4096, 5120, 16384])
        window = self.choice([0, 0, 0, 1024])
        sizes = {"layers": layers, "hidden": self.sometimes(60, ODD, hidden)}
        architecture = self.random.random() < 0.85
        if architecture:
            sizes |= {
                "mlp_width": self.count(60_000),
                "vocab": self.count(150_000),
                "tied": self.flag(),
                "gated": self.sometimes(4, [False], True),
                "mlp_bias": self.flag(),
                "norm": self.sometimes(5, ["layer", "rm"], "rms"),
                "norms_per_layer": self.sometimes(6, [1, 4], 2),
                "learned_positions": self.sometimes(6, [1024, 10**6], 0),
            }
        else:
            sizes |= {"parameters": self.count(10**12)}
        plain = {
            "heads": self.sometimes(50, ODD, heads),
            "kv_heads": self.choice([heads, 1, max(1, heads // 4)]),
            "head_dim": head_dim,
            "input_bias": self.flag(),
            "output_bias": self.flag(),
            "head_norms": self.sometimes(8, [True], False),
            "windowed_layers": layers // 2 if window else 0,
            "window": window,
        }
        names = ["heads", "query_rank", "latent", "content_dim", "rotary_dim", "value_dim"]
        experts = {"count": self.count(64), "active": self.count(8), "width": self.count(4096)}
        return {
            "architecture": architecture,
            "kind": "latent" if latent else "plain",
            "attention": {name: self.count(128) for name in names} if latent else plain,
            "experts": {**experts, "router_bias": self.flag()} if mixed and architecture else {},
            "sizes": sizes,
        }


def calls(draw: Draw) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Endless calls of all functions of the program by turns."""
    stages, implementations = [0, 1, 2, 3], list(IMPLEMENTATIONS)
    conventions, machines = list(gpumath.CONVENTIONS), list(networks())
    while True:
        model, name = draw.model(), draw.name(parts(), 20)
        batch, length, tensors = draw.count(512), draw.length(), draw.count(20)
        convention, how = draw.name(conventions), draw.name(implementations)
        stage, budget = draw.sometimes(20, [4, *ODD], draw.choice(stages)), draw.count(10**12)
        margin = draw.choice([0, 10**9, draw.count(10**10)])
        counts = draw.choice([[1, 2, 4, 8], [8, 16, 64], [], [2, 1], [3, 5, "six"], [1]])
        two = draw.dtype(), draw.dtype()
        choice = draw.flag(), draw.flag()
        rates = [draw.sometimes(20, ODD, rate) for rate in (989.4e12, 3.35e12)]
        simple = draw.choice(gpumath.published_models()) if draw.flag() else model
        yield "weights_of", (model, draw.dtype())
        yield "cache", (model, batch, length, two[0], budget)
        yield "training", (model, batch, length, tensors, two[0], convention)
        yield "inference", (model, batch, length, tensors, *two, draw.choice([None, "fp8"]))
        yield "step", (simple, how, *choice, draw.name(["fused", "foreach", "loop"]), batch, length)
        yield "serving", (simple, how, batch, length, draw.name(["last", "all"]))
        yield "sharded", (model, batch, length, tensors, draw.count(16), stage, convention)
        yield "needed", (model, name, margin, batch, length, tensors, stage, counts)
        fraction = draw.sometimes(9, [1.5, *ODD], draw.choice([0.9, 0.05, 1, 1 / 3]))
        yield "tensor_needed", (model, name, fraction, draw.choice([0, 0, 10**9, budget]), counts)
        yield "budget", (name, margin, budget, draw.count(10**10), draw.choice([0, 10**9]))
        yield "work", (model, batch, length, *two, *choice, rates)
        yield "ridge", (model, name, length, draw.name(["bf16", "fp16", "fp8"]), two[0], *choice)
        yield "catalogues", (draw.name(gpumath.facts()), draw.name(machines))


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    folder, program = tmp_path_factory.mktemp("run"), tmp_path_factory.mktemp("program")
    (program / "gpumath").symlink_to(SOURCE / "gpumath")
    text = Path(parity_program.__file__).read_text(encoding="utf-8")
    (program / "parity_program.py").write_text(text, encoding="utf-8")
    endless = calls(Draw(20261201))
    inputs = [next(endless) for _ in range(INPUTS)]
    names = dict.fromkeys(f"parity_program.{name}" for name, _ in inputs)
    found = answers(folder, program, names, inputs, toml_of(SOURCE, "gpumath"))
    expected = [answer(getattr(parity_program, name), args) for name, args in inputs]
    return list(zip(inputs, expected, found, strict=True))


def test_every_answer_is_the_same(compared):
    different = [each for each in compared if each[1] != each[2]]
    for (name, args), expected, found in different[:5]:
        print(f"{name}{args}\n  Python:     {expected}\n  JavaScript: {found}", file=sys.stderr)
    assert not different, f"{len(different)} of {len(compared)} differ"


def test_the_inputs_are_of_all_kinds(compared):
    names = {name for (name, _), _, _ in compared}
    answered = {name for (name, _), expected, _ in compared if "Error: " not in expected[:30]}
    assert answered == names
    refused = [expected for _, expected, _ in compared if "Error: " in expected[:30]]
    assert len(compared) / 5 < len(refused) < len(compared) * 3 / 5
    assert len({text.split(" ")[1] for text in refused}) > 20
