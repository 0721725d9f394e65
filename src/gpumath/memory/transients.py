"""What is alive at the widest moment of a forward pass without gradients: prefill and decode.

The sizes are equal to the byte to what PyTorch 2.13 holds beside weights and KV cache, with Hugging
Face transformers 5.24 or with hand-written layers: tests/oracle holds the measurements.
"""

from gpumath.checks import one_of, whole
from gpumath.memory.bill import Bill, Term, product
from gpumath.memory.kept import Implementation, implementation_named, within_limits
from gpumath.memory.kv_cache import kv_cache
from gpumath.models.architecture import Architecture
from gpumath.models.attention import Attention


def prefill_transients(
    model: Architecture, implementation: str, batch: int, seq_len: int, logits: str = "last"
) -> Bill:
    """What is alive, beside weights and cache, at the widest moment of reading the prompts.

    Engines that read long prompts in chunks need it for one chunk only. Equal to what was measured
    for models of the usual proportions: an MLP at least twice as wide as the heads together.

    Args:
        model: the architecture; rotary positions and a gated MLP, or GPT-2's.
        implementation: one of `IMPLEMENTATIONS`, by name; 16-bit.
        batch: sequences.
        seq_len: tokens in each.
        logits: computed for the "last" token of each sequence, or for "all".

    >>> from gpumath.models.published import published
    >>> llama = published("Llama-3.1-8B")
    >>> widest = prefill_transients(llama, "Hugging Face bf16", batch=8, seq_len=2048)
    >>> widest.name, widest.total
    ('prefill, in the MLP', Bytes(1947222016))

    Raises:
        ValueError: a count below 1, an unknown implementation or choice of logits, or a model or
            implementation that was not measured.
    """
    how, attention = _measured(model, implementation, whole("seq_len", seq_len))
    one_of("choice of logits", logits, ("last", "all"))
    tokens = whole("batch", batch) * seq_len
    rows = tokens if logits == "all" else batch
    moments = [
        Bill("prefill, in the MLP", _mlp(model, attention, how, tokens, seq_len)),
        Bill("prefill, at the logits", _logits(model, attention, how, tokens, rows, seq_len)),
    ]
    if how.scores:
        moments.append(Bill("prefill, in attention", _scores(model, attention, tokens, seq_len)))
    return max(moments, key=lambda bill: bill.total)


def decode_transients(model: Architecture, implementation: str, batch: int, context: int) -> Bill:
    """What is alive, beside weights and cache, at the widest moment of making one more token.

    Hugging Face's cache grows by being copied, layer by layer; while it copies, the old values of
    one layer are still there. Engines and hand-written layers write into memory set aside before.

    Args:
        model: the architecture.
        implementation: one of `IMPLEMENTATIONS`, by name; 16-bit.
        batch: sequences.
        context: tokens in the cache of each before the step.

    >>> from gpumath.models.published import published
    >>> decode_transients(published("Llama-3.1-8B"), "lean", batch=8, context=2048).total
    Bytes(2183680)

    Raises:
        ValueError: as `prefill_transients`.
    """
    # The new token is one more than the context.
    how, attention = _measured(model, implementation, whole("context", context) + 1)
    whole("batch", batch)
    if how.scores:
        raise ValueError(f"what is alive in decode was not measured for {implementation!r}")
    moments = {
        "in the MLP": _mlp(model, attention, how, batch, 1),
        "at the logits": _logits(model, attention, how, batch, batch, 1),
    }
    ids: tuple[Term, ...] = ()  # of the new tokens; in hand-written code they are the caller's
    if not how.fused_norms:
        moments["copying the cache"] = _copying(model, attention, batch, context)
        ids = (_live("Token ids", 8, batch=batch),)
    bills = [Bill(f"decode, {moment}", (*terms, *ids)) for moment, terms in moments.items()]
    return max(bills, key=lambda bill: bill.total)


def inference_step(
    model: Architecture, implementation: str, batch: int, seq_len: int, logits: str = "last"
) -> tuple[Bill, Bill]:
    """The bills of both moments of serving: reading all prompts, and making the next token of each.

    Weights and cache are in 16 bits, like everything here.

    Args:
        model: the architecture.
        implementation: see `prefill_transients`.
        batch: sequences.
        seq_len: tokens in each prompt.
        logits: of the prompts, see `prefill_transients`.

    >>> from gpumath.models.published import published
    >>> step = inference_step(published("Llama-3.1-8B"), "Hugging Face bf16", 8, 2048)
    >>> [f"{bill.name}: {bill.total:.2f GB}" for bill in step]
    ['prefill, in the MLP: 20.16 GB', 'decode, copying the cache: 18.24 GB']

    Raises:
        ValueError: as `prefill_transients`.
    """
    prefill = prefill_transients(model, implementation, batch, seq_len, logits)
    decode = decode_transients(model, implementation, batch, seq_len)
    standing = product("weights", "Weights", 2, parameters=int(model.parameters))

    def bill(transients: Bill, tokens: int) -> Bill:
        cache = kv_cache(model, batch, tokens, "bf16")
        cached = Term("kv_cache", "KV cache", cache, "batch × tokens × bytes per token")
        return Bill(transients.name, (standing, cached, *transients.terms))

    return bill(prefill, seq_len), bill(decode, seq_len + 1)


