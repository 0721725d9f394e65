"""What is alive at the widest moment of a forward pass without gradients: prefill and decode.

The sizes are equal to the byte to what PyTorch 2.13 holds beside weights and KV cache, with Hugging
Face transformers 5.24 or with hand-written layers: tests/oracle holds the measurements.
"""

from gpumath.checks import one_of, whole
from gpumath.memory.bill import Bill, Term
from gpumath.memory.kept import Implementation, implementation
from gpumath.memory.kv_cache import kv_cache
from gpumath.memory.weights import weights
from gpumath.models.architecture import Architecture
from gpumath.models.attention import Attention
from gpumath.quantities import Bytes


def prefill_transients(
    model: Architecture, name: str, batch: int, seq_len: int, logits: str = "last"
) -> Bill:
    """What is alive, beside weights and cache, at the widest moment of reading the prompts.

    Engines that read long prompts in chunks need it for one chunk only.

    Args:
        model: the architecture; rotary positions and a gated MLP, or GPT-2's.
        name: of the implementation, one of `IMPLEMENTATIONS`; 16-bit.
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
    how, attention = _measured(model, name)
    one_of("choice of logits", logits, ("last", "all"))
    tokens = whole("batch", batch) * whole("seq_len", seq_len)
    rows = tokens if logits == "all" else batch
    moments = [
        Bill("prefill, in the MLP", _mlp(model, attention, how, tokens, seq_len)),
        Bill("prefill, at the logits", _logits(model, attention, how, tokens, rows, seq_len)),
    ]
    if how.scores:
        moments.append(
            Bill("prefill, in attention", _scores(model, attention, tokens, batch, seq_len))
        )
    return max(moments, key=lambda bill: bill.total)


def decode_transients(model: Architecture, name: str, batch: int, context: int) -> Bill:
    """What is alive, beside weights and cache, at the widest moment of making one more token.

    Hugging Face's cache grows by being copied, layer by layer; while it copies, the old values of
    one layer are still there. Engines and hand-written layers write into memory set aside before.

    Args:
        model: the architecture.
        name: of the implementation, one of `IMPLEMENTATIONS`; 16-bit.
        batch: sequences.
        context: tokens in the cache of each before the step.

    >>> from gpumath.models.published import published
    >>> decode_transients(published("Llama-3.1-8B"), "lean", batch=8, context=2048).total
    Bytes(2183680)

    Raises:
        ValueError: as `prefill_transients`.
    """
    how, attention = _measured(model, name)
    whole("batch", batch)
    whole("context", context)
    moments = [
        Bill("decode, in the MLP", _mlp(model, attention, how, batch, 1)),
        Bill("decode, at the logits", _logits(model, attention, how, batch, batch, 1)),
    ]
    if not how.fused_norms:
        moments.append(
            Bill("decode, copying the cache", _copying(model, attention, batch, context))
        )
    return max(moments, key=lambda bill: bill.total)


def inference_step(
    model: Architecture, name: str, batch: int, seq_len: int, logits: str = "last"
) -> tuple[Bill, Bill]:
    """The bills of both moments of serving: reading all prompts, and making the next token of each.

    Weights and cache are in 16 bits, like everything here.

    Args:
        model: the architecture.
        name: of the implementation, see `prefill_transients`.
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
    prefill = prefill_transients(model, name, batch, seq_len, logits)
    decode = decode_transients(model, name, batch, seq_len)
    standing = Term("weights", "Weights", weights(model.parameters, "bf16"), "parameters × 2 B")

    def bill(transients: Bill, tokens: int) -> Bill:
        cache = kv_cache(model, batch, tokens, "bf16")
        formula = "batch × tokens × bytes per token"
        cached = Term("kv_cache", "KV cache", cache, formula)
        return Bill(transients.name, (standing, cached, *transients.terms))

    return bill(prefill, seq_len), bill(decode, seq_len + 1)


