"""What each GPU sends when a model is shared: by ZeRO's stage, and in tensor parallelism."""

from gpumath.checks import whole
from gpumath.models.model import Model
from gpumath.precision import size_of
from gpumath.quantities import Bytes
from gpumath.speed.exchange import all_gather_sent, all_reduce_sent


# --8<-- [start:data_parallel_sent]
def data_parallel_sent(
    weights: int,
    gradients: int,
    gpus: int,
    stage: int,
    micro_batches: int = 1,
    *,
    whole_gradients: bool = False,
) -> Bytes:
    """Bytes that each GPU sends in one optimizer step of data parallelism, by ZeRO's stage.

    Stage 0 sums up the gradients on every GPU. From stage 1 on each GPU gets the sum of its share
    only, updates its share of the weights, and the new weights are gathered: as many bytes. From
    stage 2 on a GPU has room for its share of the gradients only, so they are summed up after each
    micro-batch. In stage 3 (FSDP) the weights are gathered for every forward and every backward
    pass, and not after the update.

    Args:
        weights: bytes of all the weights, as they are gathered.
        gradients: bytes of all the gradients, as they are summed up.
        gpus: that share the batch.
        stage: 0 to 3; see `sharded_state`.
        micro_batches: of one optimizer step.
        whole_gradients: gradients stay whole although the stage shares them, and are summed up
            after the last micro-batch; see `sharded_state`.

    Source: Rajbhandari et al., ZeRO, arXiv 1910.02054 §7.

    >>> [int(data_parallel_sent(weights=800, gradients=800, gpus=8, stage=stage))
    ...  for stage in range(4)]
    [1400, 1400, 1400, 2100]

    Raises:
        ValueError: a size or a count below 1, or another stage.
    """
    sums = all_gather_sent(whole("gradients", gradients), gpus)
    gathered = all_gather_sent(whole("weights", weights), gpus)
    passes = whole("micro_batches", micro_batches)
    if whole("stage", stage, at_least=0) > 3:
        raise ValueError(f"stage must be 0, 1, 2 or 3, not {stage}")
    if stage == 0:
        return all_reduce_sent(gradients, gpus)
    if stage >= 2 and not whole_gradients:
        sums *= passes
    return sums + gathered * (2 * passes if stage == 3 else 1)


# --8<-- [end:data_parallel_sent]


# --8<-- [start:tensor_parallel_sent]
def tensor_parallel_sent(model: Model, tokens: int, gpus: int, dtype: str = "bf16") -> Bytes:
    """Bytes that each GPU sends in one forward pass of tensor parallelism.

    In every layer the GPUs sum up what their parts of attention put out, and what their parts of
    the MLP put out: two all-reduces of tokens × hidden numbers. A backward pass does the same
    again. The embedding's sum, as much as one half of a layer, and the logits are not counted.

    Args:
        model: the shape, whole.
        tokens: that share the pass: one for each sequence in decode.
        gpus: that share the model.
        dtype: what activations are sent in.

    Source: Shoeybi et al., Megatron-LM, arXiv 1909.08053 §3.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> tensor_parallel_sent(toy, tokens=3, gpus=2), tensor_parallel_sent(toy, tokens=3, gpus=1)
    (Bytes(192), Bytes(0))

    Raises:
        ValueError: a count below 1, or an unknown dtype.
    """
    put_out = size_of(whole("tokens", tokens) * model.hidden, dtype)
    return all_reduce_sent(put_out, gpus) * (2 * model.layers)


# --8<-- [end:tensor_parallel_sent]
