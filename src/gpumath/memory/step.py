"""The memory of a whole training step, moment by moment; its peak is the largest of them.

State and activations do not peak together when gradients are freed between steps: at the loss there
are no gradients yet, and after the backward pass there are no activations.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from gpumath.checks import one_of, whole
from gpumath.memory.bill import Bill, Term, product
from gpumath.memory.kept import (
    Implementation,
    implementation_named,
    kept_in_layer,
    kept_in_model,
    matrices_in_layer,
    weight_casts,
)
from gpumath.models.architecture import Architecture

OPTIMIZERS = ("fused", "foreach", "loop")


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How a training step is done, as far as memory depends on it.

    Args:
        implementation: one of `IMPLEMENTATIONS`, by name.
        checkpointed: each layer keeps its input only, and is computed again in the backward pass.
        gradients_kept: gradients stay between steps, as they do while they are accumulated.
        optimizer: PyTorch's AdamW in one of its forms: "fused", "foreach" (its default on GPUs,
            which makes one more copy of all weights) or "loop".

    Raises:
        ValueError: an unknown implementation or optimizer, or checkpointing of hand-written layers.
    """

    implementation: str
    checkpointed: bool = False
    gradients_kept: bool = False
    optimizer: str = "fused"

    def __post_init__(self) -> None:
        """Check the names."""
        if implementation_named(self.implementation).fused_norms and self.checkpointed:
            raise ValueError("checkpointing was measured with Hugging Face's modules only")
        one_of("optimizer", self.optimizer, OPTIMIZERS)


def training_step(
    model: Architecture, recipe: Recipe, batch: int, seq_len: int
) -> tuple[Bill, ...]:
    """The moments of a training step that can be its peak, in their order, as bills.

    For models of the usual proportions (an MLP at least twice as wide as the model, a vocabulary at
    least ten times, heads together about as wide) one of them was the peak, to the byte, in all
    measured cases. In other shapes another moment can be a little higher.

    Args:
        model: the architecture: Llama's kind, as in `kept_in_layer`.
        recipe: how the step is done.
        batch: sequences in one step.
        seq_len: tokens in each.

    >>> from gpumath.models.published import published
    >>> step = training_step(published("Llama-3.1-8B"), Recipe(implementation=
    ...                      "Hugging Face autocast"), batch=8, seq_len=2048)
    >>> peak = peak_of(step)
    >>> peak.name, peak.total
    ('backward pass, at the loss', Bytes(264034829972))

    Raises:
        ValueError: a count below 1, or an architecture that was not measured.
    """
    if model.learned_positions or model.norm != "rms":
        raise ValueError(f"{model.name}: a whole training step was measured for Llama's kind only")
    step = _Step(model, recipe, whole("batch", batch), whole("seq_len", seq_len))
    moments = {
        "forward pass, at the loss": step.forward_at_loss(),
        "backward pass, at the loss": step.backward_at_loss(),
        "backward pass, at the head": step.backward_at_head(),
        "backward pass, in the first layer": step.backward_in_first_layer(),
        "backward pass, at the embedding": step.backward_at_embedding(),
        "optimizer step": step.optimizer_step(),
    }
    return tuple(
        Bill(name, tuple(term for term in terms if term.size))
        for name, terms in moments.items()
        if terms
    )


def peak_of(moments: Iterable[Bill]) -> Bill:
    """The moment that takes the most memory.

    >>> moments = [Bill(name, (product("weights", "Weights", 2, parameters=count),))
    ...            for name, count in [("a", 1), ("b", 2)]]
    >>> peak_of(moments).name
    'b'
    """
    return max(moments, key=lambda bill: bill.total)


