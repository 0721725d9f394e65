"""The shape of a language model: what the memory formulas need to know of it."""

from dataclasses import dataclass

from gpumath.checks import whole
from gpumath.models.attention import Attention, LatentAttention
from gpumath.quantities import Parameters


@dataclass(frozen=True, kw_only=True)
class Model:
    """A decoder-only transformer, by its sizes.

    Args:
        name: what readers see.
        parameters: trainable numbers in all; kept as `Parameters`.
        layers: transformer blocks.
        hidden: width of the vector that represents one token between layers.
        attention: its heads, and what it caches of each token.
        cached_layers: layers that keep a cache. All of them if not given; in hybrid models some
            have a state of fixed size instead, which is not counted here.

    >>> Model(name="toy", parameters=1000, layers=0, hidden=8,
    ...       attention=Attention(heads=2, kv_heads=1, head_dim=4))
    Traceback (most recent call last):
    ValueError: layers must be a whole number of at least 1, not 0

    Raises:
        ValueError: a size that is not a whole number of at least 1, or more layers with a cache or
            a window than there are layers.
    """

    name: str
    parameters: int
    layers: int
    hidden: int
    attention: Attention | LatentAttention
    cached_layers: int = 0

    def __post_init__(self) -> None:
        """Check every size."""
        for name in ("parameters", "layers", "hidden"):
            object.__setattr__(self, name, whole(name, getattr(self, name)))
        object.__setattr__(self, "parameters", Parameters(self.parameters))
        cached = whole("cached_layers", self.cached_layers, at_least=0) or self.layers
        object.__setattr__(self, "cached_layers", cached)
        if cached > self.layers:
            raise ValueError(f"cached_layers must be at most layers ({self.layers}), not {cached}")
        attention = self.attention
        if isinstance(attention, Attention) and attention.windowed_layers > cached:
            layers = attention.windowed_layers
            raise ValueError(f"windowed_layers must be at most {cached}, not {layers}")

    @property
    def active_parameters(self) -> Parameters:
        """Parameters that compute one token: all of them, unless there are experts."""
        return Parameters(self.parameters)
