"""What real implementations keep of a forward pass for the backward pass, tensor by tensor.

Each function lists tensors, and their sizes are equal to the byte to what PyTorch 2.13 keeps with
Hugging Face transformers 5.24 or with hand-written layers: tests/oracle holds the measurements and
the script that repeats them.
"""

from dataclasses import dataclass, replace

from gpumath.checks import one_of, whole
from gpumath.memory.bill import Term
from gpumath.models.architecture import Architecture
from gpumath.models.attention import Attention
from gpumath.quantities import Bytes


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


def implementation(name: str) -> Implementation:
    """The implementation of that name.

    >>> implementation("lean").dtype
    'bf16'

    Raises:
        ValueError: an unknown name.
    """
    return IMPLEMENTATIONS[one_of("implementation", name, IMPLEMENTATIONS)]


@dataclass(frozen=True)
class _Tokens:
    """Makes terms out of what is kept of each token."""

    count: int

    def term(self, label: str, width: int, element: int, formula: str, copies: int = 1) -> Term:
        size = Bytes(self.count * width * element * copies)
        times = f"{copies} × " if copies > 1 else ""
        return Term("activations", label, size, f"{times}tokens × {formula} × {element} B")


def kept_in_layer(model: Architecture, name: str, batch: int, seq_len: int) -> tuple[Term, ...]:
    """What one layer keeps of a forward pass, one term for each tensor or group of like ones.

    Norms and rotary positions of Llama, or LayerNorm and GELU of GPT-2, without dropout and without
    a padding mask.

    Args:
        model: the architecture.
        name: of the implementation, one of `IMPLEMENTATIONS`.
        batch: sequences.
        seq_len: tokens in each.

    Source: measured with PyTorch; see the module's first lines.

    >>> from gpumath.models.published import published
    >>> terms = kept_in_layer(published("Llama-3.1-8B"), "lean", batch=8, seq_len=2048)
    >>> sum(int(term.size) for term in terms)
    2283929600

    Raises:
        ValueError: a count below 1, an unknown implementation, or an architecture that was not
            measured: experts, latent attention, four norms, or norms of heads.
    """
    how = implementation(name)
    attention = _measured(model, how)
    tokens = _Tokens(whole("batch", batch) * whole("seq_len", seq_len))
    element, heads = how.element, attention.heads
    # Autocast makes a 16-bit copy of the norm's output for each matrix that reads it.
    readers = (3, 2) if how.dtype == "autocast" and model.norm == "rms" else (1, 1)
    return (
        *_norm(model, how, tokens, "attention", readers[0]),
        tokens.term("Queries", attention.query_width, element, "heads × head_dim"),
        *_keys_and_values(attention, how, tokens),
        *(
            _scores(attention, how, tokens, seq_len)
            if how.scores
            else [tokens.term("Softmax's sums", heads, 4, "heads")]
        ),
        tokens.term("Attention's output", attention.query_width, element, "heads × head_dim"),
        *_norm(model, how, tokens, "MLP", readers[1]),
        tokens.term("Inside the MLP", model.mlp_width, element, "mlp_width", _mlp(model, how)),
    )


def kept_outside_layers(
    model: Architecture, name: str, batch: int, seq_len: int
) -> tuple[Term, ...]:
    """What embedding, positions, last norm, output head and loss keep of a forward pass.

    With Hugging Face's implementations token ids and labels (8 B each) are counted here; hand-made
    training loops hold them outside the model.

    >>> from gpumath.models.published import published
    >>> terms = kept_outside_layers(published("Llama-3.1-8B"), "Hugging Face bf16", 8, 2048)
    >>> sum(int(term.size) for term in terms)
    8943632388

    Raises:
        ValueError: as `kept_in_layer`.
    """
    how = implementation(name)
    attention = _measured(model, how)
    tokens = _Tokens(whole("batch", batch) * whole("seq_len", seq_len))
    return (
        tokens.term("Token ids", 1, 8, "1"),
        _positions(model, attention, how, seq_len),
        *_norm(model, how, tokens, "head", 1),
        Term(
            "logits",
            "Log-probabilities",
            Bytes(tokens.count * model.vocab * 4),
            "tokens × vocab × 4 B",
        ),
        Term("activations", "Labels", labels(batch, seq_len), "tokens × 8 B"),
        Term("activations", "Count of labels", Bytes(4), "4 B"),
    )


