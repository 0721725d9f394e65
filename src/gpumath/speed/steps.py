"""The work of the three steps: training, prefill (a whole prompt), decode (one more token).

All of it is counted from below, so that `Work.time` is a lower bound for any model that is larger
than the GPU's caches:

- Activations are left out of the bytes, the few rows that are looked up in tables with them.
- Of a mixture of experts, each token computes with its active experts; of the bytes, only as many
  experts are read as are active for one token, and each once. That is exact in decode at batch 1.
  With more tokens more experts are read, up to all of them.
- Latent attention is counted as engines compute it: absorbed in decode, rebuilt in prefill.
- Layers that keep no cache have no attention here; what they do instead is not counted.

Two choices have a name, because the field makes them in both ways:

- `attention`: attention's own products are counted, or left out as in "2N" and "6N".
- `all_parameters`: every parameter is multiplied with every token, as in "2N" and "6N", where N is
  the number of active parameters. Otherwise the tables of embeddings and of learned positions are
  left out, since a look-up does no arithmetic; a table that is also the head (tied) is counted as
  the head. And in prefill the head multiplies the last token of each prompt only, as serving
  engines do it. This needs an `Architecture`, which knows the sizes of its tables. With
  `all_parameters` the time can be above the bound: by what look-up tables would take and, in
  prefill, the head for all other tokens.
"""

from gpumath.checks import whole
from gpumath.memory.kv_cache import kv_cache
from gpumath.memory.weights import weights
from gpumath.models.architecture import Architecture
from gpumath.models.model import Model
from gpumath.quantities import Flop
from gpumath.speed.attention_flop import causal_attention_flop, decode_attention_flop
from gpumath.speed.compute import inference_flop_per_token, training_flop_per_token
from gpumath.speed.work import Work


# --8<-- [start:training_work]
def training_work(
    model: Model,
    batch: int,
    seq_len: int,
    dtype: str = "bf16",
    *,
    attention: bool = True,
    all_parameters: bool = False,
) -> Work:
    """A forward and a backward pass over `batch` whole sequences; the update is not counted.

    Each product of the forward pass comes with two in the backward pass, so a parameter takes
    six FLOP for each token, attention three times its forward FLOP, and each weight is moved three
    times: read in the forward pass, read for the gradient of the input, and its own gradient
    written.

    Args:
        model: the shape.
        batch: sequences in one step.
        seq_len: tokens in each.
        dtype: what weights and gradients are moved in.
        attention: count attention's own FLOP; see above.
        all_parameters: count every parameter for every token; see above.

    Sources: Kaplan et al., "Scaling Laws", arXiv 2001.08361 §2.1 (6N); Chowdhery et al., "PaLM",
    arXiv 2204.02311 appendix B (attention, without its factor for causality).

    >>> from gpumath.models.published import published
    >>> work = training_work(published("Llama-3.1-8B"), batch=8, seq_len=2048)
    >>> f"{work.flop:.0f TFLOP}, {work.moved:.1f GB}"
    '764 TFLOP, 45.0 GB'

    Raises:
        ValueError: a count below 1, an unknown dtype, or a model without the sizes of its tables.
    """
    sequences, length = whole("batch", batch), whole("seq_len", seq_len)
    parameters = sum(_multiplied(model, all_parameters))
    flop = training_flop_per_token(parameters) * sequences * length
    if attention:
        flop += causal_attention_flop(model, length) * sequences * 3
    return Work(flop, weights(parameters, dtype) * 3)


# --8<-- [end:training_work]


# --8<-- [start:prefill_work]
def prefill_work(
    model: Model,
    batch: int,
    seq_len: int,
    dtype: str = "bf16",
    kv_dtype: str = "bf16",
    *,
    attention: bool = True,
    all_parameters: bool = False,
) -> Work:
    """One pass over `batch` whole prompts: it reads the weights once and writes the KV cache.

    Args:
        model: the shape.
        batch: prompts that are read together.
        seq_len: tokens in each.
        dtype: what weights are stored in.
        kv_dtype: what keys and values are stored in.
        attention: count attention's own FLOP; see above.
        all_parameters: count every parameter for every token; see above.

    >>> from gpumath.models.published import published
    >>> work = prefill_work(published("Llama-3.1-8B"), batch=1, seq_len=2048)
    >>> f"{work.flop:.1f TFLOP}, {work.moved:.1f GB}"
    '29.7 TFLOP, 15.3 GB'

    Raises:
        ValueError: a count below 1, an unknown dtype, or a model without the sizes of its tables.
    """
    sequences, length = whole("batch", batch), whole("seq_len", seq_len)
    body, head = _multiplied(model, all_parameters)
    flop = Flop(2 * (body * length + head) * sequences)
    if attention:
        flop += causal_attention_flop(model, length) * sequences
    return Work(flop, weights(body + head, dtype) + kv_cache(model, batch, length, kv_dtype))


# --8<-- [end:prefill_work]


# --8<-- [start:decode_work]
def decode_work(
    model: Model,
    batch: int,
    context: int,
    dtype: str = "bf16",
    kv_dtype: str = "bf16",
    *,
    attention: bool = True,
    all_parameters: bool = False,
) -> Work:
    """One more token for each of `batch` sequences.

    It reads the weights once for all of them, and the KV cache of each.

    Args:
        model: the shape.
        batch: sequences in the step.
        context: tokens of each, the new one included.
        dtype: what weights are stored in.
        kv_dtype: what keys and values are stored in.
        attention: count attention's own FLOP; see above.
        all_parameters: count every parameter for every token; see above.

    >>> from gpumath.models.published import published
    >>> work = decode_work(published("Llama-3.1-8B"), batch=8, context=2048)
    >>> f"{work.moved:.1f GB}, {work.intensity:.1f FLOP/B}"
    '17.2 GB, 7.5 FLOP/B'

    Raises:
        ValueError: a count below 1, an unknown dtype, or a model without the sizes of its tables.
    """
    sequences, length = whole("batch", batch), whole("context", context)
    parameters = sum(_multiplied(model, all_parameters))
    flop = inference_flop_per_token(parameters) * sequences
    if attention:
        flop += decode_attention_flop(model, length) * sequences
    return Work(flop, weights(parameters, dtype) + kv_cache(model, batch, length, kv_dtype))


# --8<-- [end:decode_work]


def _multiplied(model: Model, all_parameters: bool) -> tuple[int, int]:
    """Parameters that every token is multiplied with, and those of the head if they are apart."""
    if all_parameters:
        return int(model.active_parameters), 0
    if not isinstance(model, Architecture):
        raise ValueError(
            f"{model.name}: how many of its parameters are tables is not known; "
            "count all_parameters, or describe it as an Architecture"
        )
    groups, head = model.parameters_by_group, model.vocab * model.hidden
    tables = groups["embedding"] + groups["positions"]
    outside = int(tables + groups["head"])
    return int(model.active_parameters) - outside, head
