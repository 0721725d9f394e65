"""The catalogue of published models, read from models.toml."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from gpumath.catalogue import entries
from gpumath.checks import one_of
from gpumath.models.architecture import Architecture, Experts
from gpumath.models.attention import Attention, LatentAttention


@dataclass(frozen=True, kw_only=True)
class Published(Architecture):
    """An architecture that somebody published.

    Args:
        source: where its configuration is.
        checked: when it was last compared with the source.
    """

    source: str
    checked: date


def published(name: str) -> Published:
    """The model of that name in the catalogue.

    >>> published("Llama-3.1-8B").parameters
    Parameters(8030261248)

    Raises:
        ValueError: an unknown name.
    """
    catalogue = published_models()
    return catalogue[one_of("model", name, catalogue)]


@cache
def published_models() -> dict[str, Published]:
    """All models of the catalogue by name, in its order.

    >>> "GPT-2" in published_models()
    True
    """
    return read_models(files("gpumath.models").joinpath("models.toml").read_text(encoding="utf-8"))


_REQUIRED = ("layers", "hidden", "attention", "mlp_width", "vocab", "tied")
_OPTIONAL = (
    "gated",
    "mlp_bias",
    "norm",
    "norms_per_layer",
    "learned_positions",
    "experts",
    "cached_layers",
)


def read_models(text: str) -> dict[str, Published]:
    """Read a catalogue of models from TOML, by name.

    >>> read_models("M1 = {layers = 2}")
    Traceback (most recent call last):
    ValueError: model 'M1' lacks hidden, attention, mlp_width, vocab, tied, source, checked

    Raises:
        ValueError: an entry that lacks a field, has an unknown one, or has one of another type or
            a size that no model can have.
    """
    tables = entries(text, "model", _REQUIRED, _OPTIONAL)
    return {name: _published(name, table) for name, table in tables.items()}


def _published(name: str, table: dict[str, Any]) -> Published:
    try:
        attention = table["attention"]
        kind = LatentAttention if "latent" in attention else Attention
        table["attention"] = kind(**attention)
        if "experts" in table:
            table["experts"] = Experts(**table["experts"])
        return Published(name=name, **table)
    except (TypeError, ValueError) as error:
        raise ValueError(f"model {name!r}: {error}") from None
