"""An architecture: a model whose parameters are counted from its matrices, biases and norms."""

from dataclasses import dataclass, field

from gpumath.checks import flag, one_of, whole
from gpumath.models.attention import Attention
from gpumath.models.model import Model
from gpumath.quantities import Parameters


@dataclass(frozen=True, kw_only=True)
class Experts:
    """A mixture of experts: each token is sent to a few of many small MLPs.

    Args:
        count: routed experts of one layer.
        active: routed experts that compute one token.
        width: of each expert's MLP.
        shared_width: of an MLP beside them that computes every token; 0 without.
        router_bias: the router has one number more for each expert.
        dense_layers: layers that have an ordinary MLP instead.
        held: routed experts of one layer whose weights are here; all of them if not given. Under
            expert parallelism a GPU holds a share, while its routers know all.

    Raises:
        ValueError: a count below 1 (`shared_width`, `dense_layers`: below 0), or more experts
            active or held than there are.
    """

    count: int
    active: int
    width: int
    shared_width: int = 0
    router_bias: bool = False
    dense_layers: int = 0
    held: int = 0

    def __post_init__(self) -> None:
        """Check every size."""
        for name in ("count", "active", "width"):
            whole(name, getattr(self, name))
        for name in ("shared_width", "dense_layers", "held"):
            whole(name, getattr(self, name), at_least=0)
        flag("router_bias", self.router_bias)
        object.__setattr__(self, "held", self.held or self.count)
        for name in ("active", "held"):
            if getattr(self, name) > self.count:
                experts = f"{name} experts must be at most {self.count}"
                raise ValueError(f"{experts}, not {getattr(self, name)}")


@dataclass(frozen=True, kw_only=True)
class Architecture(Model):
    """A model down to its last bias: the parameters are counted, not given.

    Args:
        mlp_width: numbers between the two halves of an MLP.
        vocab: entries of the vocabulary, and of the embedding table.
        tied: the output head uses the embedding table again.
        gated: the MLP multiplies two projections (SwiGLU, GeGLU) before the last; otherwise it has
            one projection, and an activation function.
        mlp_bias: the MLP's projections have biases.
        norm: "rms" (a weight for each number) or "layer" (a weight and a bias).
        norms_per_layer: 2, or 4 where the outputs of attention and MLP are normalised too.
        learned_positions: entries of a table of positions; 0 where positions are rotary.
        experts: instead of the MLP, in all layers but `experts.dense_layers`.

    >>> tiny = Architecture(name="tiny", layers=2, hidden=8, mlp_width=16, vocab=10, tied=True,
    ...                     attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> tiny.parameters, tiny.parameters == sum(tiny.parameters_by_group.values())
    (Parameters(1272), True)

    Raises:
        ValueError: a size below 1, an unknown norm, or anything but True and False for a flag.
    """

    parameters: int = field(init=False)
    mlp_width: int
    vocab: int
    tied: bool
    gated: bool = True
    mlp_bias: bool = False
    norm: str = "rms"
    norms_per_layer: int = 2
    learned_positions: int = 0
    experts: Experts | None = None

    def __post_init__(self) -> None:
        """Check every size and count the parameters."""
        for name in ("layers", "hidden", "mlp_width", "vocab", "norms_per_layer"):
            whole(name, getattr(self, name))
        whole("learned_positions", self.learned_positions, at_least=0)
        one_of("norm", self.norm, ("rms", "layer"))
        for name in ("tied", "gated", "mlp_bias"):
            flag(name, getattr(self, name))
        if self.expert_layers < 0:
            raise ValueError(f"dense_layers must be at most layers ({self.layers})")
        object.__setattr__(self, "parameters", sum(self.parameters_by_group.values()))
        super().__post_init__()

    @property
    def expert_layers(self) -> int:
        """Layers with experts instead of an MLP."""
        return self.layers - self.experts.dense_layers if self.experts else 0

    @property
    def parameters_by_group(self) -> dict[str, Parameters]:
        """The parameters of each group of matrices, over all layers; their sum is `parameters`."""
        groups = {
            "embedding": self.vocab * self.hidden,
            "positions": self.learned_positions * self.hidden,
            "attention": self.layers * self.attention.parameters(self.hidden),
            "MLP": (self.layers - self.expert_layers) * self.mlp_parameters(self.mlp_width),
            "norms": (self.layers * self.norms_per_layer + 1) * self.norm_parameters,
            "head": 0 if self.tied else self.vocab * self.hidden,
        }
        if experts := self.experts:
            routers = experts.count * (self.hidden + experts.router_bias)
            groups |= {
                "routed experts": self.expert_layers
                * experts.held
                * self.mlp_parameters(experts.width),
                "shared MLPs": self.expert_layers * self.mlp_parameters(experts.shared_width),
                "routers": self.expert_layers * routers,
            }
        return {name: Parameters(count) for name, count in groups.items()}

    def plain_attention(self, what: str) -> Attention:
        """The attention, if every layer has plain heads and an ordinary MLP.

        Args:
            what: cannot be told otherwise, for the message.

        >>> from gpumath.models.published import published
        >>> published("Mixtral-8x7B").plain_attention("its tensors")
        Traceback (most recent call last):
        ValueError: Mixtral-8x7B has experts: its tensors cannot be told

        Raises:
            ValueError: a model with experts or latent attention.
        """
        if self.experts:
            raise ValueError(f"{self.name} has experts: {what} cannot be told")
        if not isinstance(self.attention, Attention):
            raise ValueError(f"{self.name} has latent attention: {what} cannot be told")
        return self.attention

    def layer_matrices(self) -> dict[str, tuple[int, int]]:
        """Rows and columns of each matrix of a plain layer, by the name of the projection.

        >>> from gpumath.models.published import published
        >>> published("GPT-2").layer_matrices()["down"]
        (3072, 768)

        Raises:
            ValueError: a model with experts or latent attention.
        """
        attention = self.plain_attention("the matrices of its layers")
        inwards = {
            "query": attention.query_width,
            "key": attention.key_width,
            "value": attention.key_width,
            **({"gate": self.mlp_width} if self.gated else {}),
            "up": self.mlp_width,
        }
        outwards = {"output": attention.query_width, "down": self.mlp_width}
        return {
            **{name: (self.hidden, width) for name, width in inwards.items()},
            **{name: (width, self.hidden) for name, width in outwards.items()},
        }

    @property
    def norm_parameters(self) -> Parameters:
        """Parameters of one norm of the hidden vector."""
        return Parameters(self.hidden * (2 if self.norm == "layer" else 1))

    def mlp_parameters(self, width: int) -> Parameters:
        """Parameters of one MLP, or expert, of that width."""
        matrices = (3 if self.gated else 2) * self.hidden * width
        return Parameters(matrices + (width + self.hidden) * self.mlp_bias)

    @property
    def active_parameters(self) -> Parameters:
        """Parameters that compute one token: without the experts that were not chosen for it.

        On a GPU that holds a share of the experts it is the mean, if they are chosen equally often.
        """
        if self.experts is None:
            return Parameters(self.parameters)
        routed = self.parameters_by_group["routed experts"]
        at_work = routed * self.experts.active // self.experts.count
        return Parameters(self.parameters) - routed + at_work
