"""The catalogue of parts against the makers' data sheets, and what it refuses."""

from datetime import date

import pytest

from gpumath import part, read_time
from gpumath.parts.part import parts, read_catalogue
from gpumath.quantities import Bytes, BytesPerSecond, FlopPerSecond, Watts

# Copied by hand from the data sheets, sparse peaks halved. The columns: year, marketed GB, MiB that
# the driver reports, TB/s of memory, W, GB/s between GPUs. TPUs are sold in GiB and have no figure
# of their power.
SHEETS = {
    "T4": (2018, 16, 15_360, 0.320, 70, None),
    "L4": (2023, 24, 23_034, 0.300, 72, None),
    "L40S": (2023, 48, 46_068, 0.864, 350, None),
    "A100 40 GB SXM": (2020, 40, 40_960, 1.555, 400, 600),
    "A100 80 GB SXM": (2020, 80, 81_920, 2.039, 400, 600),
    "A100 80 GB PCIe": (2021, 80, 81_920, 1.935, 300, 600),
    "H100 SXM": (2022, 80, 81_559, 3.35, 700, 900),
    "H100 PCIe": (2022, 80, 81_559, 2.0, 350, 600),
    "H200 SXM": (2024, 141, 143_771, 4.8, 700, 900),
    "B200 SXM": (2024, 180, 183_359, 8.0, 1000, 1800),
    "GB200": (2024, 186, None, 8.0, 1200, 1800),
    "MI300X": (2023, 192, None, 5.3, 750, 896),
    "MI355X": (2025, 288, None, 8.0, 1400, None),
    "RTX 4090": (2022, 24, None, 1.008, 450, None),
    "RTX 5090": (2025, 32, None, 1.792, 575, None),
}
# Year, GiB, TB/s of memory, GB/s between chips.
TPU_SHEETS = {
    "TPU v5e": (2023, 16, 0.819, 400),
    "TPU v5p": (2023, 95, 2.765, 1200),
    "TPU v6e": (2024, 32, 1.64, 800),
}
# Dense TFLOP/s.
HOPPER = {"bf16": 989.4, "fp16": 989.4, "fp8": 1978.9, "int8": 1978.9, "tf32": 494.7}
A100 = {"bf16": 312, "fp16": 312, "int8": 624, "int4": 1248, "tf32": 156}
PEAKS = {
    "T4": {"fp16": 65, "int8": 130, "int4": 260},
    "L4": {"bf16": 121, "fp16": 121, "fp8": 242.5, "int8": 242.5, "tf32": 60},
    "L40S": {"bf16": 362, "fp16": 362, "fp8": 733, "int8": 733, "tf32": 183},
    "A100 40 GB SXM": A100,
    "A100 80 GB SXM": A100,
    "A100 80 GB PCIe": A100,
    "H100 SXM": HOPPER,
    "H100 PCIe": {"bf16": 756, "fp16": 756, "fp8": 1513, "int8": 1513, "tf32": 378},
    "H200 SXM": HOPPER,
    "B200 SXM": {"bf16": 2250, "fp16": 2250, "fp8": 4500, "int8": 4500, "tf32": 1125},
    "GB200": {"bf16": 2500, "fp16": 2500, "fp8": 5000, "int8": 5000, "tf32": 1250},
    "MI300X": {"bf16": 1307.4, "fp16": 1307.4, "fp8": 2614.9, "int8": 2614.9, "tf32": 653.7},
    "MI355X": {"bf16": 2516, "fp16": 2516, "fp8": 5033},
    "RTX 4090": {
        **{"bf16": 165.2, "fp16": 165.2, "fp8": 330.3},
        **{"int8": 660.6, "int4": 1321.2, "tf32": 82.6},
    },
    "RTX 5090": {"bf16": 209.5, "fp16": 209.5, "fp8": 419, "int8": 838, "tf32": 104.8},
    "TPU v5e": {"bf16": 197, "int8": 393},
    "TPU v5p": {"bf16": 459, "fp8": 459, "int8": 918},
    "TPU v6e": {"bf16": 918, "int8": 1836},
}


def test_every_part_is_checked_here():
    assert parts().keys() == SHEETS.keys() | TPU_SHEETS.keys() == PEAKS.keys()
    assert all(gpu is part(name) and gpu.name == name for name, gpu in parts().items())


@pytest.mark.parametrize(("name", "values"), SHEETS.items())
def test_values(name, values):
    gpu = part(name)
    released, memory_gb, reported_mib, bandwidth_tb, power_w, link_gb = values
    assert gpu.released == released
    assert gpu.memory == Bytes(memory_gb * 10**9)
    assert gpu.reported == (None if reported_mib is None else Bytes(reported_mib * 1024 * 1024))
    assert gpu.bandwidth == BytesPerSecond(round(bandwidth_tb * 1000) * 10**9)
    assert gpu.power == Watts(power_w)
    assert gpu.interconnect == (None if link_gb is None else BytesPerSecond(link_gb * 10**9))


