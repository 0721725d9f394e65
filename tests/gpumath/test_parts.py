"""The catalogue of parts against the makers' data sheets, and what it refuses."""

import pytest

from gpumath import part, read_time
from gpumath.parts.part import read_catalogue

# Marketed GB, TB/s, dense 16-bit TFLOP/s, W: copied from the data sheets, sparse peaks halved.
DATA_SHEETS = {
    "T4": (16, 0.320, 65, 70),
    "L4": (24, 0.300, 121, 72),
    "H100 SXM": (80, 3.35, 989.4, 700),
    "B200 SXM": (180, 8.0, 2250, 1000),
}


@pytest.mark.parametrize(("name", "values"), DATA_SHEETS.items())
def test_values(name, values):
    gpu = part(name)
    memory_gb, bandwidth_tb, peak_tflop, power_w = values
    assert gpu.memory == memory_gb * 10**9
    assert float(gpu.bandwidth) == pytest.approx(bandwidth_tb * 1e12, rel=1e-12)
    assert float(gpu.peak) == pytest.approx(peak_tflop * 1e12, rel=1e-12)
    assert gpu.power == power_w
    assert gpu.source
    assert gpu.checked.year >= 2026


@pytest.mark.parametrize(("name", "ridge"), [("H100 SXM", 295), ("B200 SXM", 281), ("L4", 403)])
def test_ridge_points(name, ridge):
    assert round(part(name).ridge_point) == ridge


def test_per_watt():
    assert f"{part('B200 SXM').bandwidth_per_watt:.1f GB/s per W}" == "8.0 GB/s per W"
    assert f"{part('L4').bandwidth_per_watt:.1f GB/s per W}" == "4.2 GB/s per W"


def test_the_t4_has_no_bf16():
    assert part("T4").peak_dtype == "fp16"


def test_reading_16_gb_takes_an_h100_4_8_ms():
    assert f"{read_time(16e9, part('H100 SXM').bandwidth):.1f ms}" == "4.8 ms"


GOOD = """
["X1"]
released = 2020
memory_gb = 80
bandwidth_gb_per_s = 2000
peak_tflop_per_s = 300
peak_dtype = "bf16"
dense = true
power_w = 400
source = "a data sheet"
checked = 2026-12-01
"""


def test_a_whole_entry_is_read():
    assert read_catalogue(GOOD)["X1"].ridge_point == 150


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        ('source = "a data sheet"', "", "part 'X1' lacks source"),
        ('source = "a data sheet"', 'source = ""', "part 'X1' lacks source"),
        ("checked = 2026-12-01", "", "part 'X1' lacks checked"),
        (
            "checked = 2026-12-01",
            'checked = "today"',
            "checked must be a date, not 'today'",
        ),
        ("dense = true", "", "part 'X1' lacks dense"),
        ("dense = true", "dense = 1", "dense must be true"),
        ("dense = true", "dense = true\nwatts = 3", "unknown fields: watts"),
        (
            "memory_gb = 80",
            "memory_gb = -80",
            "memory_gb of part 'X1' must be a whole number",
        ),
        (
            "power_w = 400",
            "power_w = nan",
            "power_w of part 'X1' must be a finite number",
        ),
        ("released = 2020", 'released = "soon"', "released of part 'X1' must be a whole number"),
        ("released = 2020", "released = true", "released of part 'X1' must be a whole number"),
        ('source = "a data sheet"', "source = 5", "source must say where"),
        ('source = "a data sheet"', 'source = "  "', "source must say where"),
        ("checked = 2026-12-01", "checked = 2026-12-01T10:00:00Z", "checked must be a date"),
        ("memory_gb = 80", "memory_gb = 80.5", "memory_gb of part 'X1' must be a whole number"),
        ('peak_dtype = "bf16"', 'peak_dtype = "fp4"', "unknown dtype 'fp4'"),
    ],
)
def test_a_bad_entry_is_refused_by_name(line, instead, message):
    assert line in GOOD
    with pytest.raises(ValueError, match=message):
        read_catalogue(GOOD.replace(line, instead))


def test_a_part_is_a_table():
    with pytest.raises(ValueError, match="part 'X1' must be a table of fields, not 3"):
        read_catalogue("X1 = 3")


def test_interconnect_and_release():
    # NVLink, both directions together; the inference cards have none.
    assert part("H100 SXM").interconnect == 900 * 10**9
    assert part("B200 SXM").interconnect == 1800 * 10**9
    assert part("L4").interconnect is part("T4").interconnect is None
    released = {name: part(name).released for name in DATA_SHEETS}
    assert released == {"T4": 2018, "L4": 2023, "H100 SXM": 2022, "B200 SXM": 2024}


def test_arithmetic_per_watt():
    assert f"{part('L4').peak_per_watt:.2f TFLOP/s per W}" == "1.68 TFLOP/s per W"


def test_an_unknown_part_is_refused_with_a_near_name():
    with pytest.raises(ValueError, match="unknown part 'H100'; did you mean 'H100 SXM'"):
        part("H100")
