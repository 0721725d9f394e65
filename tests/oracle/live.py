"""Follows every storage that PyTorch holds: how many bytes are live, and which autograd saved."""

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


@dataclass(frozen=True)
class Storage:
    """The memory behind one tensor, or several views of it, by the operator that made it."""

    operator: str
    shape: tuple[int, ...]
    dtype: torch.dtype
    size: int
    cast_of_a_weight: bool


class Live(TorchDispatchMode):
    """Counts the storages of all tensors made while it is active, until they are freed."""

    def __init__(self) -> None:
        super().__init__()
        self.storages: dict[int, Storage] = {}
        self.size = 0
        self.peak = 0
        self.weights: set[int] = set()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        copy = function is torch.ops.aten._to_copy.default
        cast = copy and _key(args[0]) in self.weights
        for tensor in tree_leaves(result):
            if isinstance(tensor, torch.Tensor):
                self._add(tensor, str(function), cast)
        return result

    def _add(self, tensor: torch.Tensor, operator: str, cast: bool) -> None:
        key = _key(tensor)
        if key in self.storages:
            return  # a view
        storage = tensor.untyped_storage()
        weakref.finalize(storage, self._free, key)
        size = storage.nbytes()
        self.storages[key] = Storage(operator, tuple(tensor.shape), tensor.dtype, size, cast)
        self.size += size
        if self.size > self.peak:
            self.peak = self.size
            self.new_peak()

    def _free(self, key: int) -> None:
        self.size -= self.storages.pop(key).size

    def new_peak(self) -> None:
        """Do nothing; a subclass can look at `storages`."""

    def reset_peak(self) -> None:
        """Forget the peak: the next one is searched from here on."""
        self.peak = self.size

    def know_weights(self, model: nn.Module) -> None:
        """Tell parameters and buffers of the model, and casts of them, from activations."""
        self.weights = {_key(tensor) for tensor in (*model.parameters(), *model.buffers())}

    @contextmanager
    def saved(self) -> Iterator[list[Storage]]:
        """List the storages that autograd saves for the backward pass, weights aside."""
        found: dict[int, Storage] = {}
        result: list[Storage] = []

        def pack(tensor: torch.Tensor) -> torch.Tensor:
            if _key(tensor) not in self.weights:
                found[_key(tensor)] = self.storages[_key(tensor)]
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            yield result
        result.extend(found.values())


def _key(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage()._cdata


def size(*tensors: torch.Tensor | None) -> int:
    """Bytes of the storages of these tensors, each storage once."""
    there = [tensor for tensor in tensors if tensor is not None]
    return sum({_key(tensor): tensor.untyped_storage().nbytes() for tensor in there}.values())