@pytest.mark.parametrize(("name", "values"), TPU_SHEETS.items())
def test_values_of_tpus(name, values):
    tpu = part(name)
    released, memory_gib, bandwidth_tb, link_gb = values
    assert tpu.released == released
    assert tpu.memory == Bytes(memory_gib * 1024**3)
    assert tpu.bandwidth == BytesPerSecond(round(bandwidth_tb * 1000) * 10**9)
    assert tpu.interconnect == BytesPerSecond(link_gb * 10**9)
    assert tpu.reported is tpu.power is None


@pytest.mark.parametrize(("name", "peaks"), PEAKS.items())
def test_peaks(name, peaks):
    gpu = part(name)
    assert gpu.peaks.keys() == peaks.keys()
    for dtype, tera_flop in peaks.items():
        assert type(gpu.peak_of(dtype)) is FlopPerSecond
        assert float(gpu.peak_of(dtype)) == pytest.approx(tera_flop * 1e12, rel=1e-12)


@pytest.mark.parametrize("name", PEAKS)
def test_every_part_says_where_its_numbers_come_from(name):
    assert part(name).source
    assert part(name).checked == date(2026, 12, 1)


@pytest.mark.parametrize("name", PEAKS)
def test_the_peak_is_the_16_bit_one(name):
    gpu = part(name)
    assert gpu.peak_dtype == ("fp16" if name == "T4" else "bf16")
    assert gpu.peak == gpu.peak_of(gpu.peak_dtype)
    assert gpu.ridge_point == gpu.ridge_point_of(gpu.peak_dtype)


@pytest.mark.parametrize(
    ("name", "ridge"),
    [
        ("A100 80 GB SXM", 153),
        ("H100 SXM", 295),
        ("H100 PCIe", 378),
        ("H200 SXM", 206),
        ("B200 SXM", 281),
        ("MI300X", 247),
        ("L4", 403),
        ("L40S", 419),
    ],
)
def test_ridge_points(name, ridge):
    assert round(part(name).ridge_point) == ridge


def test_a_ridge_point_goes_with_its_format():
    assert round(part("H100 SXM").ridge_point_of("fp8")) == 591
    assert round(part("H100 SXM").ridge_point_of("tf32")) == 148


@pytest.mark.parametrize("ask", ["peak_of", "ridge_point_of"])
def test_a_format_without_a_peak_is_refused_with_those_that_there_are(ask):
    with pytest.raises(ValueError, match=r"^T4 has no peak in 'bf16', only in: fp16, int8, int4$"):
        getattr(part("T4"), ask)("bf16")


def test_utilisation_is_of_the_dense_peak():
    # Report A55: 480 and 420 TFLOP/s on an H100 are not 24.3 % and 21.2 %. It divides by 989; the
    # catalogue has 989.4, with which the second is 42.4 %.
    dense = part("H100 SXM").peak
    assert [f"{FlopPerSecond(tera * 1e12) / dense:.1f %}" for tera in (480, 420)] == [
        "48.5 %",
        "42.4 %",
    ]
    rounded = FlopPerSecond(round(dense.in_unit("TFLOP/s")) * 1e12)
    assert [f"{FlopPerSecond(tera * 1e12) / rounded:.1f %}" for tera in (480, 420)] == [
        "48.5 %",
        "42.5 %",
    ]


def test_the_two_h100_are_told_apart():
    # Report A57.
    pcie, sxm = part("H100 PCIe"), part("H100 SXM")
    assert (f"{pcie.peak:.0f TFLOP/s}", f"{sxm.peak:.0f TFLOP/s}") == ("756 TFLOP/s", "989 TFLOP/s")
    assert (f"{pcie.bandwidth:.2f TB/s}", f"{sxm.bandwidth:.2f TB/s}") == ("2.00 TB/s", "3.35 TB/s")


def test_per_watt():
    # 180 GB over 1,000 W; 24 GB over 72 W.
    assert f"{part('B200 SXM').memory_per_watt:.0f MB per W}" == "180 MB per W"
    assert f"{part('L4').memory_per_watt:.0f MB per W}" == "333 MB per W"
    assert f"{part('B200 SXM').bandwidth_per_watt:.1f GB/s per W}" == "8.0 GB/s per W"
    assert f"{part('L4').bandwidth_per_watt:.1f GB/s per W}" == "4.2 GB/s per W"
    assert f"{part('L4').peak_per_watt:.2f TFLOP/s per W}" == "1.68 TFLOP/s per W"


@pytest.mark.parametrize("ask", ["memory_per_watt", "bandwidth_per_watt", "peak_per_watt"])
def test_nothing_is_known_per_watt_without_the_watts(ask):
    with pytest.raises(ValueError, match=r"^the power of TPU v5e is not in the catalogue$"):
        getattr(part("TPU v5e"), ask)


