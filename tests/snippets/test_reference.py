"""The tables of the reference, compared with what the models and parts are known to be."""

import subprocess
import sys

import pytest


def rows(name):
    """The rows of a printed table, by the first cell."""
    done = subprocess.run(
        [sys.executable, f"snippets/{name}.py"], capture_output=True, encoding="utf-8", check=True
    )
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.split("\n")
    ]
    return {first: rest for first, *rest in cells}


# From the models' published configurations, as facts about them are collected outside this code.
SHAPES = {
    "Llama-3.1-8B": "32 4,096 32 8 128 14,336 128,256",
    "Llama-3.1-405B": "126 16,384 128 8 128 53,248 128,256",
    "Qwen2.5-7B": "28 3,584 28 4 128 18,944 152,064",
    "Gemma-2-9B": "42 3,584 16 8 256 14,336 256,000",
    "GPT-2": "12 768 12 12 64 3,072 50,257",
    "DeepSeek-V3": "61 7,168 128 – – 256 of 2,048 129,280",
    "Mixtral-8x7B": "32 4,096 32 8 128 8 of 14,336 32,000",
}


@pytest.mark.parametrize(("model", "shape"), SHAPES.items())
def test_shapes(model, shape):
    printed = rows("model_shapes")
    assert " ".join(printed[model]) == shape
    assert printed["model"][:3] == ["layers", "hidden", "heads"]


# Parameters as published; caches of a token from the formula by hand and from arXiv 2505.09343.
SIZES = {
    "Llama-3.1-8B": ["GQA", "8,030,261,248", "all", "16.1 GB", "131,072 B"],
    "Llama-2-7B": ["MHA", "6,738,415,616", "all", "13.5 GB", "524,288 B"],
    "Gemma-2-9B": [
        "GQA, 21 layers windowed at 4,096",
        "9,241,705,984",
        "all",
        "18.5 GB",
        "344,064 B",
    ],
    "DeepSeek-V3": ["MLA", "671,026,419,200", "37,552,297,472", "1,342.1 GB", "70,272 B"],
}


@pytest.mark.parametrize(("model", "sizes"), SIZES.items())
def test_sizes(model, sizes):
    assert rows("model_sizes")[model] == sizes


# From the makers' data sheets; what the driver reports from Modal's table: 81,559 MiB are 85.5 GB.
SPECS = {
    "H100 SXM": ["2022", "80.0 GB", "85.5 GB", "3,350 GB/s", "700 W", "900 GB/s"],
    "B200 SXM": ["2024", "180.0 GB", "192.3 GB", "8,000 GB/s", "1,000 W", "1,800 GB/s"],
    "L4": ["2023", "24.0 GB", "24.2 GB", "300 GB/s", "72 W", "–"],
    "MI300X": ["2023", "192.0 GB", "–", "5,300 GB/s", "750 W", "896 GB/s"],
    "TPU v5e": ["2023", "17.2 GB", "–", "819 GB/s", "–", "400 GB/s"],
}


@pytest.mark.parametrize(("part", "specs"), SPECS.items())
def test_specs(part, specs):
    assert rows("part_specs")[part] == specs


# Dense: half of the sparse peaks that makers print, such as 3,958 TFLOP/s in FP8 for the H100.
PEAKS = {
    "H100 SXM": ["989.4", "989.4", "1,978.9", "1,978.9", "–", "494.7", "295 FLOP/B"],
    "T4": ["–", "65", "–", "130", "260", "–", "203 FLOP/B"],
    "A100 80 GB SXM": ["312", "312", "–", "624", "1,248", "156", "153 FLOP/B"],
    "L40S": ["362", "362", "733", "733", "–", "183", "419 FLOP/B"],
}


@pytest.mark.parametrize(("part", "peaks"), PEAKS.items())
def test_peaks(part, peaks):
    printed = rows("part_peaks")
    assert printed[part] == peaks
    assert printed["TFLOP/s"] == ["BF16", "FP16", "FP8", "INT8", "INT4", "TF32", "ridge point"]


def test_every_model_and_part_is_in_both_tables_and_among_the_sources():
    for tables, listed in (
        (("model_shapes", "model_sizes"), "model_sources"),
        (("part_specs", "part_peaks"), "part_sources"),
    ):
        first, second = (list(rows(table))[2:-1] for table in tables)
        assert first == second and len(first) >= 18
        assert [line.split(":")[0][2:] for line in rows(listed)][:-1] == first
