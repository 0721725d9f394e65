"""Training state: which copies of the parameters an optimizer keeps, by named convention."""

from dataclasses import dataclass

from gpumath.checks import one_of, whole
from gpumath.memory.bill import Term, product
from gpumath.precision import bytes_per_element


# --8<-- [start:copy]
@dataclass(frozen=True)
class Copy:
    """One number for each parameter, or two.

    Args:
        kind: the kind of its term on a bill: "weights", "gradients" or "optimizer_state".
        label: what readers see.
        dtype: what it is stored in.
        sharded_from: the ZeRO stage from which each GPU keeps only its share of this copy.
        count: how many numbers for each parameter.
    """

    kind: str
    label: str
    dtype: str
    sharded_from: int
    count: int = 1

    def term(self, parameters: int, gpus: int = 1) -> Term:
        """The term of this copy on a bill, or of one GPU's share of it, rounded up.

        >>> Copy("weights", "Weights", "bf16", sharded_from=3).term(1000, gpus=3).size
        Bytes(668)
        """
        factors = {"two": 2} if self.count == 2 else {}
        factors["parameters" if gpus == 1 else "parameters_per_gpu"] = -(-parameters // gpus)
        return product(self.kind, self.label, self.dtype, **factors)


# --8<-- [end:copy]


@dataclass(frozen=True)
class Convention:
    """A way to count training state.

    Args:
        label: what readers see.
        copies: what is counted.
        source: who counts so.

    >>> CONVENTIONS["zero"].bytes_per_parameter
    16
    """

    label: str
    copies: tuple[Copy, ...]
    source: str

    @property
    def bytes_per_parameter(self) -> int:
        """Bytes of all copies of one parameter together."""
        return int(sum(copy.count * bytes_per_element(copy.dtype) for copy in self.copies))


def _weights(dtype: str) -> Copy:
    return Copy("weights", "Weights", dtype, sharded_from=3)


def _gradients(dtype: str) -> Copy:
    return Copy("gradients", "Gradients", dtype, sharded_from=2)


def _moments(dtype: str) -> Copy:
    return Copy("optimizer_state", "Moments", dtype, sharded_from=1, count=2)


_MOMENTUM = Copy("optimizer_state", "Momentum", "fp32", sharded_from=1)
_MASTER = Copy("optimizer_state", "Master weights", "fp32", sharded_from=1)

# --8<-- [start:fp32]
FP32 = Convention(
    "FP32 weights, gradients and moments; arithmetic in 16 bits by autocast",
    (_weights("fp32"), _gradients("fp32"), _moments("fp32")),
    "PyTorch's autocast; torchtitan's FSDP2; Megatron-LM, dist_optimizer.md",
)
# --8<-- [end:fp32]

CONVENTIONS = {
    "fp32": FP32,
    "zero": Convention(
        "FP16 weights and gradients; FP32 master weights and moments",
        (_weights("fp16"), _gradients("fp16"), _MASTER, _moments("fp32")),
        "Rajbhandari et al., ZeRO, arXiv 1910.02054 §3.1",
    ),
    "bf16 with fp32 gradients": Convention(
        "BF16 weights; FP32 gradients, master weights and moments",
        (_weights("bf16"), _gradients("fp32"), _MASTER, _moments("fp32")),
        "Megatron-LM, theoretical_memory_usage.py; Hugging Face, Model memory anatomy",
    ),
    "fp16 with fp32 gradients": Convention(
        "FP16 weights and gradients; FP32 gradients, master weights and moments",
        (
            _weights("fp16"),
            Copy("gradients", "FP16 gradients", "fp16", sharded_from=2),
            Copy("gradients", "FP32 gradients", "fp32", sharded_from=1),
            _MASTER,
            _moments("fp32"),
        ),
        "Megatron-LM, dist_optimizer.md; The Ultra-Scale Playbook, with BF16 in place of FP16",
    ),
    "bf16 with fp32 moments": Convention(
        "BF16 weights and gradients; FP32 moments",
        (_weights("bf16"), _gradients("bf16"), _moments("fp32")),
        "Dettmers et al., QLoRA, arXiv 2305.14314 §1",
    ),
    "fp32, gradients not kept": Convention(
        "FP32 weights and moments; each gradient is used and freed at once",
        (_weights("fp32"), _moments("fp32")),
        "MaxText, issue 606",
    ),
    "bf16 with fp32 moments, gradients not kept": Convention(
        "BF16 weights; FP32 moments; each gradient is used and freed at once",
        (_weights("bf16"), _moments("fp32")),
        "How to Scale Your Model (JAX scaling book), the chapter on training",
    ),
    "bf16": Convention(
        "Everything in BF16",
        (_weights("bf16"), _gradients("bf16"), _moments("bf16")),
        "torchtune's default",
    ),
    "fp32, 8-bit moments": Convention(
        "FP32 weights and gradients; moments in 8 bits, their scales left out",
        (_weights("fp32"), _gradients("fp32"), _moments("int8")),
        "Dettmers et al., 8-bit optimizers, arXiv 2110.02861",
    ),
    "fp32, SGD with momentum": Convention(
        "FP32 weights, gradients and one running average",
        (
            _weights("fp32"),
            _gradients("fp32"),
            _MOMENTUM,
        ),
        "torch.optim.SGD with momentum",
    ),
    "fp32, SGD": Convention(
        "FP32 weights and gradients; SGD remembers nothing",
        (_weights("fp32"), _gradients("fp32")),
        "torch.optim.SGD",
    ),
}
"""Ways to count training state that people use, by name."""


def convention_named(name: str) -> Convention:
    """The convention of that name.

    >>> convention_named("bf16").bytes_per_parameter
    8

    Raises:
        ValueError: an unknown name.
    """
    return CONVENTIONS[one_of("convention", name, CONVENTIONS)]


# --8<-- [start:training_state]
def training_state(parameters: int, convention: str = "fp32") -> tuple[Term, ...]:
    """The terms of a training bill that do not depend on the batch, by a named convention.

    The default is the lesson's: four FP32 numbers per parameter. They are the weights, their
    gradients, and the two running averages (moments) that AdamW keeps for each weight.

    >>> [(term.label, int(term.size)) for term in training_state(1000)]
    [('Weights', 4000), ('Gradients', 4000), ('Moments', 8000)]

    Raises:
        ValueError: `parameters` below 1, or an unknown convention.
    """
    count = whole("parameters", parameters)
    return tuple(copy.term(count) for copy in convention_named(convention).copies)


# --8<-- [end:training_state]
