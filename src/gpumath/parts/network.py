"""The catalogue of networks between machines, read from networks.toml."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from gpumath.catalogue import entries
from gpumath.checks import one_of, positive
from gpumath.quantities import BytesPerSecond


@dataclass(frozen=True)
class Network:
    """What a machine sends to others, by its maker's specification.

    Args:
        machine: whose network it is.
        each_gpu: what it carries for each GPU in one direction; as much in the other.
        source: where the number comes from.
        checked: when it was last compared with the source.
    """

    machine: str
    each_gpu: BytesPerSecond
    source: str
    checked: date


def network(machine: str) -> Network:
    """The network of that machine.

    >>> f"{network('DGX H100').each_gpu:.0f GB/s}"
    '50 GB/s'

    Raises:
        ValueError: an unknown machine.
    """
    catalogue = networks()
    return catalogue[one_of("machine", machine, catalogue)]


@cache
def networks() -> dict[str, Network]:
    """All networks of the catalogue by machine, in its order.

    >>> "DGX H100" in networks()
    True
    """
    return read_networks(
        files("gpumath.parts").joinpath("networks.toml").read_text(encoding="utf-8")
    )


def read_networks(text: str) -> dict[str, Network]:
    """Read a catalogue of networks from TOML, by machine.

    >>> read_networks("X1 = {gigabit_per_s = 400}")
    Traceback (most recent call last):
    ValueError: network 'X1' lacks source, checked

    Raises:
        ValueError: an entry that lacks a field or has an unknown one, or a rate that is not above
            0.
    """
    tables = entries(text, "network", ["gigabit_per_s"])
    return {machine: _network(machine, table) for machine, table in tables.items()}


def _network(machine: str, entry: dict[str, Any]) -> Network:
    gigabit = positive(f"gigabit_per_s of network {machine!r}", entry["gigabit_per_s"])
    each_gpu = BytesPerSecond(gigabit * 10**9 / 8)
    return Network(machine, each_gpu, entry["source"], entry["checked"])
