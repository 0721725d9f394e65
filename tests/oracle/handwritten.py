"""A Llama written by hand, with norms and SwiGLU in one operator each or in plain ones."""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional


class FusedNorm(torch.autograd.Function):
    """RMSNorm that saves its input and one 32-bit number per token."""

    @staticmethod
    def forward(context: Any, x: Tensor, weight: Tensor) -> Tensor:
        scale = x.new_empty((*x.shape[:-1], 1), dtype=torch.float32)
        context.save_for_backward(x, weight, scale)
        return torch.empty_like(x)

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, Tensor]:
        x, weight, _ = context.saved_tensors
        return torch.empty_like(x), torch.empty_like(weight)


class FusedSwiGLU(torch.autograd.Function):
    """SwiGLU that saves its two inputs; fake, like all here: only the tensors it makes count."""

    @staticmethod
    def forward(context: Any, gate: Tensor, up: Tensor) -> Tensor:
        context.save_for_backward(gate, up)
        return torch.empty_like(gate)

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, Tensor]:
        gate, up = context.saved_tensors
        return torch.empty_like(gate), torch.empty_like(up)


class Norm(nn.Module):
    def __init__(self, width: int, fused: bool) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(width))
        self.fused = fused

    def forward(self, x: Tensor) -> Tensor:
        if self.fused:
            return FusedNorm.apply(x, self.weight)
        wide = x.float()
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-5)
        return self.weight * wide.to(x.dtype)


class SwiGLU(nn.Module):
    def __init__(self, hidden: int, width: int, fused: bool) -> None:
        super().__init__()
        self.gate = nn.Linear(hidden, width, bias=False)
        self.up = nn.Linear(hidden, width, bias=False)
        self.down = nn.Linear(width, hidden, bias=False)
        self.fused = fused

    def forward(self, x: Tensor) -> Tensor:
        if self.fused:
            return self.down(FusedSwiGLU.apply(self.gate(x), self.up(x)))
        gate, up = self.gate(x), self.up(x)
        return self.down(functional.silu(gate) * up)


class Attention(nn.Module):
    def __init__(
        self, hidden: int, heads: int, kv_heads: int, head_dim: int, input_bias: bool = False
    ) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.grouped = heads != kv_heads
        self.query = nn.Linear(hidden, heads * head_dim, bias=input_bias)
        self.key = nn.Linear(hidden, kv_heads * head_dim, bias=input_bias)
        self.value = nn.Linear(hidden, kv_heads * head_dim, bias=input_bias)
        self.output = nn.Linear(heads * head_dim, hidden, bias=False)

    def forward(self, x: Tensor, rotary: list[Tensor], cache: Tensor | None, start: int) -> Tensor:
        query = rotate(self._heads(self.query(x)), *rotary)
        key, value = rotate(self._heads(self.key(x)), *rotary), self._heads(self.value(x))
        end = start + x.shape[1]
        if cache is not None:
            cache[0, :, :, start:end], cache[1, :, :, start:end] = key, value
            key, value = cache[:, :, :, :end]
        result = functional.scaled_dot_product_attention(
            query, key, value, is_causal=x.shape[1] > 1, enable_gqa=self.grouped
        )
        return self.output(result.transpose(1, 2).flatten(2))

    def _heads(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (-1, self.head_dim)).transpose(1, 2)


class Layer(nn.Module):
    def __init__(self, shape: dict[str, Any], norm: str, mlp: str) -> None:
        super().__init__()
        self.norm_1 = Norm(shape["hidden"], norm == "fused")
        self.attention = Attention(shape["hidden"], **shape["attention"])
        self.norm_2 = Norm(shape["hidden"], norm == "fused")
        self.mlp = SwiGLU(shape["hidden"], shape["mlp_width"], mlp == "fused")

    def attend(self, x: Tensor, *context: Any) -> Tensor:
        return x + self.attention(self.norm_1(x), *context)

    def transform(self, x: Tensor) -> Tensor:
        return x + self.mlp(self.norm_2(x))


class Model(nn.Module):
    """A model of that shape (a plain Llama), whose `norm` and `mlp` are "fused" or "plain"."""

    def __init__(self, shape: dict[str, Any], norm: str = "plain", mlp: str = "plain") -> None:
        super().__init__()
        self.head_dim = shape["attention"]["head_dim"]
        self.embedding = nn.Embedding(shape["vocab"], shape["hidden"])
        self.layers = nn.ModuleList(Layer(shape, norm, mlp) for _ in range(shape["layers"]))
        self.norm = Norm(shape["hidden"], norm == "fused")
        self.head = nn.Linear(shape["hidden"], shape["vocab"], bias=False)
        if shape["tied"]:
            self.head.weight = self.embedding.weight

    def forward(
        self,
        ids: Tensor,
        labels: Tensor | None = None,
        caches: list[Tensor] | None = None,
        start: int = 0,
        last_only: bool = False,
    ) -> Tensor:
        """Return the loss where labels are given, the logits otherwise."""
        x = self.embedding(ids)
        rotary = rotary_factors(start, ids.shape[1], self.head_dim, x.dtype)
        for i, layer in enumerate(self.layers):
            x = layer.attend(x, rotary, caches[i] if caches else None, start)
            x = layer.transform(x)  # on its own: what `attend` was given is free by now
        normed = self.norm(x)
        logits = self.head(normed[:, -1:] if last_only else normed)
        if labels is None:
            return logits
        return functional.cross_entropy(logits.float().flatten(0, 1), labels.flatten())


def rotary_factors(start: int, count: int, head_dim: int, dtype: torch.dtype) -> list[Tensor]:
    """Cosines and sines of the rotary embedding for `count` positions."""
    frequencies = 1 / 500000 ** (torch.arange(0, head_dim, 2) / head_dim)
    angles = torch.outer(torch.arange(start, start + count), frequencies).repeat(1, 2)
    return [angles.cos().to(dtype), angles.sin().to(dtype)]


def rotate(x: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    """Rotate each pair of numbers of a head by its position's angle."""
    first, second = x.chunk(2, dim=-1)
    return x * cosine + torch.cat((-second, first), dim=-1) * sine
