"""How fast steps can follow each other: the time of one, and tokens per second for all and each."""

from dataclasses import dataclass

from gpumath.checks import whole
from gpumath.quantities import Seconds, TokensPerSecond
from gpumath.speed.roofline import tokens_per_second
from gpumath.speed.work import Work


@dataclass(frozen=True)
class StepSpeed:
    """A step's shortest time, and what that makes in tokens per second at most.

    Args:
        time: of one step.
        throughput: tokens of all sequences.
        per_sequence: tokens of each; in decode what one user sees.
    """

    time: Seconds
    throughput: TokensPerSecond
    per_sequence: TokensPerSecond


def step_speed(
    work: Work, batch: int, tokens_each: int, flop_per_second: float, bytes_per_second: float
) -> StepSpeed:
    """The bounds of a step that does `work`, on one GPU with these two rates.

    Args:
        work: of the step.
        batch: sequences in it.
        tokens_each: tokens that it computes of each sequence: 1 in decode, all of them in prefill
            and training.
        flop_per_second: peak of the GPU.
        bytes_per_second: bandwidth of its memory.

    >>> from gpumath.quantities import Bytes, Flop
    >>> speed = step_speed(Work(Flop(600), Bytes(8)), 4, 1, flop_per_second=100, bytes_per_second=1)
    >>> speed.time, speed.throughput, speed.per_sequence
    (Seconds(8.0), TokensPerSecond(0.5), TokensPerSecond(0.125))

    Raises:
        ValueError: a count below 1, or a rate that is not above 0.
    """
    time = work.time(flop_per_second, bytes_per_second)
    per_sequence = tokens_per_second(time) * whole("tokens_each", tokens_each)
    return StepSpeed(time, per_sequence * whole("batch", batch), per_sequence)