def test_reading_16_gb_takes_an_h100_4_8_ms():
    assert f"{read_time(16e9, part('H100 SXM').bandwidth):.1f ms}" == "4.8 ms"


def test_parts_cannot_be_changed():
    gpu = part("L4")
    with pytest.raises(TypeError, match="does not support item assignment"):
        gpu.peaks["fp8"] = FlopPerSecond(1)
    assert {gpu: "a key"}[part("L4")] == "a key"


GOOD = """
["X1"]
released = 2000
memory_gb = 80
reported_mib = 1
bandwidth_gb_per_s = 2000
peaks_tflop_per_s = {fp8 = 600, fp16 = 300}
dense = true
power_w = 400
interconnect_gb_per_s = 100
source = "a data sheet"
checked = 2026-12-01
"""


def test_a_whole_entry_is_read():
    gpu = read_catalogue(GOOD)["X1"]
    assert (gpu.released, gpu.reported, gpu.peak_dtype) == (2000, 2**20, "fp16")
    assert gpu.ridge_point == 150


@pytest.mark.parametrize("unit", ["gb", "gib"])
def test_the_smallest_memory_is_read(unit):
    gpu = read_catalogue(GOOD.replace("memory_gb = 80", f"memory_{unit} = 1"))["X1"]
    assert gpu.memory == {"gb": 10**9, "gib": 2**30}[unit]


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        ('source = "a data sheet"', "", "part 'X1' lacks source"),
        ('source = "a data sheet"', 'source = ""', "part 'X1' lacks source"),
        ('source = "a data sheet"', "source = 5", "source must say where"),
        ('source = "a data sheet"', 'source = "  "', "source must say where"),
        ("checked = 2026-12-01", "", "part 'X1' lacks checked"),
        ("checked = 2026-12-01", 'checked = "today"', "checked must be a date, not 'today'"),
        ("checked = 2026-12-01", "checked = 2026-12-01T10:00:00Z", "checked must be a date"),
        ("dense = true", "", "part 'X1' lacks dense"),
        ("dense = true", "dense = 1", "dense must be true"),
        ("dense = true", "dense = true\nwatts = 3", "unknown fields: watts"),
        ("memory_gb = 80", "memory_gb = -80", "memory_gb of part 'X1' must be a whole number"),
        ("memory_gb = 80", "memory_gb = 80.5", "memory_gb of part 'X1' must be a whole number"),
        ("memory_gb = 80", "memory_gib = 0", "memory_gib of part 'X1' must be a whole number"),
        ("memory_gb = 80", "", "part 'X1' needs either memory_gb or memory_gib"),
        ("memory_gb = 80", "memory_gb = 80\nmemory_gib = 80", "needs either memory_gb or"),
        ("reported_mib = 1", "reported_mib = 0", "reported_mib of part 'X1' must be a whole"),
        ("bandwidth_gb_per_s = 2000", "", "part 'X1' lacks bandwidth_gb_per_s"),
        ("power_w = 400", "power_w = nan", "power_w of part 'X1' must be a finite number"),
        ("interconnect_gb_per_s = 100", "interconnect_gb_per_s = 0", "interconnect_gb_per_s of"),
        ("released = 2000", "", "part 'X1' lacks released"),
        ("released = 2000", 'released = "soon"', "released of part 'X1' must be a whole number"),
        ("released = 2000", "released = true", "released of part 'X1' must be a whole number"),
        ("released = 2000", "released = 1999", "whole number of at least 2000, not 1999"),
        ("{fp8 = 600, fp16 = 300}", "{}", "part 'X1' lacks peaks_tflop_per_s"),
        ("{fp8 = 600, fp16 = 300}", "300", "'X1': peaks_tflop_per_s must be a table, not 300"),
        ("{fp8 = 600, fp16 = 300}", "{fp8 = 600}", "part 'X1' needs a peak in bf16 or fp16"),
        ("fp8 = 600", "fp4 = 600", "unknown dtype of part 'X1': 'fp4'"),
        ("fp8 = 600", "fp8 = -600", "fp8 peak of part 'X1' must be a finite number"),
    ],
)
def test_a_bad_entry_is_refused_by_name(line, instead, message):
    assert line in GOOD
    with pytest.raises(ValueError, match=message):
        read_catalogue(GOOD.replace(line, instead))


def test_a_part_is_a_table():
    with pytest.raises(ValueError, match="part 'X1' must be a table of fields, not 3"):
        read_catalogue("X1 = 3")


def test_an_unknown_part_is_refused_with_a_near_name():
    with pytest.raises(ValueError, match="unknown part 'H100'; did you mean 'H100 SXM'"):
        part("H100")