def kept_in_model(
    model: Architecture, name: str, batch: int, seq_len: int, *, checkpointed: bool = False
) -> tuple[Term, ...]:
    """What a whole forward pass keeps for the backward pass, autocast's copies of weights included.

    Args:
        model: the architecture.
        name: of the implementation.
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
    how, layers = implementation(name), model.layers
    outside = kept_outside_layers(model, name, batch, seq_len)
    in_layers, in_head = weight_casts(model, name)
    if not checkpointed:
        inside = tuple(
            replace(term, size=term.size * layers, formula=f"layers × {term.formula}")
            for term in kept_in_layer(model, name, batch, seq_len)
        )
        return (*inside, *outside, in_layers, in_head)
    tokens = _Tokens(batch * seq_len)
    inputs = tokens.term("Inputs of the layers", model.hidden, how.residual, "hidden", layers)
    positions = Term("activations", "Positions", Bytes(8 * seq_len), "seq_len × 8 B")
    return (inputs, *outside, positions, in_head)


def labels(batch: int, seq_len: int) -> Bytes:
    """Bytes of the labels that the loss keeps: shifted by one, and so copied unless batch is 1.

    At batch 1 no copy is needed; what stays is the padded list, one label longer.

    >>> labels(batch=8, seq_len=2048), labels(batch=1, seq_len=2048)
    (Bytes(131072), Bytes(16392))
    """
    return Bytes(8 * (batch * seq_len + (batch == 1)))


def weight_casts(model: Architecture, name: str) -> tuple[Term, Term]:
    """The 16-bit copies of weights that autocast makes and keeps: in all layers, and of the head.

    Other implementations make none.

    >>> from gpumath.models.published import published
    >>> [int(term.size) for term in weight_casts(published("GPT-2"), "Hugging Face autocast")]
    [169869312, 77194752]

    Raises:
        ValueError: as `kept_in_layer`.
    """
    how = implementation(name)
    _measured(model, how)
    cast = how.dtype == "autocast"
    in_layers = model.layers * matrices_in_layer(model) * cast
    return (
        Term("weights", "16-bit copies, layers", Bytes(2 * in_layers), "matrices × 2 B"),
        Term(
            "weights",
            "16-bit copy, head",
            Bytes(2 * model.vocab * model.hidden * cast),
            "vocab × hidden × 2 B",
        ),
    )


def matrices_in_layer(model: Architecture) -> int:
    """Parameters of one layer that stand in matrices: without biases and norms.

    >>> from gpumath.models.published import published
    >>> matrices_in_layer(published("GPT-2"))
    7077888
    """
    attention = model.plain_attention("the matrices of a layer")
    widths = 2 * attention.query_width + 2 * attention.key_width
    return model.hidden * (widths + (3 if model.gated else 2) * model.mlp_width)


def _measured(model: Architecture, how: Implementation) -> Attention:
    """The model's attention, if what its layers keep is known."""
    attention = model.plain_attention("what a layer keeps")
    unknown = {
        f"{model.norms_per_layer} norms in a layer": model.norms_per_layer != 2,
        "norms of queries and keys": attention.head_norms,
        "a gated MLP with LayerNorm": model.gated and model.norm == "layer",
        "a plain MLP with RMSNorm": not model.gated and model.norm == "rms",
        "score matrices with LayerNorm": how.scores and model.norm == "layer",
        "FP32 with LayerNorm": how.dtype == "fp32" and model.norm == "layer",
    }
    for what, here in unknown.items():
        if here:
            raise ValueError(f"{model.name}: what a layer keeps was not measured for {what}")
    return attention


def _norm(
    model: Architecture, how: Implementation, tokens: _Tokens, before: str, readers: int
) -> list[Term]:
    def term(label: str, element: int, copies: int = 1) -> Term:
        where = f"{label} of the norm before the {before}"
        return tokens.term(where, model.hidden, element, "hidden", copies)

    output = term("Output", how.element, readers)
    if model.norm == "layer":
        # Two statistics, in the residual's precision.
        statistics = tokens.term(f"Statistics before the {before}", 2, how.residual, "2")
        return [term("Input", how.residual), output, statistics]
    statistics = tokens.term(f"1/RMS before the {before}", 1, 4, "1")
    if how.fused_norms:
        return [term("Input", how.residual), output, statistics]
    # The modules compute in FP32, and multiply by the weights in the residual's precision.
    return [term("FP32 input", 4), term("Normalised input", how.residual), output, statistics]


def _keys_and_values(attention: Attention, how: Implementation, tokens: _Tokens) -> list[Term]:
    if how.scores:  # repeated for each query head
        width, formula = attention.query_width, "heads × head_dim"
    else:
        width, formula = attention.key_width, "kv_heads × head_dim"
    return [tokens.term(label, width, how.element, formula) for label in ("Keys", "Values")]


def _scores(attention: Attention, how: Implementation, tokens: _Tokens, seq_len: int) -> list[Term]:
    def term(label: str, element: int) -> Term:
        return tokens.term(label, attention.heads * seq_len, element, "heads × seq_len")

    exact = term("Attention probabilities, FP32", 4)
    return [exact] if how.element == 4 else [exact, term("Attention probabilities, 16-bit", 2)]


def _mlp(model: Architecture, how: Implementation) -> int:
    """Tensors of the MLP's width that are kept."""
    if model.gated:  # gate, up and their product; and what the activation function made of gate
        return 3 if how.fused_mlp else 4
    return 2 if how.fused_mlp else 5  # input and output of GELU; and three steps between them


def _positions(
    model: Architecture, attention: Attention, how: Implementation, seq_len: int
) -> Term:
    if model.learned_positions:
        return Term("activations", "Positions", Bytes(8 * seq_len), "seq_len × 8 B")
    return Term(
        "activations",
        "Cosines and sines of the positions",
        Bytes(2 * seq_len * attention.head_dim * how.residual),
        f"2 × seq_len × head_dim × {how.residual} B",
    )
