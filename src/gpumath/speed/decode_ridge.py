"""How many sequences must share a decode step for it to wait for arithmetic, if any number does."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from gpumath.memory.kv_cache import kv_cache
from gpumath.models.model import Model
from gpumath.quantities import FlopPerByte, Sequences
from gpumath.speed.roofline import ridge_point
from gpumath.speed.steps import decode_work


@dataclass(frozen=True)
class DecodeRidge:
    """Where decode stands to the ridge point as its batch grows.

    Args:
        batch: the smallest with which decode waits for arithmetic; None if there is none.
        largest_intensity: what its intensity comes near, and never reaches, as the batch grows.
        ridge_point: of the GPU.
    """

    batch: Sequences | None
    largest_intensity: FlopPerByte
    ridge_point: FlopPerByte

    @property
    def reason(self) -> str:
        """Why, in a sentence with both numbers.

        >>> DecodeRidge(None, FlopPerByte(59.6), FlopPerByte(295.3)).reason
        'Decode stays below 59.6 FLOP/B with any batch, and the ridge point is 295.3 FLOP/B.'
        >>> DecodeRidge(Sequences(9), FlopPerByte(400), FlopPerByte(295.3)).reason
        'Decode reaches the ridge point, 295.3 FLOP/B, with 9 sequences; its limit is 400.0 FLOP/B.'
        """
        largest, ridge = f"{self.largest_intensity:.1f FLOP/B}", f"{self.ridge_point:.1f FLOP/B}"
        if self.batch is None:
            return f"Decode stays below {largest} with any batch, and the ridge point is {ridge}."
        return (
            f"Decode reaches the ridge point, {ridge}, with {self.batch:d sequences}; "
            f"its limit is {largest}."
        )


# --8<-- [start:decode_ridge]
def decode_ridge(
    model: Model,
    context: int,
    flop_per_second: float,
    bytes_per_second: float,
    dtype: str = "bf16",
    kv_dtype: str = "bf16",
    *,
    attention: bool = True,
    all_parameters: bool = False,
) -> DecodeRidge:
    """The smallest batch with which decode reaches the ridge point, or why there is none.

    The weights are read once for the whole batch. But each sequence brings its own cache to read
    with its own FLOP, so a large batch comes near the ratio of these two. If that is not above the
    ridge point, no batch reaches it. Whether memory holds the batch is another question.

    Args:
        model: the shape.
        context: tokens of each sequence, the new one included.
        flop_per_second: peak of the GPU.
        bytes_per_second: bandwidth of its memory.
        dtype: what weights are stored in.
        kv_dtype: what keys and values are stored in.
        attention: as in `decode_work`.
        all_parameters: as in `decode_work`.

    >>> from gpumath.models.published import published
    >>> at = decode_ridge(published("Llama-3.1-8B"), 2048, 989.4e12, 3.35e12, attention=False)
    >>> at.batch is None, f"{at.largest_intensity:.1f FLOP/B}"
    (True, '55.9 FLOP/B')

    Raises:
        ValueError: a count below 1, a rate that is not above 0, an unknown dtype, a model with
            experts, or one without the sizes of its tables.
    """
    if model.active_parameters < model.parameters:
        raise ValueError(f"{model.name} has experts: how many a batch reads cannot be told")
    ridge = ridge_point(flop_per_second, bytes_per_second)
    one = decode_work(
        model, 1, context, dtype, kv_dtype, attention=attention, all_parameters=all_parameters
    )
    flop, cache = int(one.flop), int(kv_cache(model, 1, context, kv_dtype))
    read_once = int(one.moved) - cache
    exact = Fraction(float(flop_per_second)) / Fraction(float(bytes_per_second))
    gain = flop - cache * exact  # what each sequence brings beyond what its own cache allows
    batch = Sequences(ceil(read_once * exact / gain)) if gain > 0 else None
    return DecodeRidge(batch, FlopPerByte(flop / cache), ridge)


# --8<-- [end:decode_ridge]