@dataclass(frozen=True)
class _Step:
    model: Architecture
    recipe: Recipe
    batch: int
    seq_len: int

    @property
    def how(self) -> Implementation:
        return implementation_named(self.recipe.implementation)

    @property
    def tokens(self) -> int:
        return self.batch * self.seq_len

    @property
    def stored(self) -> int:
        """Bytes of one weight, gradient or moment."""
        return 2 if self.how.dtype == "bf16" else 4

    def forward_at_loss(self) -> tuple[Term, ...]:
        """Everything is kept; the logits are there in two precisions, before they are freed."""
        logits = [self._logits("Logits", self.how.element)]
        if self.how.element == 2:
            logits.append(self._logits("Logits, FP32", 4))
        return (
            *self._standing(),
            *self._earlier_gradients(),
            *self._kept(),
            *self._cached_casts(),
            *logits,
            *self._last_norm(),
            *self._padded_labels(),
            _scalars("Loss", 1),
        )

    def backward_at_loss(self) -> tuple[Term, ...]:
        """Two gradients of the logits' size exist, one made from the other; labels are freed."""
        return (
            *self._standing(),
            *self._earlier_gradients(),
            *self._kept_without("Labels", "Count of labels"),
            self._logits("Gradients of the logits", 4),
            self._logits("Gradients of the log-probabilities", 4),
            _scalars("Loss and its gradient", 2),
        )

    def backward_at_head(self) -> tuple[Term, ...]:
        """The head's gradient is made; under autocast it is there in two precisions.

        This is the peak where few tokens share a step and earlier gradients are kept.
        """
        model, how = self.model, self.how
        freed = ["Labels", "Count of labels", "Log-probabilities"]
        table = {"vocab": model.vocab, "hidden": model.hidden}
        gradients = [product("gradients", "Gradient of the head", how.element, **table)]
        if how.dtype == "autocast":
            freed += ["16-bit copy, head", "Output of the norm before the head"]
            gradients.append(product("gradients", "Gradient of the head, FP32", 4, **table))
        else:
            gradients.append(self._logits("Gradients of the logits", how.element))
        return (
            *self._standing(),
            *self._earlier_gradients(),
            *self._kept_without(*freed),
            *gradients,
            self._hidden("Gradient of the last norm's output"),
            _scalars("Loss and its gradient", 2),
        )

    def backward_in_first_layer(self) -> tuple[Term, ...]:
        """Only the first layer's activations are left, and nearly all gradients are there."""
        model, how = self.model, self.how
        if how.fused_norms:
            return ()  # not measured; without checkpointing it is never the peak of a real model
        down = model.mlp_width * model.hidden
        table = model.vocab * model.hidden
        layer = model.attention.parameters(model.hidden) + model.mlp_parameters(model.mlp_width)
        layer += model.norms_per_layer * model.norm_parameters
        if self.recipe.gradients_kept:  # a tied head's new gradient waits for the embeddings'
            others = int(model.parameters) + model.tied * table
        else:
            others = int(model.parameters) - int(layer) - (not model.tied) * table
        casts = (matrices_in_layer(model) - down) * (how.dtype == "autocast")
        once = ("Token ids", "Positions", "Cosines and sines of the positions")
        inside = {"tokens": self.tokens, "mlp_width": model.mlp_width}
        return (
            *self._standing(),
            self._gradients(others + down),
            *(term for term in self._kept() if term.label in once),
            *self._checkpoint(),
            *kept_in_layer(model, self.recipe.implementation, self.batch, self.seq_len),
            product("weights", "16-bit copies, first layer", 2, matrices=casts),
            _live("Gradients inside the MLP", how.element, two=2, **inside),
            self._hidden("Gradient of the layer's output"),
            _scalars("Loss and its gradient", 2),
        )

    def backward_at_embedding(self) -> tuple[Term, ...]:
        """All gradients are there, and what gave the last one.

        Where the head uses the embedding table again, two gradients of it are added to a third.
        """
        model, kept = self.model, self.recipe.gradients_kept
        tables = 2 * model.tied + kept
        embeddings = () if model.tied else (self._hidden("Gradient of the embeddings"),)
        return (
            *self._standing(),
            self._gradients(int(model.parameters) + tables * model.vocab * model.hidden),
            self._ids(),
            *embeddings,
            _scalars("Loss and its gradient", 2),
        )

    def optimizer_step(self) -> tuple[Term, ...]:
        """No activations are left; some forms of AdamW need memory of their own."""
        model = self.model
        head = 2 * model.vocab * model.hidden + (0 if model.tied else model.hidden)
        extra = {
            "fused": 0,
            "foreach": int(model.parameters),
            # two for the tensor at work, and one still there of the tensor before it
            "loop": max(head, 3 * model.mlp_width * model.hidden),
        }[self.recipe.optimizer]
        return (
            *self._standing(),
            self._gradients(model.parameters),
            self._ids(),
            product("optimizer_state", "Inside the optimizer", self.stored, parameters=extra),
            _scalars("Loss", 1),
        )

    def _standing(self) -> tuple[Term, ...]:
        model, stored = self.model, self.stored
        head_dim = model.plain_attention("its rotary frequencies").head_dim
        frequencies = 0 if self.how.fused_norms else head_dim
        parameters = int(model.parameters)
        return (
            product("weights", "Weights", stored, parameters=parameters),
            product("optimizer_state", "Moments", stored, two=2, parameters=parameters),
            product("optimizer_state", "Step counters", 4, tensors=tensors(model)),
            product("weights", "Rotary frequencies", 4, head_dim=frequencies),
        )

    def _kept(self) -> tuple[Term, ...]:
        return kept_in_model(
            self.model,
            self.recipe.implementation,
            self.batch,
            self.seq_len,
            checkpointed=self.recipe.checkpointed,
        )

    def _kept_without(self, *freed: str) -> tuple[Term, ...]:
        return tuple(term for term in self._kept() if term.label not in freed)

    def _logits(self, label: str, element: int) -> Term:
        return product("logits", label, element, tokens=self.tokens, vocab=self.model.vocab)

    def _checkpoint(self) -> tuple[Term, ...]:
        """The layer's input in 16 bits, which the norm keeps in FP32."""
        apart = self.recipe.checkpointed and self.how.dtype == "bf16"
        return (self._hidden("Input of the layer"),) if apart else ()

    def _cached_casts(self) -> tuple[Term, ...]:
        """Autocast holds its copies to the end of the forward pass, checkpointed or not."""
        model, implementation = self.model, self.recipe.implementation
        attention = model.plain_attention("its biases")
        inputs = attention.query_width + 2 * attention.key_width
        biases = inputs * attention.input_bias + model.hidden * attention.output_bias
        biases += (2 * model.mlp_width + model.hidden) * model.mlp_bias
        cast = 2 if self.how.dtype == "autocast" else 0
        label = "16-bit copies, biases"
        of_biases = product("weights", label, cast, layers=model.layers, biases=biases)
        in_layers, _ = weight_casts(model, implementation)
        return (in_layers, of_biases) if self.recipe.checkpointed else (of_biases,)

    def _last_norm(self) -> tuple[Term, ...]:
        """Autocast's norm puts out FP32; its 16-bit copy is what is kept."""
        return (self._hidden("Last norm's output"),) if self.how.dtype == "autocast" else ()

    def _padded_labels(self) -> tuple[Term, ...]:
        if self.how.fused_norms or self.batch == 1:
            return ()
        return (_live("Padded labels", 8, batch=self.batch, seq_len_and_one=self.seq_len + 1),)

    def _hidden(self, label: str) -> Term:
        return _live(label, self.how.residual, tokens=self.tokens, hidden=self.model.hidden)

    def _ids(self) -> Term:
        return _live("Token ids", 8, tokens=self.tokens)

    def _earlier_gradients(self) -> tuple[Term, ...]:
        return (self._gradients(self.model.parameters),) if self.recipe.gradients_kept else ()

    def _gradients(self, count: int) -> Term:
        return product("gradients", "Gradients", self.stored, parameters=int(count))


def _live(label: str, element: int, **factors: int) -> Term:
    return product("activations", label, element, **factors)


def _scalars(label: str, count: int) -> Term:
    return _live(label, 4, numbers=count)


def tensors(model: Architecture) -> int:
    """Tensors that the parameters of Llama's kind are stored in; AdamW counts steps for each.

    A layer has four matrices of attention, three of the MLP, and two norms; there are the embedding
    table, the last norm, and the head if it is apart.

    >>> from gpumath.models.published import published
    >>> tensors(published("Llama-3.1-8B"))
    291

    Raises:
        ValueError: a model with experts or latent attention.
    """
    attention = model.plain_attention("its tensors")
    in_layer = 9 + 3 * attention.input_bias + attention.output_bias + 3 * model.mlp_bias
    return model.layers * in_layer + (2 if model.tied else 3)
