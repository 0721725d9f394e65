"""The catalogue of published numbers against their sources, and what it refuses."""

from datetime import date

import pytest

from gpumath import fact, facts
from gpumath.facts import read_facts
from gpumath.quantities import (
    Bytes,
    BytesPerSecond,
    Dollars,
    GpuHours,
    Gpus,
    Ratio,
    Tokens,
    TokensPerSecond,
    quantity,
)

# Copied by hand from the sources, in base units.
PUBLISHED = {
    # Tables 1 and 2 of the Llama 2 paper: 2.0T tokens for each model.
    "Llama-2-7B: training tokens": Tokens(2_000_000_000_000),
    "Llama-2-7B: training": GpuHours(184_320),
    "Llama-2-13B: training tokens": Tokens(2_000_000_000_000),
    "Llama-2-13B: training": GpuHours(368_640),
    "Llama-2-70B: training tokens": Tokens(2_000_000_000_000),
    "Llama-2-70B: training": GpuHours(1_720_320),
    # The model card of Llama 3.1: 1.46M, 7.0M, 30.84M hours; 15T+ tokens. The paper: 15.6T.
    "Llama-3.1-8B: training tokens": Tokens(15_000_000_000_000),
    "Llama-3.1-8B: training": GpuHours(1_460_000),
    "Llama-3.1-70B: training tokens": Tokens(15_000_000_000_000),
    "Llama-3.1-70B: training": GpuHours(7_000_000),
    "Llama-3.1-405B: training tokens": Tokens(15_600_000_000_000),
    "Llama-3.1-405B: training": GpuHours(30_840_000),
    # The DeepSeek-V3 paper: 14.8T tokens, 2788K hours at $2.
    "DeepSeek-V3: training tokens": Tokens(14_800_000_000_000),
    "DeepSeek-V3: training": GpuHours(2_788_000),
    "DeepSeek-V3: price of a GPU-hour": Dollars(2),
    # DeepSeek's overview: 226.75 × 8 GPUs; 608B tokens in, 342B of them (56.3 %) cached; 168B out.
    "DeepSeek service: GPUs": Gpus(1814),
    "DeepSeek service: tokens read in a day": Tokens(608_000_000_000),
    "DeepSeek service: of these from a cache": Tokens(342_000_000_000),
    "DeepSeek service: tokens written in a day": Tokens(168_000_000_000),
    "OpenAI: computing for research in 2024": Dollars(5_000_000_000),
    "OpenAI: computing for inference in 2024": Dollars(2_000_000_000),
    "NVIDIA: inference in its data-centre revenue": Ratio(0.4),
    "Google: inference in its energy for machine learning": Ratio(3 / 5),
    "Meta: inference in its power for AI": Ratio(70 / (10 + 20 + 70)),
    "NVIDIA: inference in its customers' work, at least": Ratio(0.8),
    "AWS: inference in demand for machine learning": Ratio(0.9),
    "gpt-fast: Llama-2-7B": TokensPerSecond(104.9),
    "gpt-fast: Llama-3.1-8B": TokensPerSecond(93.89),
    "vLLM: KV cache of Llama-3.1-8B": Bytes(92_116_311_080),  # 85.79 × 1,073,741,824 = …080.96
    "vLLM: tokens in that cache": Tokens(702_800),
}


def test_every_fact_is_checked_here():
    assert facts().keys() == PUBLISHED.keys()
    assert all(each is fact(name) and each.name == name for name, each in facts().items())


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_fact_has_its_value_its_dimension_a_source_and_a_date(name):
    each = fact(name)
    assert type(each.value) is type(PUBLISHED[name])
    assert each.value == PUBLISHED[name]
    assert each.source
    assert each.checked == date(2026, 12, 1)


def test_deepseek_s_day_is_43_536_gpu_hours():
    # Its cost of 87,072 dollars at 2 dollars for an hour of one GPU.
    day = GpuHours(int(fact("DeepSeek service: GPUs").value) * 24)
    assert day == 43_536
    assert float(day) * float(fact("DeepSeek-V3: price of a GPU-hour").value) == 87_072


GOOD = """
["X: speed"]
value = 2.5
unit = "GB/s"
source = "a paper"
checked = 2026-12-01
"""


def test_an_entry_is_read():
    each = read_facts(GOOD)["X: speed"]
    assert (each.value, each.source) == (BytesPerSecond(2_500_000_000), "a paper")


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        ('source = "a paper"', "", "fact 'X: speed' lacks source"),
        ('source = "a paper"', 'source = " "', "source must say where"),
        ("checked = 2026-12-01", "", "fact 'X: speed' lacks checked"),
        ("checked = 2026-12-01", 'checked = "today"', "checked must be a date, not 'today'"),
        ("value = 2.5", "", "fact 'X: speed' lacks value"),
        ("value = 2.5", 'value = "2.5"', "fact 'X: speed': number must be a finite number"),
        ("value = 2.5", "value = -2.5", "fact 'X: speed': number must be a finite number above 0"),
        ('unit = "GB/s"', "", "fact 'X: speed' lacks unit"),
        ('unit = "GB/s"', 'unit = "GBs"', "fact 'X: speed': unknown unit 'GBs'; did you mean"),
        ('unit = "GB/s"', 'unit = "GPUs"', "fact 'X: speed': GPUs must be a whole number, not 2.5"),
        ('unit = "GB/s"', 'unit = "GB/s"\nerror = 1', "has unknown fields: error"),
    ],
)
def test_a_bad_entry_is_refused_by_name(line, instead, message):
    assert line in GOOD
    with pytest.raises(ValueError, match=message):
        read_facts(GOOD.replace(line, instead))


def test_an_unknown_fact_is_refused_with_a_near_name():
    with pytest.raises(ValueError, match="unknown fact 'DeepSeek-V3: train'; did you mean 'DeepS"):
        fact("DeepSeek-V3: train")


@pytest.mark.parametrize(
    ("number", "unit", "value"),
    [
        (15.6, "trillion tokens", Tokens(15_600_000_000_000)),
        (1.1, "kB", Bytes(1100)),  # 1.1 × 1,000 in binary is more than 1,100
        (0.3333, "kB", Bytes(333)),  # rounded down to whole bytes
        (1814, "GPUs", Gpus(1814)),
        (0.1, "%", Ratio(0.001)),
    ],
)
def test_so_many_of_a_unit(number, unit, value):
    assert type(quantity(number, unit)) is type(value)
    assert quantity(number, unit) == value


@pytest.mark.parametrize(
    ("number", "unit"), [(0.5, "GPUs"), (0, "W"), (-1, "W"), (float("nan"), "W"), (1, "")]
)
def test_what_is_no_quantity_is_refused(number, unit):
    with pytest.raises(ValueError, match=r"must be|unknown unit ''"):
        quantity(number, unit)
