"""Memory of a training step, roughly: the state that stays and a round count of activations."""

from gpumath.checks import whole
from gpumath.memory.bill import Bill, Term, product
from gpumath.memory.training_state import training_state
from gpumath.models.model import Model
from gpumath.quantities import Bytes


# --8<-- [start:kept_activations]
def kept_activations(
    model: Model, batch: int, seq_len: int, tensors_per_layer: int, dtype: str
) -> Bytes:
    """Bytes kept from the forward pass until the backward pass has used them.

    Each layer keeps `tensors_per_layer` tensors of shape batch × seq_len × hidden. How many depends
    on the implementation. The logits at the model's end are not counted.

    Source: Korthikanti et al., arXiv 2205.05198 §4, whose counting this is, with one round number
    for the tensors.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> kept_activations(toy, batch=3, seq_len=5, tensors_per_layer=12, dtype="bf16")
    Bytes(5760)

    Raises:
        ValueError: a count below 1, or an unknown dtype.
    """
    return _kept(model, batch, seq_len, tensors_per_layer, dtype).size


def _kept(model: Model, batch: int, seq_len: int, tensors_per_layer: int, dtype: str) -> Term:
    return product(
        "activations",
        "Activations",
        dtype,
        layers=model.layers,
        tensors_per_layer=whole("tensors_per_layer", tensors_per_layer),
        batch=whole("batch", batch),
        seq_len=whole("seq_len", seq_len),
        hidden=model.hidden,
    )


# --8<-- [end:kept_activations]


def training_bill(
    model: Model,
    batch: int,
    seq_len: int,
    tensors_per_layer: int,
    dtype: str = "bf16",
    convention: str = "fp32",
) -> Bill:
    """What one GPU would keep if it trained the whole model alone.

    State and activations are added up. Their peaks coincide only where gradients stay between
    micro-batches (accumulation); freed gradients make the true peak smaller.

    Args:
        model: the shape.
        batch: sequences in one step.
        seq_len: tokens in one sequence.
        tensors_per_layer: see `kept_activations`.
        dtype: what activations are stored in.
        convention: see `training_state`.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> training_bill(toy, batch=3, seq_len=5, tensors_per_layer=12).total
    Bytes(21760)

    Raises:
        ValueError: a count below 1, or an unknown dtype or convention.
    """
    kept = _kept(model, batch, seq_len, tensors_per_layer, dtype)
    return Bill("training", (*training_state(model.parameters, convention), kept))
