"""The runtime's arithmetic, text and errors are Python's, over tricky and random values."""

import itertools
import random
import struct
from decimal import Decimal
from pathlib import Path

import pytest
import semantics_program
from node import answer, answers

TRICKY = [
    *(
        0,
        1,
        -1,
        2,
        7,
        -7,
        10,
        2**53,
        2**53 + 1,
        -(2**53) - 1,
        2**64 - 1,
        10**22,
        10**23,
        3 * 10**400,
    ),
    *(0.0, -0.0, 0.1, 0.5, -0.5, 1.5, 2.5, -2.5, 1e16, 1e22, 1e23, 5e-324, 2.2250738585072014e-308),
    *(1.7976931348623157e308, float("inf"), float("-inf"), float("nan"), 9007199254740993.0, 1e-5),
    *(True, False),
]
SIGNS = ["+", "-", "*", "/", "//", "%", "<", "<=", ">", ">=", "==", "!=", "and", "or", "max", "<<"]
KINDS = ["plain", "m", "h"]
TEXTS = [
    "",
    "a",
    "it's",
    'say "a"',
    "both ' and \"",
    "a\tb\n\\",
    "é",
    "\x00\x7f\xa0",
    "\u2028",
    "🙂",
    "\ufffd",
]


def _random_float(chance):
    kind = chance.randrange(4)
    if kind == 0:
        return struct.unpack("d", struct.pack("Q", chance.getrandbits(63)))[0]
    if kind == 1:  # halfway between two decimals, exactly
        return chance.randrange(10**6) / 2 ** chance.randrange(1, 20)
    if kind == 2:
        return float(10 ** chance.randrange(-5, 25) * chance.choice([1, 5, 9.5, 9.9999999]))
    return chance.uniform(-1e6, 1e6)


def _random_int(chance):
    return chance.choice([1, -1]) * chance.getrandbits(chance.choice([4, 10, 53, 64, 120, 900]))


def _operations(chance):
    for sign, a, b in itertools.product(SIGNS, TRICKY, TRICKY):
        yield "operated", (sign, a, b, "plain", "plain")
    for _ in range(3000):
        values = [chance.choice([_random_int, _random_float])(chance) for _ in "ab"]
        kinds = [
            chance.choice(["plain", "m" if isinstance(value, int) else "h"]) for value in values
        ]
        yield "operated", (chance.choice(SIGNS), *values, *kinds)
    for _ in range(3000):
        yield "operated", ("/", _random_int(chance), _random_int(chance), "plain", "plain")
    for bits in range(1, 64):  # quotients among the smallest floats
        top = chance.getrandbits(bits) | 1
        yield "operated", ("/", top, 2**1074, "plain", "plain")
        yield "operated", ("/", top * 3 + 1, 3 * 2 ** (1074 + bits % 5), "plain", "plain")


def _formats(chance):
    fills, aligns, signs = ["", "*", "<", "0", "é"], ["<", ">", "^", "="], ["", "+", "-", " "]
    for _ in range(8000):
        value = chance.choice([_random_int, _random_float, _random_float])(chance)
        align = chance.choice(["", chance.choice(fills) + chance.choice(aligns)])
        width = chance.choice(["", "", "5", "012", "23"])
        group = chance.choice(["", "", ",", "_"])
        precision = chance.choice(["", ".0", ".1", ".2", ".3", ".6", ".17", ".25"])
        code = chance.choice(["", "d", "f", "F", "e", "E", "g", "G", "%", "s"])
        yield "formatted", (value, f"{align}{chance.choice(signs)}{width}{group}{precision}{code}")
    for text, spec in itertools.product(
        TEXTS, ["", "5", "<5", ">5", "^6s", "*^7", ".1", "05", "+", "=5", ",", "d", "q!"]
    ):
        yield "formatted", (text, spec)
    for value in TRICKY:
        for spec in [
            "",
            "d",
            ",",
            ".0f",
            ".1f",
            ".3g",
            "e",
            "%",
            "010,",
            "010,.2f",
            ".3",
            "g",
            "_d",
        ]:
            yield "formatted", (value, spec)
            yield "formatted", (-value, spec)


def _conversions(chance):
    for value in [*TRICKY, *(_random_float(chance) for _ in range(3000))]:
        yield "converted", (value,)
    for a, b in itertools.product([0, 1, -3, 2**70, 10], [0, 1, 5, 70]):
        yield "powered", (a, b)


def _library(chance):
    for _ in range(500):
        a, b = _random_int(chance) or 1, chance.choice([_random_int, _random_float])(chance) or 1
        text = chance.choice(["1", "0.9", "-2.75", "1e3", "12.5e-7", str(chance.random())])
        yield "fraction", (a, b, text)
    for _ in range(500):
        rows = [f"{chance.uniform(0, 1e21) * 1.1 + 1 / 3:.9f}{chance.randrange(99)}" for _ in "abc"]
        total = sum(map(Decimal, rows))  # rounded to 28 digits, so that it often is not exact
        yield "decimals", ([chance.choice([f"{total}", f"{total:.0f}"]), *rows],)
    yield "decimals", (["0.3", "0.1", "0.2"],)
    words = [
        "H100 SXM",
        "H100 PCIe",
        "bf16",
        "fp16",
        "größe",
        "🙂x",
        "\uffffx",
        "",
        "x" * 250,
        "ab" * 150,
    ]
    for _ in range(1500):
        letters = [*chance.choice(words)]
        for _ in range(chance.randrange(4)):
            letters.insert(chance.randrange(len(letters) + 1), chance.choice("abx1 "))
        names = [*chance.choices(words, k=5), "".join(chance.choices("abx1", k=300))]
        yield "close", ("".join(letters), names, chance.choice([1, 3]))
    for a, b in itertools.product([*TEXTS, "\uffff", "ß "], repeat=2):
        yield "compared_texts", (a, b)


def _language(_):
    yield from (("language", (case,)) for case in range(31))
    yield from (("call", (case,)) for case in range(21))


@pytest.mark.parametrize("inputs", [_operations, _formats, _conversions, _library, _language])
def test_javascript_answers_as_python(tmp_path, inputs):
    drawn = list(inputs(random.Random(7)))
    names = dict.fromkeys(f"semantics_program.{name}" for name, _ in drawn)
    program = Path(semantics_program.__file__).parent
    found = answers(tmp_path, program, names, drawn)
    expected = [answer(getattr(semantics_program, name), args) for name, args in drawn]
    different = [
        f"{name}{args}\n  Python:     {ours}\n  JavaScript: {theirs}"
        for (name, args), ours, theirs in zip(drawn, expected, found, strict=True)
        if ours != theirs
    ]
    assert not different, f"{len(different)} of {len(drawn)} differ\n" + "\n".join(different[:20])
