"""Memory of serving a model: weights, the KV cache, and one layer's activations at a time."""

from gpumath.checks import whole
from gpumath.memory.bill import Bill, Term, product
from gpumath.memory.kv_cache import kv_cache_term
from gpumath.models.model import Model
from gpumath.quantities import Bytes


# --8<-- [start:live_activations]
def live_activations(
    model: Model, batch: int, seq_len: int, live_tensors: int, dtype: str
) -> Bytes:
    """Bytes of the tensors that are alive at once while a forward pass walks through one layer.

    There are `live_tensors` of shape batch × seq_len × hidden. They do not add up over layers: the
    next layer reuses the memory.

    This is the lesson's own rough count.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> live_activations(toy, batch=3, seq_len=5, live_tensors=4, dtype="bf16")
    Bytes(960)

    Raises:
        ValueError: a count below 1, or an unknown dtype.
    """
    return _live(model, batch, seq_len, live_tensors, dtype).size


def _live(model: Model, batch: int, seq_len: int, live_tensors: int, dtype: str) -> Term:
    return product(
        "activations",
        "Activations",
        dtype,
        live_tensors=whole("live_tensors", live_tensors),
        batch=whole("batch", batch),
        seq_len=whole("seq_len", seq_len),
        hidden=model.hidden,
    )


# --8<-- [end:live_activations]


def inference_bill(
    model: Model,
    batch: int,
    seq_len: int,
    live_tensors: int,
    dtype: str = "bf16",
    *,
    weights_dtype: str | None = None,
    cache_dtype: str | None = None,
) -> Bill:
    """What a GPU keeps while it reads the prompts of a whole batch (prefill), its widest moment.

    Args:
        model: the shape.
        batch: sequences in memory.
        seq_len: tokens in each.
        live_tensors: see `live_activations`.
        dtype: what activations are stored in; weights and cache too, unless told otherwise.
        weights_dtype: what weights are stored in, for example "fp8".
        cache_dtype: what keys and values are stored in.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> inference_bill(toy, batch=3, seq_len=5, live_tensors=4).total
    Bytes(3440)

    Raises:
        ValueError: a count below 1, or an unknown dtype.
    """
    return Bill(
        "inference",
        (
            product("weights", "Weights", weights_dtype or dtype, parameters=model.parameters),
            kv_cache_term(model, batch, seq_len, cache_dtype or dtype),
            _live(model, batch, seq_len, live_tensors, dtype),
        ),
    )
