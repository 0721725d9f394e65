"""What real implementations keep of a forward pass for the backward pass, tensor by tensor.

Each function lists tensors, and their sizes are equal to the byte to what PyTorch 2.13 keeps with
Hugging Face transformers 5.24 or with hand-written layers: tests/oracle holds the measurements and
the script that repeats them.
"""

from dataclasses import dataclass, replace

from gpumath.checks import one_of, whole
from gpumath.memory.bill import Term, product
from gpumath.models.architecture import Architecture
from gpumath.models.attention import Attention


@dataclass(frozen=True, kw_only=True)
class Implementation:
    """How the layers of a transformer are written, as far as memory depends on it.

    Args:
        label: what readers see.
        dtype: "bf16" (everything), "fp32" (everything), or "autocast": FP32 weights and sums of
            layers, with 16-bit copies made for each matrix product.
        fused_norms: a norm is one operation that keeps its input; otherwise it is several that
            keep copies.
        fused_mlp: the activation function and the product after it are one operation.
        scores: attention keeps its score matrices. Without FlashAttention or its like it does.
    """

    label: str
    dtype: str
    fused_norms: bool = False
    fused_mlp: bool = False
    scores: bool = False

    @property
    def element(self) -> int:
        """Bytes of one number that enters a matrix product."""
        return 4 if self.dtype == "fp32" else 2

    @property
    def residual(self) -> int:
        """Bytes of one number of the hidden vector that goes from layer to layer."""
        return 2 if self.dtype == "bf16" else 4


IMPLEMENTATIONS = {
    "lean": Implementation(
        label="Fused norms and MLP, FlashAttention; also what torch.compile keeps",
        dtype="bf16",
        fused_norms=True,
        fused_mlp=True,
    ),
    "fused norms": Implementation(
        label="Fused norms, FlashAttention", dtype="bf16", fused_norms=True
    ),
    "Hugging Face bf16": Implementation(label="Hugging Face modules, BF16", dtype="bf16"),
    "Hugging Face autocast": Implementation(
        label="Hugging Face modules, autocast over FP32 weights", dtype="autocast"
    ),
    "Hugging Face fp32": Implementation(label="Hugging Face modules, FP32", dtype="fp32"),
    "Hugging Face bf16, scores": Implementation(
        label="Hugging Face modules, BF16, score matrices kept", dtype="bf16", scores=True
    ),
    "Hugging Face autocast, scores": Implementation(
        label="Hugging Face modules, autocast, score matrices kept", dtype="autocast", scores=True
    ),
    "Hugging Face fp32, scores": Implementation(
        label="Hugging Face modules, FP32, score matrices kept", dtype="fp32", scores=True
    ),
}
"""The implementations that were measured, by name."""


def implementation_named(name: str) -> Implementation:
    """The implementation of that name.

    >>> implementation_named("lean").dtype
    'bf16'

    Raises:
        ValueError: an unknown name.
    """
    return IMPLEMENTATIONS[one_of("implementation", name, IMPLEMENTATIONS)]


def kept_in_layer(
    model: Architecture, implementation: str, batch: int, seq_len: int
) -> tuple[Term, ...]:
    """What one layer keeps of a forward pass, one term for each tensor or group of like ones.

    Norms and rotary positions of Llama, or LayerNorm and GELU of GPT-2, without dropout and without
    a padding mask.

    Args:
        model: the architecture.
        implementation: one of `IMPLEMENTATIONS`, by name.
        batch: sequences.
        seq_len: tokens in each.

    Measured with PyTorch; see the module's first lines.

    >>> from gpumath.models.published import published
    >>> terms = kept_in_layer(published("Llama-3.1-8B"), "lean", batch=8, seq_len=2048)
    >>> sum(int(term.size) for term in terms)
    2283929600

    Raises:
        ValueError: a count below 1, an unknown implementation, or an architecture that was not
            measured: experts, latent attention, four norms, norms of heads, or a full window.
    """
    how = implementation_named(implementation)
    attention = _measured(model, how, seq_len)
    tokens = whole("batch", batch) * whole("seq_len", seq_len)
    heads, head_dim = attention.heads, attention.head_dim
    # Autocast makes a 16-bit copy of the norm's output for each matrix that reads it.
    readers = (3, 2) if how.dtype == "autocast" and model.norm == "rms" else (1, 1)

    def like_queries(label: str) -> Term:
        return _kept(label, how.element, tokens=tokens, heads=heads, head_dim=head_dim)

    def in_attention() -> tuple[Term, ...]:
        scores = {"tokens": tokens, "heads": heads, "seq_len": seq_len}
        exact = _kept("Attention probabilities, FP32", 4, **scores)
        if how.scores and how.element == 4:
            return (exact,)
        if how.scores:
            return exact, _kept("Attention probabilities, 16-bit", 2, **scores)
        return (_kept("Softmax's sums", 4, tokens=tokens, heads=heads),)

    def keys_or_values(label: str) -> Term:
        if how.scores:  # repeated for each query head
            return like_queries(label)
        kv_heads = attention.kv_heads
        return _kept(label, how.element, tokens=tokens, kv_heads=kv_heads, head_dim=head_dim)

    return (
        *_norm(model, how, tokens, "attention", readers[0]),
        like_queries("Queries"),
        keys_or_values("Keys"),
        keys_or_values("Values"),
        *in_attention(),
        like_queries("Attention's output"),
        *_norm(model, how, tokens, "MLP", readers[1]),
        _kept(
            "Inside the MLP",
            how.element,
            tensors=_mlp(model, how),
            tokens=tokens,
            mlp_width=model.mlp_width,
        ),
    )


