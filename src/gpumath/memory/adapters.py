"""Fine-tuning with adapters (LoRA, QLoRA): frozen weights, and the state of a few trained."""

from collections.abc import Iterable

from gpumath.checks import one_of, whole
from gpumath.memory.bill import Term
from gpumath.memory.kept import matrices_in_layer
from gpumath.memory.training_state import training_state
from gpumath.models.architecture import Architecture
from gpumath.precision import size_of
from gpumath.quantities import Parameters


def lora_parameters(
    model: Architecture, rank: int, projections: Iterable[str] | None = None
) -> Parameters:
    """Parameters of low-rank adapters: for a matrix of n × m, two of n × rank and rank × m.

    Args:
        model: the architecture that is adapted, in all its layers.
        rank: width between the two matrices.
        projections: which matrices of a layer get adapters, of "query", "key", "value", "output",
            "gate", "up" and "down"; all that there are if not given.

    Source: Hu et al., LoRA, arXiv 2106.09685 §4.1.

    >>> from gpumath.models.published import published
    >>> lora_parameters(published("Llama-2-7B"), rank=8, projections=["query", "value"])
    Parameters(4194304)

    Raises:
        ValueError: a rank below 1, an unknown projection or none, or a model with experts or latent
            attention.
    """
    shapes = model.layer_matrices()
    chosen = list(dict.fromkeys(shapes if projections is None else projections))
    if isinstance(projections, str) or not chosen:
        raise ValueError(f"projections must be a list of names, not {projections!r}")
    sides = sum(sum(shapes[one_of("projection", name, shapes)]) for name in chosen)
    return Parameters(model.layers * whole("rank", rank) * sides)


def adapter_state(
    model: Architecture, trainable: int, frozen_dtype: str = "bf16", convention: str = "fp32"
) -> tuple[Term, ...]:
    """The terms of fine-tuning that do not depend on the batch: frozen weights, trained adapters.

    Frozen weights have neither gradients nor moments. In a format below 16 bits only the layers'
    matrices are stored; embeddings, head and norms stay in BF16, as in QLoRA.

    Args:
        model: the frozen model.
        trainable: parameters of the adapters.
        frozen_dtype: "bf16" for LoRA, "nf4" for QLoRA, or another.
        convention: how the adapters' state is counted, see `training_state`.

    Source: Dettmers et al., QLoRA, arXiv 2305.14314 §3.

    >>> from gpumath.models.published import published
    >>> llama = published("Llama-2-7B")
    >>> for term in adapter_state(llama, trainable=39_976_960, frozen_dtype="nf4"):
    ...     print(f"{term.label:20} {term.size:.2f GB}")
    Frozen matrices      3.34 GB
    Frozen, not matrices 0.52 GB
    Adapters: weights    0.16 GB
    Adapters: gradients  0.16 GB
    Adapters: moments    0.32 GB

    Raises:
        ValueError: as `lora_parameters`; an unknown dtype or convention.
    """
    matrices = model.layers * matrices_in_layer(model)
    rest = int(model.parameters) - matrices
    rest_dtype = frozen_dtype if frozen_dtype in ("fp32", "fp16") else "bf16"
    trained = (
        Term(term.kind, f"Adapters: {term.label.lower()}", term.size, term.formula)
        for term in training_state(whole("trainable", trainable), convention)
    )
    return (
        _frozen("Frozen matrices", matrices, frozen_dtype),
        _frozen("Frozen, not matrices", rest, rest_dtype),
        *trained,
    )


def _frozen(label: str, count: int, dtype: str) -> Term:
    return Term("weights", label, size_of(count, dtype), f"parameters × bytes of {dtype.upper()}")
