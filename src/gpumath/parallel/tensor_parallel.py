"""Tensor and expert parallelism: one GPU's part of a model is a smaller architecture."""

from dataclasses import replace

from gpumath.checks import whole
from gpumath.models.architecture import Architecture, Experts
from gpumath.models.attention import Attention, LatentAttention
from gpumath.quantities import Gpus


def shard(
    model: Architecture, *, tensor: int = 1, expert: int = 1, expert_tensor: int | None = None
) -> Architecture:
    """The part of a model that one GPU holds: an architecture with fewer heads and experts.

    Heads, MLPs and vocabulary are divided over `tensor` GPUs. Norms, routers and learned positions
    are on each, and so is the latent of latent attention. With more GPUs than KV heads each holds
    one KV head, so that several hold the same. A vocabulary that does not divide is padded. Routed
    experts are divided by number over `expert` GPUs, and each one's width over `expert_tensor`: as
    many as `tensor` if not given, as in Megatron.

    Parameters, KV cache and activations of the part follow from its sizes, by the same formulas.

    Source: Shoeybi et al., Megatron-LM, arXiv 1909.08053 §3; Megatron Core's documentation on
    mixtures of experts.

    >>> from gpumath.models.published import published
    >>> part = shard(published("Llama-3.1-70B"), tensor=16)
    >>> part.attention.heads, part.attention.kv_heads, part.parameters
    (4, 1, Parameters(4494729216))

    Raises:
        ValueError: heads, KV heads, widths or experts that cannot be divided so.
    """
    ranks = whole("tensor", tensor)
    _divides(model, "heads", model.attention.heads, ranks)
    _divides(model, "mlp_width", model.mlp_width, ranks)
    attention: Attention | LatentAttention
    if isinstance(model.attention, Attention):
        kv_heads = model.attention.kv_heads
        if kv_heads % ranks and ranks % kv_heads:
            gpus = f"{Gpus(ranks):d GPUs}"
            raise ValueError(f"{model.name}: {gpus} can neither share nor copy {kv_heads} kv_heads")
        attention = replace(
            model.attention,
            heads=model.attention.heads // ranks,
            kv_heads=max(1, kv_heads // ranks),
        )
    else:
        attention = replace(model.attention, heads=model.attention.heads // ranks)
    return replace(
        model,
        attention=attention,
        mlp_width=model.mlp_width // ranks,
        vocab=-(-model.vocab // ranks),
        experts=_experts(model, ranks, whole("expert", expert), expert_tensor),
    )


def _experts(
    model: Architecture, tensor: int, expert: int, expert_tensor: int | None
) -> Experts | None:
    experts = model.experts
    parts = whole("expert_tensor", tensor if expert_tensor is None else expert_tensor)
    if experts is None:
        if expert > 1 or expert_tensor not in (None, 1):
            raise ValueError(f"{model.name} has no experts to divide over GPUs")
        return None
    _divides(model, "experts", experts.count, expert)
    _divides(model, "width of an expert", experts.width, parts)
    _divides(model, "width of the shared MLP", experts.shared_width, tensor)
    return replace(
        experts,
        held=experts.count // expert,
        width=experts.width // parts,
        shared_width=experts.shared_width // tensor,
    )


def _divides(model: Architecture, what: str, size: int, ranks: int) -> None:
    if size % ranks:
        gpus = f"{Gpus(ranks):d GPUs}"
        raise ValueError(f"{model.name}: {what} ({size}) cannot be divided evenly by {gpus}")


def counts_that_divide(model: Architecture, at_most: int) -> tuple[int, ...]:
    """Counts of GPUs, up to `at_most`, that can share the model by tensor parallelism.

    >>> from gpumath.models.published import published
    >>> counts_that_divide(published("Qwen2.5-7B"), at_most=16)
    (1, 2, 4)

    Raises:
        ValueError: `at_most` below 1.
    """

    def divides(count: int) -> bool:
        try:
            shard(model, tensor=count)
        except ValueError:
            return False
        return True

    return tuple(filter(divides, range(1, whole("at_most", at_most) + 1)))
