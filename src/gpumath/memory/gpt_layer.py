"""Activations of a GPT-3-shaped layer in 16 bits, by the published formula of Korthikanti et al."""

from gpumath.checks import one_of, whole
from gpumath.quantities import Bytes

RECOMPUTE = ("none", "selective", "full")


def gpt_layer_activations(
    hidden: int,
    heads: int,
    batch: int,
    seq_len: int,
    *,
    recompute: str = "none",
    flash: bool = False,
    tensor_parallel: int = 1,
    sequence_parallel: bool = False,
) -> Bytes:
    """Bytes that one layer keeps on each GPU, with s tokens, batch b, width h and a heads.

    - nothing computed again: sbh(34 + 5as/h)
    - over t GPUs by tensor parallelism: sbh(10 + 24/t + 5as/(ht)), because norms and dropout are
      repeated on each; with sequence parallelism they are shared: sbh(34/t + 5as/(ht))
    - selective recomputation drops 5as/h: the score matrices are made again in the backward pass.
      FlashAttention never stores them, so with it nothing is left for selective to save.
    - full recomputation keeps the layer's input only: 2sbh

    The bytes of a number are in the coefficients: this holds for 16 bits and GPT-3's layer (dropout
    included, an MLP four times as wide as the model) only.

    Args:
        hidden: h, width of the model.
        heads: a, attention heads.
        batch: b, sequences.
        seq_len: s, tokens in each.
        recompute: "none", "selective" or "full".
        flash: attention does not store its score matrices.
        tensor_parallel: t, GPUs that share each layer.
        sequence_parallel: they share norms and dropout too.

    Source: Korthikanti et al., arXiv 2205.05198, equations 1 to 4 and table 2.

    >>> gpt_layer_activations(hidden=4096, heads=32, batch=8, seq_len=2048)
    Bytes(7650410496)

    Raises:
        ValueError: a count below 1, an unknown kind of recomputation, heads that the GPUs cannot
            share evenly, or sequence parallelism in full recomputation, for which the paper gives
            no formula.
    """
    one_of("kind of recomputation", recompute, RECOMPUTE)
    tokens = whole("batch", batch) * whole("seq_len", seq_len)
    ranks = whole("tensor_parallel", tensor_parallel)
    if whole("heads", heads) % ranks:
        raise ValueError(f"heads ({heads}) must be a multiple of tensor_parallel, not of {ranks}")
    row = tokens * whole("hidden", hidden)
    if recompute == "full":
        if sequence_parallel:
            raise ValueError("sequence_parallel must be false with full recomputation")
        return Bytes(2 * row)
    scores = 0 if flash or recompute == "selective" else 5 * heads * seq_len * tokens // ranks
    if sequence_parallel:
        return Bytes(-(-34 * row // ranks) + scores)
    return Bytes(10 * row + -(-24 * row // ranks) + scores)
