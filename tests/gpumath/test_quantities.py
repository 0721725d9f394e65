"""Quantities: how they print, what they can be combined with, what they refuse."""

import pytest

from gpumath.quantities import (
    Bytes,
    BytesPerSecond,
    Dollars,
    Flop,
    FlopPerByte,
    FlopPerSecond,
    GpuHours,
    Gpus,
    Joules,
    Parameters,
    Quantity,
    Ratio,
    Seconds,
    Tokens,
    Watts,
)


@pytest.mark.parametrize(
    ("quantity", "spec", "text"),
    [
        (Bytes(179_539_607_552), ".0f GB", "180 GB"),
        (Bytes(179_539_607_552), "5.0f GB", "  180 GB"),
        (Bytes(179_539_607_552), ",d B", "179,539,607,552 B"),
        (Bytes(179_539_607_552), ".2f GiB", "167.21 GiB"),
        (Bytes(2_147_483_648), ".3f GiB", "2.000 GiB"),
        (Bytes(2_147_483_648), ".3f GB", "2.147 GB"),
        (Bytes(131_072), ".0f KiB", "128 KiB"),
        (Bytes(131_072), ".0f kB", "131 kB"),
        (Flop(48_000_000_000), ".0f GFLOP", "48 GFLOP"),
        (FlopPerSecond(989.4e12), ".0f TFLOP/s", "989 TFLOP/s"),
        (FlopPerSecond(1e15), ".0f PFLOP/s", "1 PFLOP/s"),
        (BytesPerSecond(3.35e12), ".2f TB/s", "3.35 TB/s"),
        (FlopPerByte(295.3), ".0f FLOP/B", "295 FLOP/B"),
        (Seconds(0.0048), ".1f ms", "4.8 ms"),
        (Watts(1000), ",.0f W", "1,000 W"),
        (Parameters(8_000_000_000), ".0f billion parameters", "8 billion parameters"),
        (Tokens(16_384), ",d tokens", "16,384 tokens"),
        (Gpus(3), "d GPUs", "3 GPUs"),
        (Gpus(1), "d GPUs", "1 GPU"),
        (Gpus(1), "", "1 GPU"),
        (Flop(38 * 10**24), ".0f YFLOP", "38 YFLOP"),
        (Tokens(45 * 10**12), ".0f trillion tokens", "45 trillion tokens"),
        (GpuHours(30_840_000), ".2f million GPU-hours", "30.84 million GPU-hours"),
        (GpuHours(43_536), ",.0f GPU-hours", "43,536 GPU-hours"),
        (GpuHours(1), ".0f GPU-hours", "1 GPU-hour"),
        (Joules(3_600_000), ".1f kWh", "1.0 kWh"),
        (Joules(9e13), ".0f GWh", "25 GWh"),
        (Dollars(1_234.5), ",.0f dollars", "1,234 dollars"),
        (Dollars(5_576_000), ".1f million dollars", "5.6 million dollars"),
        (Dollars(1), ".0f dollars", "1 dollar"),
        (Seconds(5400), ".1f h", "1.5 h"),
        (Seconds(86_400), ".0f days", "1 day"),
        (Seconds(5_533_292), ".0f days", "64 days"),
        (Seconds(0.001), ".0f ms", "1 ms"),
        (Seconds(1), ".0f s", "1 s"),
        (Ratio(0.317), ".1f %", "31.7 %"),
        (Ratio(9.609), ".1f ×", "9.6×"),
        (Ratio(9.609), ".1f", "9.6"),
        (Bytes(5), "", "5 B"),
    ],
)
def test_prints(quantity, spec, text):
    assert format(quantity, spec) == text


@pytest.mark.parametrize(
    ("quantity", "spec", "message"),
    [
        (Bytes(1), ".0f W", "bytes print as one of: B, kB, .*; not 'W'"),
        (Bytes(1), ".0f", "not without a unit"),
        (Bytes(1), "d GB", "Unknown format code 'd'"),
        (Gpus(1), "d GPU", "GPUs print as one of: GPUs; not 'GPU'"),
    ],
)
def test_refuses_to_print(quantity, spec, message):
    with pytest.raises(ValueError, match=message):
        format(quantity, spec)


