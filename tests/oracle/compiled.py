"""What torch.compile keeps: its partitioner chooses what is saved and what computed again."""

from typing import Any

import torch
from functorch.compile import aot_function, min_cut_rematerialization_partition, nop
from torch import Tensor, nn
from torch._inductor.decomposition import select_decomp_table


class Compiled(nn.Module):
    """The module, split like torch.compile does it and run without generating code."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.module = module
        self.split = aot_function(
            self._call,
            nop,
            nop,
            partition_fn=min_cut_rematerialization_partition,
            decompositions=select_decomp_table(),
        )

    def _call(self, weights: dict[str, Tensor], *inputs: Tensor) -> Tensor:
        return torch.func.functional_call(self.module, weights, inputs)

    def forward(self, *inputs: Tensor) -> Tensor:
        return self.split(dict(self.module.named_parameters()), *inputs)


class FirstLayer(nn.Module):
    """The first layer of a transformers model, as a function of its input (and rotary factors)."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.layer = (model.model.layers if hasattr(model, "model") else model.transformer.h)[0]

    def forward(self, x: Tensor, *rotary: Tensor) -> Tensor:
        options: dict[str, Any] = {"position_embeddings": rotary} if rotary else {}
        result = self.layer(x, **options)
        return result[0] if isinstance(result, tuple) else result
