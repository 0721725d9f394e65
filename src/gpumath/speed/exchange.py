"""What GPUs send each other when they share work: bytes, time, and time beside the arithmetic."""

from gpumath.checks import positive, whole
from gpumath.quantities import Bytes, BytesPerSecond, Ratio, Seconds


# --8<-- [start:all_reduce_sent]
def all_reduce_sent(size: int, gpus: int) -> Bytes:
    """Bytes that each GPU sends when `size` bytes on each of them are summed up on all of them.

    That is two × (gpus − 1) / gpus of the size, rounded up: a reduce-scatter and an all-gather, in
    a ring. No way through the GPUs alone sends less; with switches that add up by themselves
    (in-network reduction) each GPU sends the size only once.

    Source: Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
    workstations", JPDC 69(2), 2009.

    >>> all_reduce_sent(size=1000, gpus=4), all_reduce_sent(size=1000, gpus=1)
    (Bytes(1500), Bytes(0))

    Raises:
        ValueError: a count below 1.
    """
    return _sent(2 * whole("size", size), gpus)


# --8<-- [end:all_reduce_sent]


def all_gather_sent(size: int, gpus: int) -> Bytes:
    """Bytes that each GPU sends when parts of `size` bytes in all are brought together on each.

    That is (gpus − 1) / gpus of the size, rounded up. A reduce-scatter, which sums up `size` bytes
    and leaves each GPU its part of the sum, sends the same.

    Source: as for `all_reduce_sent`, of which each is a half.

    >>> all_gather_sent(size=1000, gpus=4), all_gather_sent(size=1000, gpus=1)
    (Bytes(750), Bytes(0))

    Raises:
        ValueError: a count below 1.
    """
    return _sent(whole("size", size), gpus)


def _sent(passed_on: int, gpus: int) -> Bytes:
    """The share of all GPUs but one, in whole bytes, rounded up."""
    return Bytes(-(-passed_on * (whole("gpus", gpus) - 1) // gpus))


def one_direction(interconnect: float) -> BytesPerSecond:
    """What a link carries in one direction, when its maker adds up both, as for NVLink.

    >>> f"{one_direction(900e9):.0f GB/s}"
    '450 GB/s'

    Raises:
        ValueError: a rate that is not above 0.
    """
    return BytesPerSecond(positive("interconnect", interconnect) / 2)


def send_time(sent: int, bytes_per_second: float) -> Seconds:
    """The shortest time in which each GPU sends `sent` bytes, and receives as many.

    Args:
        sent: bytes, 0 included.
        bytes_per_second: of the link in one direction; see `one_direction`.

    >>> send_time(sent=900, bytes_per_second=450)
    Seconds(2.0)

    Raises:
        ValueError: negative bytes, or a rate that is not above 0.
    """
    link = positive("bytes_per_second", bytes_per_second)
    return Seconds(whole("sent", sent, at_least=0) / link)


def exchange_ratio(
    sent: int, bytes_per_second: float, micro_batch: float, micro_batches: int
) -> Ratio:
    """How long an optimizer step's exchange takes, over the time of its arithmetic.

    Gradients are exchanged once for each optimizer step. With accumulation a step is several
    micro-batches, and each adds arithmetic but no exchange. How far the two overlap is left open:
    below 1 the exchange may hide behind the arithmetic, above 1 it cannot.

    Args:
        sent: bytes that each GPU sends in an optimizer step.
        bytes_per_second: of the link in one direction; see `one_direction`.
        micro_batch: seconds of one forward and backward pass.
        micro_batches: of one optimizer step.

    >>> exchange_ratio(sent=900, bytes_per_second=450, micro_batch=1.0, micro_batches=4)
    Ratio(0.5)

    Raises:
        ValueError: negative bytes, a count below 1, or a rate or a time that is not above 0.
    """
    arithmetic = positive("micro_batch", micro_batch) * whole("micro_batches", micro_batches)
    return Ratio(float(send_time(sent, bytes_per_second)) / arithmetic)
