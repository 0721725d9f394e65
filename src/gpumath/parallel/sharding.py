"""Data parallelism: what each GPU keeps when the state is shared in ZeRO's stages, or not."""

from collections.abc import Callable, Iterable

from gpumath.checks import whole
from gpumath.memory.bill import Bill, Term, product
from gpumath.memory.training import training_bill
from gpumath.memory.training_state import convention_named
from gpumath.models.model import Model
from gpumath.quantities import Gpus


def sharded_state(
    parameters: int,
    convention: str,
    gpus: int,
    stage: int,
    *,
    whole_gradients: bool = False,
    gathered: int = 0,
) -> tuple[Term, ...]:
    """The training state on each GPU: copies that are shared from this stage on, and whole ones.

    ZeRO's stage 0 is plain data parallelism: every GPU keeps everything. From stage 1 on each keeps
    its share of the optimizer state, from 2 on also of the gradients, from 3 on (FSDP) also of the
    weights. Shares are rounded up: this is the
    fullest GPU. (FSDP shares each tensor by itself and pads it; that is a little more.)

    Args:
        parameters: of the model.
        convention: by which the copies are counted, see `training_state`.
        gpus: that share the state.
        stage: 0 to 3.
        whole_gradients: gradients stay whole although the stage shares them, as FSDP2 keeps them
            while it accumulates without exchanging them after each micro-batch.
        gathered: parameters whose 16-bit weights are whole at once while they compute. In stage 3
            that is the layer at work and the next one.

    Source: Rajbhandari et al., ZeRO, arXiv 1910.02054 §5 and figure 1.

    >>> [f"{sum(term.size for term in sharded_state(7_500_000_000, 'zero', 64, stage)):.1f GB}"
    ...  for stage in range(4)]
    ['120.0 GB', '31.4 GB', '16.6 GB', '1.9 GB']

    Raises:
        ValueError: a count below 1 (`gathered`: below 0), an unknown convention, or another stage.
    """
    count, ranks = whole("parameters", parameters), whole("gpus", gpus)
    if whole("stage", stage, at_least=0) > 3:
        raise ValueError(f"stage must be 0, 1, 2 or 3, not {stage}")
    terms = []
    for copy in convention_named(convention).copies:
        shared = stage >= copy.sharded_from and not (whole_gradients and copy.kind == "gradients")
        terms.append(copy.term(count, ranks if shared else 1))
    if whole("gathered", gathered, at_least=0):
        if stage < 3 or gathered > count:
            raise ValueError(f"gathered is for stage 3, at most {count}, not {gathered}")
        terms.append(product("weights", "Gathered weights", 2, parameters_at_work=gathered))
    return tuple(terms)


def data_parallel_bill(
    state: Iterable[Term],
    activations: Callable[[int], Iterable[Term]],
    batch: int,
    gpus: int,
    *,
    uneven: bool = False,
) -> Bill:
    """What each of several GPUs keeps when every one trains on its part of the batch.

    Args:
        state: the terms that do not depend on the batch, on one GPU.
        activations: gives the terms that do, for a number of sequences.
        batch: sequences of all GPUs together.
        gpus: that share the batch.
        uneven: a batch that cannot be shared evenly is allowed, and this is the fullest GPU.

    >>> from gpumath.precision import size_of
    >>> state = sharded_state(1000, "fp32", gpus=2, stage=3)
    >>> one = lambda batch: [Term("activations", "Activations", size_of(batch, "bf16"), "batch")]
    >>> data_parallel_bill(state, one, batch=8, gpus=2).total
    Bytes(8008)

    Raises:
        ValueError: a count below 1, fewer sequences than GPUs, or a batch that cannot be shared
            evenly though it must.
    """
    sequences, ranks = whole("batch", batch), Gpus(whole("gpus", gpus))
    if ranks > sequences:
        raise ValueError(f"a batch of {sequences} leaves some of {ranks:d GPUs} without work")
    if sequences % int(ranks) and not uneven:
        raise ValueError(f"a batch of {sequences} cannot be shared evenly by {ranks:d GPUs}")
    fullest = -(-sequences // int(ranks))
    return Bill(f"training on {ranks:d GPUs}, each", (*state, *activations(fullest)))


# --8<-- [start:sharded_training_bill]
def sharded_training_bill(
    model: Model,
    batch: int,
    seq_len: int,
    tensors_per_layer: int,
    gpus: int,
    stage: int,
    *,
    dtype: str = "bf16",
    convention: str = "fp32",
) -> Bill:
    """What each of several GPUs keeps of `training_bill` when they share its batch and its state.

    Args:
        model: the shape.
        batch: sequences of all GPUs together.
        seq_len: tokens in one sequence.
        tensors_per_layer: see `kept_activations`.
        gpus: that share the batch evenly.
        stage: which copies of the state they share, see `sharded_state`.
        dtype: what activations are stored in.
        convention: see `training_state`.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> [int(sharded_training_bill(toy, 4, 5, tensors_per_layer=12, gpus=2, stage=stage).total)
    ...  for stage in (0, 3)]
    [19840, 11840]

    Raises:
        ValueError: as `sharded_state`, `data_parallel_bill` and `training_bill`.
    """

    def activations(sequences: int) -> list[Term]:
        alone = training_bill(model, sequences, seq_len, tensors_per_layer, dtype, convention)
        return [term for term in alone.terms if term.kind == "activations"]

    state = sharded_state(model.parameters, convention, gpus, stage)
    return data_parallel_bill(state, activations, batch, gpus)


# --8<-- [end:sharded_training_bill]
