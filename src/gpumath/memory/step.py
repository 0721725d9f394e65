"""The memory of a whole training step, moment by moment; its peak is the largest of them.

State and activations do not peak together when gradients are freed between steps: at the loss there
are no gradients yet, and after the backward pass there are no activations.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from gpumath.checks import one_of
from gpumath.memory.bill import Bill, Term, product
from gpumath.memory.kept import (
    Implementation,
    implementation,
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
        ValueError: an unknown implementation or optimizer.
    """

    implementation: str
    checkpointed: bool = False
    gradients_kept: bool = False
    optimizer: str = "fused"

    def __post_init__(self) -> None:
        """Check the names."""
        implementation(self.implementation)
        one_of("optimizer", self.optimizer, OPTIMIZERS)


def training_step(
    model: Architecture, recipe: Recipe, batch: int, seq_len: int
) -> tuple[Bill, ...]:
    """The moments of a training step that can be its peak, in their order, as bills.

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
    step = _Step(model, recipe, batch, seq_len)
    return (
        Bill("forward pass, at the loss", step.forward_at_loss()),
        Bill("backward pass, at the loss", step.backward_at_loss()),
        Bill("backward pass, in the first layer", step.backward_in_first_layer()),
        Bill("backward pass, at the embedding", step.backward_at_embedding()),
        Bill("optimizer step", step.optimizer_step()),
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
        return implementation(self.recipe.implementation)

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
        freed = ("Labels", "Count of labels")
        return (
            *self._standing(),
            *self._earlier_gradients(),
            *(term for term in self._kept() if term.label not in freed),
            self._logits("Gradients of the logits", 4),
            self._logits("Gradients of the log-probabilities", 4),
            _scalars("Loss and its gradient", 2),
        )

    def backward_in_first_layer(self) -> tuple[Term, ...]:
        """Only the first layer's activations are left, and nearly all gradients are there."""
        model = self.model
        down = model.mlp_width * model.hidden
        layer = model.attention.parameters(model.hidden) + model.mlp_parameters(model.mlp_width)
        layer += model.norms_per_layer * model.norm_parameters
        missing = int(layer) - down + (0 if model.tied else model.vocab * model.hidden)
        casts = (matrices_in_layer(model) - down) * (self.how.dtype == "autocast")
        once = ("Token ids", "Positions", "Cosines and sines of the positions")
        return (
            *self._standing(),
            self._gradients(int(model.parameters) - missing),
            *(term for term in self._kept() if term.label in once),
            *kept_in_layer(model, self.recipe.implementation, self.batch, self.seq_len),
            product("weights", "16-bit copies, first layer", 2, matrices=casts),
            _live(
                "Gradients inside the MLP",
                self.how.element,
                both=2,
                tokens=self.tokens,
                mlp_width=model.mlp_width,
            ),
            self._hidden("Gradient of the layer's output"),
            _scalars("Loss and its gradient", 2),
        )

    def backward_at_embedding(self) -> tuple[Term, ...]:
        """All gradients are there, and the gradient of the embeddings that gave the last one."""
        return (
            *self._standing(),
            self._gradients(self.model.parameters),
            self._ids(),
            self._hidden("Gradient of the embeddings"),
            _scalars("Loss and its gradient", 2),
        )

    def optimizer_step(self) -> tuple[Term, ...]:
        """No activations are left; some forms of AdamW need memory of their own."""
        model = self.model
        extra = {
            "fused": 0,
            "foreach": int(model.parameters),
            # two for the largest matrix, and one still there of the tensor before it, a norm
            "loop": 2 * model.vocab * model.hidden + int(model.norm_parameters),
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
            product("optimizer_state", "Moments", stored, both=2, parameters=parameters),
            product("optimizer_state", "Step counters", 4, tensors=tensors(model)),
            product("weights", "Rotary frequencies", 4, head_dim=frequencies),
        )

    def _kept(self) -> tuple[Term, ...]:
        """What the forward pass leaves; in hand-written code the labels belong to the caller."""
        terms = kept_in_model(
            self.model,
            self.recipe.implementation,
            self.batch,
            self.seq_len,
            checkpointed=self.recipe.checkpointed,
        )
        return tuple(term for term in terms if not self.how.fused_norms or term.label != "Labels")

    def _logits(self, label: str, element: int) -> Term:
        return product("logits", label, element, tokens=self.tokens, vocab=self.model.vocab)

    def _cached_casts(self) -> tuple[Term, ...]:
        """Autocast holds its copies to the end of the forward pass, checkpointed or not."""
        in_layers, _ = weight_casts(self.model, self.recipe.implementation)
        return (in_layers,) if self.recipe.checkpointed else ()

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
    """Tensors that the parameters are stored in; AdamW counts steps for each.

    >>> from gpumath.models.published import published
    >>> tensors(published("Llama-3.1-8B"))
    291

    Raises:
        ValueError: a model with experts or latent attention.
    """
    attention = model.plain_attention("its tensors")
    in_layer = 4 + (3 if model.gated else 2) + model.norms_per_layer
    biases = 3 * attention.input_bias + attention.output_bias + 2 * attention.head_norms
    biases += model.mlp_bias * (3 if model.gated else 2)
    if model.norm == "layer":
        biases += model.norms_per_layer
    outside = 2 + (not model.tied) + bool(model.learned_positions) + (model.norm == "layer")
    return model.layers * (in_layer + biases) + outside