def _measured(
    model: Architecture, implementation: str, seq_len: int
) -> tuple[Implementation, Attention]:
    how = implementation_named(implementation)
    attention = model.plain_attention("what is alive in inference")
    if how.dtype != "bf16":
        raise ValueError(f"inference was measured in bf16 only, not for {implementation!r}")
    within_limits(model, attention, seq_len)
    if how.scores and (attention.kind == "MQA" or model.norm == "layer"):
        raise ValueError(f"{model.name}: what is alive beside its scores was not measured")
    if model.norms_per_layer != 2 or attention.head_norms:
        raise ValueError(f"{model.name}: what is alive in inference was not measured for its norms")
    return how, attention


def _live(label: str, element: int, **factors: int) -> Term:
    return product("activations", label, element, **factors)


def _positions(
    model: Architecture, attention: Attention, seq_len: int, *, indices: bool
) -> tuple[Term, ...]:
    """Cosines and sines, or rows of the table; and the indices, which hand-written layers lack."""
    if model.learned_positions:
        table = _live("Position vectors", 2, seq_len=seq_len, hidden=model.hidden)
    else:
        label, head_dim = "Cosines and sines of the positions", attention.head_dim
        table = _live(label, 2, two=2, seq_len=seq_len, head_dim=head_dim)
    return (table, _live("Positions", 8, seq_len=seq_len)) if indices else (table,)


def _hidden(model: Architecture, tokens: int, vectors: int) -> Term:
    return _live("Hidden vectors", 2, vectors=vectors, tokens=tokens, hidden=model.hidden)


def _mlp(
    model: Architecture, attention: Attention, how: Implementation, tokens: int, seq_len: int
) -> tuple[Term, ...]:
    # Embeddings, input of the layer, of the MLP, and of its norm; hand-written code drops two.
    vectors = 2 if how.fused_norms else 4 if model.gated else 5
    tensors = 3 if model.gated and (how.fused_mlp or not how.fused_norms) else 4
    beside: tuple[Term, ...] = ()
    if how.scores:  # the layer's probabilities, which it gives back, and the mask
        beside = (
            _live("Probabilities", 2, tokens=tokens, heads=attention.heads, seq_len=seq_len),
            _live("Causal mask", 2, tokens=tokens, seq_len=seq_len),
        )
    return (
        *beside,
        _hidden(model, tokens, vectors),
        _live("Inside the MLP", 2, tensors=tensors, tokens=tokens, mlp_width=model.mlp_width),
        *_positions(model, attention, seq_len, indices=not how.fused_norms),
    )


def _logits(
    model: Architecture,
    attention: Attention,
    how: Implementation,
    tokens: int,
    rows: int,
    seq_len: int,
) -> tuple[Term, ...]:
    logits = product("logits", "Logits", 2, tokens=rows, vocab=model.vocab)
    if how.fused_norms:
        positions = _positions(model, attention, seq_len, indices=False)
        return (logits, _hidden(model, tokens, 2), *positions)
    return logits, _hidden(model, tokens, 1)


def _scores(
    model: Architecture, attention: Attention, tokens: int, seq_len: int
) -> tuple[Term, ...]:
    heads, head_dim = attention.heads, attention.head_dim
    scores = {"tokens": tokens, "heads": heads, "seq_len": seq_len}
    label, copied = "Queries", 1
    if attention.kind == "GQA":
        label, copied = "Queries; keys and values repeated for each head", 3
    return (
        _hidden(model, tokens, 3),
        _live(label, 2, tensors=copied, tokens=tokens, heads=heads, head_dim=head_dim),
        _live("Scores", 2, **scores),
        _live("Scores and probabilities, FP32", 4, two=2, **scores),
        _live("Causal mask", 2, tokens=tokens, seq_len=seq_len),
        *_positions(model, attention, seq_len, indices=True),
    )


def _copying(
    model: Architecture, attention: Attention, batch: int, context: int
) -> tuple[Term, ...]:
    kv_heads, head_dim = attention.kv_heads, attention.head_dim
    old = {"batch": batch, "context": context, "kv_heads": kv_heads, "head_dim": head_dim}
    heads = attention.heads + 2 * kv_heads
    return (
        product("kv_cache", "Old values of one layer", 2, **old),
        _hidden(model, batch, 3),
        _live("New query, key and value", 2, batch=batch, heads=heads, head_dim=head_dim),
        *_positions(model, attention, 1, indices=True),
    )
