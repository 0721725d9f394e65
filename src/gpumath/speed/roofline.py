"""The roofline in its simplest form: is it arithmetic or memory bandwidth that a job waits for?"""

from gpumath.checks import positive, whole
from gpumath.precision import bytes_per_element
from gpumath.quantities import FlopPerByte, Seconds, TokensPerSecond
from gpumath.speed.compute import inference_flop_per_token


# --8<-- [start:ridge_point]
def ridge_point(flop_per_second: float, bytes_per_second: float) -> FlopPerByte:
    """FLOP that a GPU can do in the time in which its memory delivers one byte.

    Work with a higher arithmetic intensity waits for arithmetic, work with a lower one for memory.
    Source: Williams, Waterman and Patterson, "Roofline", CACM 52(4), 2009.

    >>> ridge_point(flop_per_second=600, bytes_per_second=4)
    FlopPerByte(150.0)

    Raises:
        ValueError: a rate that is not above 0.
    """
    peak = positive("flop_per_second", flop_per_second)
    bandwidth = positive("bytes_per_second", bytes_per_second)
    return FlopPerByte(peak / bandwidth)


# --8<-- [end:ridge_point]


# --8<-- [start:arithmetic_intensity]
def arithmetic_intensity(tokens: int, dtype: str) -> FlopPerByte:
    """FLOP for each byte of weights read, when `tokens` go through a weight matrix together.

    A weight is read once and used in one multiplication and one addition per token. Reading and
    writing of activations and of the KV cache is left out, so the true intensity is lower. The
    three products of a training step (one forward, two backward) each touch the matrix once, so
    the same ratio holds for them.

    >>> arithmetic_intensity(tokens=8, dtype="bf16")
    FlopPerByte(8.0)

    Raises:
        ValueError: `tokens` below 1, or an unknown dtype.
    """
    flop_per_weight = 2 * whole("tokens", tokens)
    return FlopPerByte(flop_per_weight / bytes_per_element(dtype))


# --8<-- [end:arithmetic_intensity]


# --8<-- [start:largest_decode_intensity]
def largest_decode_intensity(parameters: int, cache_per_sequence: int) -> FlopPerByte:
    """The intensity that decode comes near, and never reaches, as its batch grows.

    The weights are read once for the whole batch, but each sequence's KV cache is read for one
    token of that sequence. So with many sequences the FLOP of one token stand against the bytes of
    one cache. Attention's own FLOP are left out, as elsewhere here.

    Args:
        parameters: of the model.
        cache_per_sequence: bytes of one sequence's KV cache.

    >>> largest_decode_intensity(parameters=1000, cache_per_sequence=100)
    FlopPerByte(20.0)

    Raises:
        ValueError: an argument below 1.
    """
    flop = inference_flop_per_token(parameters)
    return FlopPerByte(int(flop) / whole("cache_per_sequence", cache_per_sequence))


# --8<-- [end:largest_decode_intensity]


# --8<-- [start:read_time]
def read_time(size: float, bytes_per_second: float) -> Seconds:
    """The shortest time in which a memory delivers `size` bytes.

    A lower bound for one decode step when `size` is the weights: each step reads them all.

    >>> f"{read_time(size=16e9, bytes_per_second=2e12):.1f ms}"
    '8.0 ms'

    Raises:
        ValueError: a size or a rate that is not above 0.
    """
    bandwidth = positive("bytes_per_second", bytes_per_second)
    return Seconds(positive("size", size) / bandwidth)


def tokens_per_second(step: float) -> TokensPerSecond:
    """Tokens that one user gets in a second when each decode step takes `step` seconds.

    >>> tokens_per_second(0.005)
    TokensPerSecond(200.0)

    Raises:
        ValueError: a time that is not above 0.
    """
    return TokensPerSecond(1 / positive("step", step))


# --8<-- [end:read_time]
