"""Arithmetic per token: how many floating-point operations a model does."""

from gpumath.checks import whole
from gpumath.quantities import Flop


def inference_flop_per_token(parameters: int) -> Flop:
    """FLOP of one token's forward pass: a multiplication and an addition for each parameter.

    Attention's own products are left out; at a few thousand tokens they are a small part.
    Source: Kaplan et al., "Scaling Laws", arXiv 2001.08361 §2.1 (2N).

    >>> inference_flop_per_token(1000)
    Flop(2000)

    Raises:
        ValueError: `parameters` below 1.
    """
    return Flop(2 * whole("parameters", parameters))


def training_flop_per_token(parameters: int) -> Flop:
    """FLOP of one token's forward and backward pass.

    For each product of the forward pass the backward pass does two: one gives the gradient of the
    input, one that of the weights.
    Source: Kaplan et al., "Scaling Laws", arXiv 2001.08361 §2.1 (6N).

    >>> training_flop_per_token(1000)
    Flop(6000)

    Raises:
        ValueError: `parameters` below 1.
    """
    return Flop(6 * whole("parameters", parameters))