def kept_outside_layers(
    model: Architecture, implementation: str, batch: int, seq_len: int
) -> tuple[Term, ...]:
    """What embedding, positions, last norm, output head and loss keep of a forward pass.

    Hugging Face's loss makes labels of its own, which are counted. Hand-written layers use the
    token ids once more. (GPT-2's LayerNorm is one operation in any case, so that with it "lean" is
    Hugging Face's modules too, with GELU as one operation.)

    >>> from gpumath.models.published import published
    >>> terms = kept_outside_layers(published("Llama-3.1-8B"), "Hugging Face bf16", 8, 2048)
    >>> sum(int(term.size) for term in terms)
    8943632388

    Raises:
        ValueError: as `kept_in_layer`.
    """
    how = implementation_named(implementation)
    attention = _measured(model, how, seq_len)
    tokens = whole("batch", batch) * whole("seq_len", seq_len)
    shifted = _kept("Labels", 8, labels=labels(batch, seq_len))
    return (
        _kept("Token ids", 8, tokens=tokens),
        _positions(model, attention, how, seq_len),
        *_norm(model, how, tokens, "head", 1),
        product("logits", "Log-probabilities", 4, tokens=tokens, vocab=model.vocab),
        *(() if how.fused_norms and model.norm == "rms" else (shifted,)),
        _kept("Count of labels", 4, number=1),
    )


def kept_in_model(
    model: Architecture,
    implementation: str,
    batch: int,
    seq_len: int,
    *,
    checkpointed: bool = False,
) -> tuple[Term, ...]:
    """What a whole forward pass keeps for the backward pass, autocast's copies of weights included.

    Args:
        model: the architecture.
        implementation: one of `IMPLEMENTATIONS`, by name.
        batch: sequences.
        seq_len: tokens in each.
        checkpointed: each layer keeps its input only, and is computed again when it is needed.

    >>> from gpumath.models.published import published
    >>> terms = kept_in_model(published("Llama-3.1-8B"), "Hugging Face bf16", 8, 2048)
    >>> sum(int(term.size) for term in terms)
    114241634308

    Raises:
        ValueError: as `kept_in_layer`.
    """
    how, layers = implementation_named(implementation), model.layers
    outside = kept_outside_layers(model, implementation, batch, seq_len)
    in_layers, in_head = weight_casts(model, implementation)
    if not checkpointed:
        inside = tuple(
            replace(term, size=term.size * layers, formula=f"layers × {term.formula}")
            for term in kept_in_layer(model, implementation, batch, seq_len)
        )
        return tuple(term for term in (*inside, *outside, in_layers, in_head) if term.size)
    inputs = _kept(
        "Inputs of the layers",
        how.residual,
        layers=layers,
        tokens=batch * seq_len,
        hidden=model.hidden,
    )
    positions = _kept("Positions", 8, seq_len=seq_len)
    return tuple(term for term in (inputs, *outside, positions, in_head) if term.size)


def labels(batch: int, seq_len: int) -> int:
    """How many labels the loss keeps: shifted by one, and so copied unless batch is 1.

    At batch 1 no copy is needed; what stays is the padded list, one label longer.

    >>> labels(batch=8, seq_len=2048), labels(batch=1, seq_len=2048)
    (16384, 2049)
    """
    return batch * seq_len + (batch == 1)


