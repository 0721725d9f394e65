"""The catalogue of networks against the makers' user guides, and what it refuses."""

from datetime import date

import pytest

from gpumath import network
from gpumath.parts.network import networks, read_networks
from gpumath.quantities import BytesPerSecond

# Copied by hand: Gb/s of the adapter that each GPU has for the cluster.
GUIDES = {"DGX A100": 200, "DGX H100": 400, "DGX B200": 400}


def test_every_network_is_checked_here():
    assert networks().keys() == GUIDES.keys()


@pytest.mark.parametrize(("machine", "gigabit"), GUIDES.items())
def test_values(machine, gigabit):
    link = network(machine)
    assert link.machine == machine
    assert link.each_gpu == BytesPerSecond(gigabit / 8 * 1e9)
    assert "user guide" in link.source
    assert link.checked == date(2026, 12, 1)


def test_400_gigabit_are_50_gigabytes():
    assert f"{network('DGX H100').each_gpu:.0f GB/s}" == "50 GB/s"


GOOD = '["X1"]\ngigabit_per_s = 100\nsource = "a guide"\nchecked = 2026-12-01\n'


def test_a_catalogue_is_read():
    assert read_networks(GOOD)["X1"].each_gpu == 12.5e9


@pytest.mark.parametrize(
    ("line", "other", "message"),
    [
        ("gigabit_per_s = 100", "gigabit_per_s = 0", "gigabit_per_s of network 'X1' must be a fin"),
        ("gigabit_per_s = 100", "gigabit_per_s = -1", "gigabit_per_s of network 'X1' must be a fi"),
        ("gigabit_per_s = 100", "gigabyte = 100", "network 'X1' lacks gigabit_per_s"),
        ("checked", "gpus = 8\nchecked", "network 'X1' has unknown fields: gpus"),
        ('source = "a guide"\n', "", "network 'X1' lacks source"),
        ("checked = 2026-12-01", "", "network 'X1' lacks checked"),
    ],
)
def test_an_entry_that_is_not_complete_is_refused(line, other, message):
    with pytest.raises(ValueError, match=message):
        read_networks(GOOD.replace(line, other))


def test_an_unknown_machine_is_refused_with_those_that_are_known():
    with pytest.raises(ValueError, match=r"unknown machine 'DGX'.*DGX A100, DGX H100, DGX B200"):
        network("DGX")
