"""The shape of a language model: what the memory formulas need to know of it."""

from dataclasses import dataclass, fields

from gpumath.checks import whole
from gpumath.quantities import Parameters


@dataclass(frozen=True, kw_only=True)
class Model:
    """A decoder-only transformer, by its sizes.

    Args:
        name: what readers see.
        parameters: trainable numbers in all; kept as `Parameters`.
        layers: transformer blocks.
        hidden: width of the vector that represents one token between layers.
        kv_heads: heads whose keys and values are cached (fewer than query heads under
            grouped-query attention).
        head_dim: width of one head. A field of its own: it is not always hidden / heads.

    >>> Model(name="toy", parameters=1000, layers=2, hidden=8, kv_heads=1, head_dim=0)
    Traceback (most recent call last):
    ValueError: head_dim must be a whole number of at least 1, not 0

    Raises:
        ValueError: a size that is not a whole number of at least 1.
    """

    name: str
    parameters: int
    layers: int
    hidden: int
    kv_heads: int
    head_dim: int

    def __post_init__(self) -> None:
        """Check every size."""
        for field in fields(self):
            if field.name != "name":
                size = whole(field.name, getattr(self, field.name))
                object.__setattr__(self, field.name, size)
        object.__setattr__(self, "parameters", Parameters(self.parameters))
