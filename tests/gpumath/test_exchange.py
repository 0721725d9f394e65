"""What GPUs send each other: against the ring, step by step, and hand arithmetic."""

import pytest

from gpumath import all_gather_sent, all_reduce_sent, exchange_ratio, one_direction, part, send_time


@pytest.mark.parametrize("gpus", [1, 2, 3, 4, 7, 8, 64])
def test_a_ring_passes_on_one_part_in_each_of_its_rounds(gpus):
    # The size is cut into as many parts as there are GPUs. In each round each GPU sends one part to
    # the next: gpus − 1 rounds to sum up (reduce-scatter), as many again to hand out (all-gather).
    part_size = 1000
    size, rounds = part_size * gpus, gpus - 1
    assert all_gather_sent(size, gpus) == rounds * part_size
    assert all_reduce_sent(size, gpus) == 2 * rounds * part_size


@pytest.mark.parametrize(
    ("size", "gpus", "gather", "reduce"),
    [
        (10, 1, 0, 0),
        (10, 2, 5, 10),
        (11, 2, 6, 11),  # 5.5, 11
        (10, 3, 7, 14),  # 6.67, 13.33
        (11, 3, 8, 15),  # 7.33, 14.67
        (12, 3, 8, 16),
        (1, 8, 1, 2),  # 0.875, 1.75
    ],
)
def test_bytes_are_rounded_up(size, gpus, gather, reduce):
    assert all_gather_sent(size, gpus) == gather
    assert all_reduce_sent(size, gpus) == reduce


def test_gradients_of_8_billion_parameters_between_8_gpus():
    # 16 GB of 16-bit gradients: 2 × 7/8 × 16 = 28 GB. NVLink of an H100 is sold as 900 GB/s, which
    # is 450 in each direction: 62.2 ms.
    sent = all_reduce_sent(16_000_000_000, 8)
    link = one_direction(part("H100 SXM").interconnect)
    assert (sent, link) == (28_000_000_000, 450e9)
    assert f"{send_time(sent, link):.1f ms}" == "62.2 ms"


def test_accumulation_exchanges_once_for_several_micro_batches():
    # 28 GB at 450 GB/s take 62.2 ms; one micro-batch takes 100 ms.
    for micro_batches, ratio in [(1, "62.2 %"), (2, "31.1 %"), (8, "7.8 %")]:
        assert f"{exchange_ratio(28 * 10**9, 450e9, 0.1, micro_batches):.1f %}" == ratio


def test_one_gpu_exchanges_nothing():
    assert send_time(all_reduce_sent(10**9, 1), 1) == 0
    assert exchange_ratio(all_gather_sent(10**9, 1), 1, 1, 1) == 0