def weight_casts(model: Architecture, implementation: str) -> tuple[Term, Term]:
    """The 16-bit copies of weights that autocast makes and keeps: in all layers, and of the head.

    Other implementations make none.

    >>> from gpumath.models.published import published
    >>> [int(term.size) for term in weight_casts(published("GPT-2"), "Hugging Face autocast")]
    [169869312, 77194752]

    Raises:
        ValueError: as `kept_in_layer`.
    """
    how = implementation_named(implementation)
    cast = 2 if how.dtype == "autocast" else 0
    matrices = matrices_in_layer(model)
    return (
        product("weights", "16-bit copies, layers", cast, layers=model.layers, matrices=matrices),
        product("weights", "16-bit copy, head", cast, vocab=model.vocab, hidden=model.hidden),
    )


def matrices_in_layer(model: Architecture) -> int:
    """Parameters of one layer that stand in matrices: without biases and norms.

    >>> from gpumath.models.published import published
    >>> matrices_in_layer(published("GPT-2"))
    7077888
    """
    return sum(rows * columns for rows, columns in model.layer_matrices().values())


def within_limits(model: Architecture, attention: Attention, seq_len: int) -> None:
    """Refuse lengths at which a model computes otherwise than was measured, or not at all.

    Raises:
        ValueError: a window, from its length on, because a mask is made for it then; more tokens
            than there are learned positions.
    """
    if attention.windowed_layers and seq_len >= attention.window:
        raise ValueError(
            f"{model.name}: memory was measured below the window of {attention.window}, "
            f"not at a seq_len of {seq_len}"
        )
    if model.learned_positions and seq_len > model.learned_positions:
        raise ValueError(
            f"{model.name}: seq_len must be at most {model.learned_positions}, not {seq_len}"
        )


def _measured(model: Architecture, how: Implementation, seq_len: int) -> Attention:
    """The model's attention, if what its layers keep is known."""
    attention = model.plain_attention("what a layer keeps")
    unknown = {
        f"{model.norms_per_layer} norms in a layer": model.norms_per_layer != 2,
        "norms of queries and keys": attention.head_norms,
        "a gated MLP with LayerNorm": model.gated and model.norm == "layer",
        "a plain MLP with RMSNorm": not model.gated and model.norm == "rms",
        "score matrices with LayerNorm": how.scores and model.norm == "layer",
        "score matrices with one KV head": how.scores and attention.kind == "MQA",
        "FP32 with LayerNorm": how.dtype == "fp32" and model.norm == "layer",
    }
    for what, here in unknown.items():
        if here:
            raise ValueError(f"{model.name}: what a layer keeps was not measured for {what}")
    within_limits(model, attention, seq_len)
    return attention


def _kept(label: str, element: int, **factors: int) -> Term:
    return product("activations", label, element, **factors)


def _norm(
    model: Architecture, how: Implementation, tokens: int, before: str, readers: int
) -> list[Term]:
    def term(label: str, element: int, **copies: int) -> Term:
        where = f"{label} of the norm before the {before}"
        return _kept(where, element, **copies, tokens=tokens, hidden=model.hidden)

    output = term("Output", how.element, **({"copies": readers} if readers > 1 else {}))
    if model.norm == "layer":
        statistics = _kept(
            f"Mean and spread before the {before}", how.residual, two=2, tokens=tokens
        )
        return [term("Input", how.residual), output, statistics]
    statistics = _kept(f"1/RMS before the {before}", 4, tokens=tokens)
    if how.fused_norms:
        return [term("Input", how.residual), output, statistics]
    # The modules compute in FP32, and multiply by the weights in the residual's precision.
    return [term("FP32 input", 4), term("Normalised input", how.residual), output, statistics]


def _mlp(model: Architecture, how: Implementation) -> int:
    """Tensors of the MLP's width that are kept."""
    if model.gated:  # gate, up and their product; and what the activation function made of gate
        return 3 if how.fused_mlp else 4
    return 2 if how.fused_mlp else 5  # input and output of GELU; and three steps between them


def _positions(
    model: Architecture, attention: Attention, how: Implementation, seq_len: int
) -> Term:
    if model.learned_positions:
        return _kept("Positions", 8, seq_len=seq_len)
    label, head_dim = "Cosines and sines of the positions", attention.head_dim
    return _kept(label, how.residual, two=2, seq_len=seq_len, head_dim=head_dim)
