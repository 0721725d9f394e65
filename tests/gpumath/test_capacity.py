"""Memory to plan with: three figures for one card, the margin, and what is left for KV caches."""

import pytest

from gpumath import Capacity, cache_budget, marketed, of_fraction, part, reported, together
from gpumath.quantities import Bytes

GIB = 1024 * 1024 * 1024
CARD = Capacity("of a card", 100, margin=10)


def gib(hundredths):
    """Whole bytes of so many hundredths of a GiB."""
    return hundredths * GIB // 100


def test_gb_as_marketed_bytes_of_the_driver_and_gib_are_three_figures():
    h100 = part("H100 SXM")
    assert marketed(h100) == Capacity("as marketed", 80_000_000_000)
    assert reported(h100) == Capacity("as the driver reports it", 85_520_809_984)
    assert f"{marketed(h100).usable:.1f GiB}" == "74.5 GiB"
    assert f"{reported(h100).usable:.1f GiB}" == "79.6 GiB"


def test_a_tpu_is_marketed_in_gib():
    assert marketed(part("TPU v5e")).size == 17_179_869_184


def test_83_gb_are_77_3_gib():
    # Report A51.
    assert (f"{Bytes(83 * 10**9):.1f GB}", f"{Bytes(83 * 10**9):.1f GiB}") == (
        "83.0 GB",
        "77.3 GiB",
    )
    with pytest.raises(ValueError, match="nothing of 80,000,000,000 B as marketed"):
        marketed(part("H100 SXM"), margin=83 * 10**9)


def test_the_margin_is_told_and_taken_off():
    capacity = marketed(part("H100 SXM"), margin=2 * 10**9)
    assert capacity.usable == Bytes(78_000_000_000)
    assert type(capacity.size) is type(capacity.margin) is type(capacity.usable) is Bytes
    assert str(capacity) == "80.0 GB as marketed, less 2.0 GB of margin"
    assert str(reported(part("L4"))) == "24.2 GB as the driver reports it"
    assert reported(part("L4"), margin=10**9).margin == Bytes(10**9)


def test_a_card_whose_driver_is_not_in_the_catalogue():
    with pytest.raises(ValueError, match="what the driver reports of MI300X is not in the cata"):
        reported(part("MI300X"))


def test_a_margin_must_leave_something():
    assert Capacity("of a card", 2, margin=1).usable == 1
    with pytest.raises(ValueError, match="a margin of 2 B leaves nothing of 2 B of a card"):
        Capacity("of a card", 2, margin=2)


@pytest.mark.parametrize("value", [-1, 1.5, float("nan"), "8", None, True])
def test_sizes_are_whole(value):
    with pytest.raises(ValueError, match=r"^size must be a whole number of at least 1"):
        Capacity("of a card", value)
    with pytest.raises(ValueError, match=r"^margin must be a whole number of at least 0"):
        Capacity("of a card", 8, margin=value)
    with pytest.raises(ValueError, match=r"^gpus must be a whole number of at least 1"):
        together(CARD, value)
    with pytest.raises(ValueError, match=r"^weights must be a whole number of at least 0"):
        cache_budget(CARD, value, 0)
    with pytest.raises(ValueError, match=r"^activations must be a whole number of at least 0"):
        cache_budget(CARD, 0, value)
    with pytest.raises(ValueError, match=r"^other must be a whole number of at least 0"):
        cache_budget(CARD, 0, 0, value)


def test_the_budget_of_vllm():
    # Report A54: 15.77 GiB × 0.90 - 7.51 - 0.39 - 2.53 = 3.76 GiB for the KV cache.
    budget = of_fraction(Capacity("of the log's GPU", gib(1577)), 0.90)
    assert budget.usable == 15_239_617_707  # 16,932,908,564 × 0.90, rounded down
    assert f"{budget.usable:.3f GiB}" == "14.193 GiB"
    left = cache_budget(budget, weights=gib(751), activations=gib(253), other=gib(39))
    assert f"{left:.2f GiB}" == "3.76 GiB"


def test_a_fraction_is_the_decimal_that_is_written():
    # In binary 0.29 is a little less: 100 × 0.29 would be 28.
    assert of_fraction(Capacity("of a card", 100), 0.29).usable == 29
    assert of_fraction(Capacity("of a card", 99), 0.5).usable == 49
    assert of_fraction(Capacity("of a card", 99), 1).usable == 99


def test_a_fraction_leaves_the_margin_where_it_is():
    assert of_fraction(CARD, 0.9) == Capacity("of a card", 100, margin=20)
    with pytest.raises(ValueError, match="a margin of 110 B leaves nothing of 100 B of a card"):
        of_fraction(CARD, 0.001)


@pytest.mark.parametrize("fraction", [0, -0.1, 1.01, 90, float("nan"), "0.9", None, True])
def test_other_fractions_are_refused(fraction):
    with pytest.raises(ValueError, match="fraction must be"):
        of_fraction(CARD, fraction)


def test_gpus_together():
    # Report A45: 80 GB for each GPU are 640 GB for a node of eight, and the node is not divided.
    node = together(marketed(part("H100 SXM"), margin=2 * 10**9), 8)
    assert (node.size, node.usable) == (640 * 10**9, 624 * 10**9)
    assert str(node) == "640.0 GB of 8 GPUs as marketed, less 16.0 GB of margin"
    assert together(CARD, 1) == Capacity("of 1 GPU of a card", 100, margin=10)


def test_the_cache_budget_is_what_is_left():
    assert cache_budget(CARD, 50, 20) == Bytes(20)
    assert cache_budget(CARD, 50, 20, 5) == Bytes(15)
    assert cache_budget(CARD, 50, 20, 20) == Bytes(0)
    assert type(cache_budget(CARD, 0, 0)) is Bytes


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((91, 0, 0), r"^weights \(91 B\) do not fit in the 90 B that are left$"),
        ((90, 1, 0), r"^activations \(1 B\) do not fit in the 0 B that are left$"),
        ((50, 20, 21), r"^other \(21 B\) do not fit in the 20 B that are left$"),
    ],
)
def test_what_does_not_fit_is_named(sizes, message):
    with pytest.raises(ValueError, match=message):
        cache_budget(CARD, *sizes)