def test_keeps_its_dimension():
    assert repr(Bytes(2) + Bytes(3)) == repr(sum([Bytes(2), Bytes(3)])) == "Bytes(5)"
    assert repr(Bytes(3) - Bytes(5)) == "Bytes(-2)"
    assert repr(2 * Bytes(3)) == repr(Bytes(3) * 2) == "Bytes(6)"
    assert repr(Bytes(7) // 2) == "Bytes(3)"
    assert repr(Watts(7) / 2) == "Watts(3.5)"
    assert repr(Bytes(6) / Bytes(4)) == "Ratio(1.5)"
    assert repr(1 - Ratio(0.25)) == "Ratio(0.75)"
    assert type(FlopPerSecond(6) / BytesPerSecond(2)) is float


@pytest.mark.parametrize(
    ("combine", "message"),
    [
        (lambda: Bytes(1) + Watts(1), "cannot combine bytes with watts"),
        (lambda: Bytes(1) - Tokens(1), "cannot combine bytes with tokens"),
        (lambda: Bytes(1) + 1, "cannot combine bytes with the plain number 1"),
        (lambda: 1 - Bytes(1), "cannot combine bytes with the plain number 1"),
        (lambda: Ratio(1) + Bytes(1), "cannot combine ratios with bytes"),
        (lambda: Bytes(1) * Bytes(1), "bytes times bytes"),
        (lambda: Bytes(3) / 2, "bytes are whole"),
        (lambda: Bytes(3) // Bytes(2), "bytes divided by bytes are a ratio"),
        (lambda: Bytes(10) // 2.5, "// divides whole quantities by whole numbers"),
        (lambda: Bytes(10) // "2", "// divides whole quantities by whole numbers"),
        (lambda: Watts(10) // 2, "// divides whole quantities by whole numbers"),
        (lambda: Bytes(10) * 1.0, "multiply by a whole number, not 1.0"),
        (lambda: 2 / Watts(4), "made of watts"),
        (lambda: 10 // Bytes(3), "made of bytes"),
        (lambda: Bytes(7) % 2, "made of bytes"),
        (lambda: Bytes(7) ** 2, "made of bytes"),
        (lambda: Bytes(1) < Watts(1), "cannot compare bytes with watts"),
        (lambda: Bytes(1) >= Watts(1), "cannot compare bytes with watts"),
    ],
)
def test_refuses_to_combine(combine, message):
    with pytest.raises(TypeError, match=message):
        combine()


def test_compares_with_its_own_kind_and_plain_numbers():
    assert Bytes(1) == Bytes(1) == 1
    assert Bytes(1) != Watts(1)
    assert Bytes(1) < Bytes(2) <= 2
    assert Bytes(3) > Bytes(2) >= 2
    assert not Bytes(1) < Bytes(1)
    assert not Bytes(1) > Bytes(1)
    assert {Bytes(1): "a"}[Bytes(1)] == "a"


# By hand, from the SI and IEC prefixes.
UNITS = {
    "B": 1,
    "kB": 1_000,
    "MB": 1_000_000,
    "GB": 1_000_000_000,
    "TB": 1_000_000_000_000,
    "KiB": 1_024,
    "MiB": 1_048_576,
    "GiB": 1_073_741_824,
    "TiB": 1_099_511_627_776,
    "FLOP": 1,
    "GFLOP": 1_000_000_000,
    "TFLOP": 1_000_000_000_000,
    "PFLOP": 1_000_000_000_000_000,
    "EFLOP": 1_000_000_000_000_000_000,
    "ZFLOP": 1_000_000_000_000_000_000_000,
    "YFLOP": 1_000_000_000_000_000_000_000_000,
    "parameters": 1,
    "billion parameters": 1_000_000_000,
    "tokens": 1,
    "thousand tokens": 1_000,
    "million tokens": 1_000_000,
    "billion tokens": 1_000_000_000,
    "trillion tokens": 1_000_000_000_000,
    "sequences": 1,
    "conversations": 1,
    "GPUs": 1,
    "s": 1,
    "ms": 0.001,
    "h": 3_600,
    "days": 86_400,
    "GPU-hours": 1,
    "million GPU-hours": 1_000_000,
    "W": 1,
    "kW": 1_000,
    "J": 1,
    "kWh": 3_600_000,
    "MWh": 3_600_000_000,
    "GWh": 3_600_000_000_000,
    "dollars": 1,
    "million dollars": 1_000_000,
    "B/s": 1,
    "GB/s": 1_000_000_000,
    "TB/s": 1_000_000_000_000,
    "FLOP/s": 1,
    "TFLOP/s": 1_000_000_000_000,
    "PFLOP/s": 1_000_000_000_000_000,
    "tokens/s": 1,
    "FLOP/B": 1,
    "B per W": 1,
    "MB per W": 1_000_000,
    "B/s per W": 1,
    "GB/s per W": 1_000_000_000,
    "FLOP/s per W": 1,
    "TFLOP/s per W": 1_000_000_000_000,
    "×": 1,
    "%": 0.01,
    "": 1,
}


def test_units_have_their_size():
    units = {unit: size for kind in Quantity.__subclasses__() for unit, size in kind.units.items()}
    assert units == UNITS
    assert Bytes(3_000_000).in_unit("MB") == 3.0


def test_huge_whole_numbers_are_exact():
    assert Bytes(10**400) - Bytes(1) == 10**400 - 1


@pytest.mark.parametrize("kind", Quantity.__subclasses__())
@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_is_finite(kind, value):
    with pytest.raises(ValueError, match=f"{kind.dimension} must be a finite number"):
        kind(value)


@pytest.mark.parametrize("value", ["8", None, True])
def test_is_a_number(value):
    with pytest.raises(TypeError, match="bytes must be a number"):
        Bytes(value)


def test_bytes_are_whole():
    assert repr(Bytes(8e9)) == "Bytes(8000000000)"
    with pytest.raises(ValueError, match=r"bytes must be a whole number, not 0\.5"):
        Bytes(0.5)


def test_a_quantity_can_be_negated():
    assert -Bytes(3) == Bytes(-3)
