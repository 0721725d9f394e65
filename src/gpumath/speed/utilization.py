"""What part of a GPU's rates a run reached; more than all of them is refused as an error."""

from gpumath.checks import positive
from gpumath.quantities import BytesPerSecond, FlopPerSecond, Ratio


# --8<-- [start:model_flop_utilization]
def model_flop_utilization(flop_per_second: float, peak_flop_per_second: float) -> Ratio:
    """MFU: the FLOP/s that the model's arithmetic came to, over the dense peak.

    The model's arithmetic is that of its formula: what is computed a second time to save memory
    does not count. Both rates are of the same GPUs: one, or all of them.

    Source: Chowdhery et al., "PaLM", arXiv 2204.02311 §4.1.

    >>> f"{model_flop_utilization(480e12, 989.4e12):.1f %}"
    '48.5 %'

    Raises:
        ValueError: a rate that is not above 0, or more achieved than the peak. The reverse slip is
            not noticed: makers print the sparse peak, which halves the result.
    """
    achieved = FlopPerSecond(positive("flop_per_second", flop_per_second))
    peak = FlopPerSecond(positive("peak_flop_per_second", peak_flop_per_second))
    if achieved > peak:
        raise ValueError(
            f"{achieved:.6g TFLOP/s} is more than the peak of {peak:.6g TFLOP/s}. Usual causes: "
            "the peak of another part or number format, FLOP counted as for sparse matrices, FLOP "
            "of all GPUs over the peak of one, or a slip of a unit"
        )
    return Ratio(achieved / peak)


# --8<-- [end:model_flop_utilization]


# --8<-- [start:bandwidth_utilization]
def bandwidth_utilization(
    tokens_per_second: float, bytes_per_token: float, bytes_per_second: float
) -> Ratio:
    """The bytes that decode must have read in a second, over the memory's bandwidth.

    Args:
        tokens_per_second: measured or claimed, of all sequences together.
        bytes_per_token: bytes of one step over the sequences in it; at batch 1 all that
            `decode_work` moves.
        bytes_per_second: bandwidth of the memory.

    >>> f"{bandwidth_utilization(100, 16e9, 2e12):.0f %}"
    '80 %'

    Raises:
        ValueError: a number that is not above 0, or more read than the memory delivers.
    """
    tokens = positive("tokens_per_second", tokens_per_second)
    needed = BytesPerSecond(tokens * positive("bytes_per_token", bytes_per_token))
    bandwidth = BytesPerSecond(positive("bytes_per_second", bytes_per_second))
    if needed > bandwidth:
        raise ValueError(
            f"{needed:.6g TB/s} is more than the bandwidth of {bandwidth:.6g TB/s}. Usual causes: "
            "another part, fewer bytes for each weight than assumed, several tokens or sequences "
            "in a step, or a slip of a unit"
        )
    return Ratio(needed / bandwidth)


# --8<-- [end:bandwidth_utilization]
