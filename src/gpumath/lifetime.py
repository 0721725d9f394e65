"""What a model costs over its life, in training and in serving: FLOP, GPU-hours, energy, money."""

from math import ceil

from gpumath.checks import positive, whole
from gpumath.models.model import Model
from gpumath.quantities import Dollars, Flop, GpuHours, Joules, Ratio, Seconds, Tokens
from gpumath.speed.compute import inference_flop_per_token, training_flop_per_token
from gpumath.speed.utilization import model_flop_utilization

_SECONDS = 3600  # of an hour


# --8<-- [start:lifetime_flop]
def training_flop(model: Model, tokens: int) -> Flop:
    """FLOP of training on `tokens` tokens: six × active parameters × tokens.

    Source: Kaplan et al., "Scaling Laws", arXiv 2001.08361 §2.1. Attention's own products are left
    out.

    >>> from gpumath.models.published import published
    >>> f"{training_flop(published('Llama-3.1-405B'), 15_600_000_000_000):.0f YFLOP}"
    '38 YFLOP'

    Raises:
        ValueError: `tokens` below 1.
    """
    return training_flop_per_token(model.active_parameters) * whole("tokens", tokens)


def inference_flop(model: Model, tokens: int) -> Flop:
    """FLOP of serving `tokens` tokens, read or written: two × active parameters × tokens.

    Source: as for `training_flop`.

    >>> from gpumath.models.published import published
    >>> f"{inference_flop(published('Llama-3.1-8B'), 1_000_000):.0f PFLOP}"
    '16 PFLOP'

    Raises:
        ValueError: `tokens` below 1.
    """
    return inference_flop_per_token(model.active_parameters) * whole("tokens", tokens)


def break_even_by_flop(training_tokens: int) -> Tokens:
    """Tokens after which serving has taken as many FLOP as training: three for each trained on.

    6 × parameters × training tokens = 2 × parameters × served tokens, for any model.

    >>> f"{break_even_by_flop(15_000_000_000_000):.0f trillion tokens}"
    '45 trillion tokens'

    Raises:
        ValueError: `training_tokens` below 1.
    """
    return Tokens(3 * whole("training_tokens", training_tokens))


# --8<-- [end:lifetime_flop]


# --8<-- [start:gpu_hours]
def gpu_hours(flop: int, flop_per_second: float, utilization: float) -> GpuHours:
    """GPU-hours of that arithmetic on GPUs that reach a part of their peak.

    Args:
        flop: all of it.
        flop_per_second: dense peak of one GPU.
        utilization: part of the peak that is reached (MFU), above 0 and at most 1.

    >>> gpu_hours(flop=7_200_000, flop_per_second=1000, utilization=0.5)
    GpuHours(4.0)

    Raises:
        ValueError: `flop` below 1, a peak that is not above 0, or a utilization that is not above 0
            or is above 1.
    """
    reached = positive("utilization", utilization)
    if reached > 1:
        raise ValueError(f"utilization must be at most 1, not {utilization!r}")
    rate = positive("flop_per_second", flop_per_second) * reached
    return GpuHours(whole("flop", flop) / rate / _SECONDS)


def implied_utilization(flop: int, gpu_hours: float, flop_per_second: float) -> Ratio:
    """The MFU of a run whose FLOP and GPU-hours are known: the reverse of `gpu_hours`.

    Hours that were spent on anything else, failed runs for example, make it smaller.

    Args:
        flop: of the model's formula.
        gpu_hours: that the run took.
        flop_per_second: dense peak of one GPU.

    >>> implied_utilization(flop=7_200_000, gpu_hours=4, flop_per_second=1000)
    Ratio(0.5)

    Raises:
        ValueError: a number that is not above 0, or more FLOP than the GPUs can do in that time.
    """
    seconds = positive("gpu_hours", gpu_hours) * _SECONDS
    return model_flop_utilization(whole("flop", flop) / seconds, flop_per_second)


# --8<-- [end:gpu_hours]


# --8<-- [start:break_even_by_gpu_hours]
def break_even_by_gpu_hours(training_gpu_hours: float, tokens_per_second: float) -> Tokens:
    """Tokens after which serving has taken as many GPU-hours as training, rounded up.

    It comes sooner than by FLOP where serving reaches a smaller part of the peak, as decode does.

    Args:
        training_gpu_hours: that training took.
        tokens_per_second: that one serving GPU reads and writes in all.

    >>> f"{break_even_by_gpu_hours(1_460_000, 1000):.1f trillion tokens}"
    '5.3 trillion tokens'

    Raises:
        ValueError: a number that is not above 0.
    """
    seconds = positive("training_gpu_hours", training_gpu_hours) * _SECONDS
    return Tokens(ceil(seconds * positive("tokens_per_second", tokens_per_second)))


def break_even_time(training_gpu_hours: float, gpus: int) -> Seconds:
    """How long `gpus` GPUs serve until they have taken as many GPU-hours as training.

    >>> f"{break_even_time(2_788_000, gpus=1814):.0f days}"
    '64 days'

    Raises:
        ValueError: GPU-hours that are not above 0, or `gpus` below 1.
    """
    seconds = positive("training_gpu_hours", training_gpu_hours) * _SECONDS
    return Seconds(seconds / whole("gpus", gpus))


# --8<-- [end:break_even_by_gpu_hours]


# --8<-- [start:energy]
def energy(gpu_hours: float, watts: float, overhead: float) -> Joules:
    """Energy of GPUs that draw that power, and of what is around them.

    Args:
        gpu_hours: of use.
        watts: of one GPU; its board's limit is an upper bound.
        overhead: energy in all over that of the GPUs, at least 1: the other parts of the servers,
            and the data centre's cooling and losses (its PUE).

    >>> f"{energy(gpu_hours=1000, watts=700, overhead=1.5):,.0f kWh}"
    '1,050 kWh'

    Raises:
        ValueError: a number that is not above 0, or an overhead below 1.
    """
    factor = positive("overhead", overhead)
    if factor < 1:
        raise ValueError(f"overhead must be at least 1, not {overhead!r}")
    seconds = positive("gpu_hours", gpu_hours) * _SECONDS
    return Joules(seconds * positive("watts", watts) * factor)


def cost(gpu_hours: float, dollars_per_gpu_hour: float) -> Dollars:
    """Money for that many GPU-hours at one price.

    >>> f"{cost(gpu_hours=1000, dollars_per_gpu_hour=2.5):,.0f dollars}"
    '2,500 dollars'

    Raises:
        ValueError: a number that is not above 0.
    """
    hours = positive("gpu_hours", gpu_hours)
    return Dollars(hours * positive("dollars_per_gpu_hour", dollars_per_gpu_hour))


# --8<-- [end:energy]