def _measured(model: Architecture, name: str) -> tuple[Implementation, Attention]:
    how = implementation(name)
    attention = model.plain_attention("what is alive in inference")
    if how.dtype != "bf16":
        raise ValueError(f"what is alive in inference was measured in bf16 only, not for {name!r}")
    if model.norms_per_layer != 2 or attention.head_norms:
        raise ValueError(f"{model.name}: what is alive in inference was not measured for its norms")
    return how, attention


def _tensor(label: str, size: int, formula: str) -> Term:
    return Term("activations", label, Bytes(size), formula)


def _positions(
    model: Architecture, attention: Attention, how: Implementation, seq_len: int
) -> tuple[Term, ...]:
    """Cosines and sines, or rows of the table; and the indices, which hand-written layers lack."""
    if model.learned_positions:
        table = _tensor("Position vectors", 2 * seq_len * model.hidden, "seq_len × hidden × 2 B")
    else:
        table = _tensor(
            "Cosines and sines of the positions",
            4 * seq_len * attention.head_dim,
            "2 × seq_len × head_dim × 2 B",
        )
    if how.fused_norms:
        return (table,)
    return table, _tensor("Positions", 8 * seq_len, "seq_len × 8 B")


def _hidden(model: Architecture, tokens: int, copies: int) -> Term:
    return _tensor(
        "Hidden vectors",
        2 * tokens * copies * model.hidden,
        f"{copies} × tokens × hidden × 2 B",
    )


def _mlp(
    model: Architecture, attention: Attention, how: Implementation, tokens: int, seq_len: int
) -> tuple[Term, ...]:
    # Embeddings, input of the layer, of the MLP, and of its norm; hand-written code drops two.
    hidden = 2 if how.fused_norms else 4 if model.gated else 5
    width = 3 if model.gated and (how.fused_mlp or not how.fused_norms) else 4
    inside = _tensor(
        "Inside the MLP",
        2 * tokens * width * model.mlp_width,
        f"{width} × tokens × mlp_width × 2 B",
    )
    return (
        _hidden(model, tokens, hidden),
        inside,
        *_positions(model, attention, how, seq_len),
    )


def _logits(
    model: Architecture,
    attention: Attention,
    how: Implementation,
    tokens: int,
    rows: int,
    seq_len: int,
) -> tuple[Term, ...]:
    logits = Term("logits", "Logits", Bytes(2 * rows * model.vocab), "tokens × vocab × 2 B")
    if how.fused_norms:
        return (
            logits,
            _hidden(model, tokens, 2),
            *_positions(model, attention, how, seq_len),
        )
    return logits, _hidden(model, tokens, 1)


def _scores(
    model: Architecture, attention: Attention, tokens: int, batch: int, seq_len: int
) -> tuple[Term, ...]:
    scores = 10 * tokens * attention.heads * seq_len
    return (
        _hidden(model, tokens, 3),
        _tensor(
            "Queries, and keys and values repeated for each head",
            6 * tokens * attention.query_width,
            "3 × tokens × heads × head_dim × 2 B",
        ),
        _tensor("Scores and probabilities", scores, "tokens × heads × seq_len × 10 B"),
        _tensor("Causal mask", 2 * tokens * seq_len, "tokens × seq_len × 2 B"),
        *_positions(model, attention, implementation("Hugging Face bf16"), seq_len),
    )


def _copying(
    model: Architecture, attention: Attention, batch: int, context: int
) -> tuple[Term, ...]:
    new = attention.query_width + 2 * attention.key_width
    return (
        Term(
            "kv_cache",
            "Old values of one layer",
            Bytes(2 * batch * context * attention.key_width),
            "batch × context × kv_heads × head_dim × 2 B",
        ),
        _hidden(model, batch, 3),
        _tensor("New query, key and value", 2 * batch * new, "batch × their widths × 2 B"),
        _tensor("Token ids", 8 * batch, "batch × 8 B"),
        *_positions(model, attention, implementation("Hugging Face bf16"), 1),
    )
