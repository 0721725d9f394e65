"""The measurements: parameters, what autograd saves, a training step, prefill and decode.

Each yields rows for one case: a model of some shape, with a dtype, on a batch.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from compiled import Compiled, FirstLayer
from handwritten import Model, rotary_factors
from kernels import dropout_of_gpus, unpacked_sequences
from live import Live, Storage, size
from shapes import Shape, transformers_model
from torch import nn
from torch._subclasses import FakeTensorMode
from transformers import DynamicCache

LAYER, CASTS = "saved activations per layer", "saved bf16 weight casts per layer"
OUTSIDE = (
    "saved activations outside the layers (embedding, rotary, final norm, logits, loss)",
    "saved bf16 weight casts outside the layers",
)
WHOLE = "saved activations, whole model", "saved bf16 weight casts, whole model"

Make = Callable[[Shape], nn.Module]


@dataclass(frozen=True)
class Row:
    """One measurement, in bytes unless the quantity is "parameters"."""

    model: str
    implementation: str
    dtype: str
    batch: int | None
    seq_len: int | None
    quantity: str
    value: int


@dataclass(frozen=True)
class Case:
    """What is measured: a model of that shape, in that dtype, on a batch of that size.

    Args:
        name: of the model.
        shape: its sizes, like the catalogue's.
        dtype: of weights and activations, "bf16" or "fp32"; "autocast" has weights in fp32.
        batch: sequences.
        seq_len: tokens of each sequence.
        padded: the sequences have a padding mask.
        dropout_of_gpus: dropout keeps what it keeps on a GPU.
    """

    name: str
    shape: Shape
    dtype: str
    batch: int
    seq_len: int
    padded: bool = False
    dropout_of_gpus: bool = False

    def rows(self, implementation: str, quantities: dict[str, int]) -> Iterator[Row]:
        """Rows of these quantities."""
        for quantity, value in quantities.items():
            yield Row(
                self.name, implementation, self.dtype, self.batch, self.seq_len, quantity, value
            )

    @contextmanager
    def memory(self) -> Iterator[Live]:
        """Make fake tensors, which are followed."""
        dropout = dropout_of_gpus() if self.dropout_of_gpus else nullcontext()
        with FakeTensorMode(), Live() as live, unpacked_sequences(), dropout:
            yield live

    def model(self, make: Make, **sizes: int) -> nn.Module:
        """Make the model in the recipe's dtype, with other sizes where given."""
        torch.set_default_dtype(torch.bfloat16 if self.dtype == "bf16" else torch.float32)
        try:
            return make(self.shape | sizes)
        finally:
            torch.set_default_dtype(torch.float32)

    def ids(self) -> torch.Tensor:
        """A batch of tokens."""
        return torch.zeros(self.batch, self.seq_len, dtype=torch.long)

    def loss(self, model: nn.Module, ids: torch.Tensor) -> torch.Tensor:
        """Run the forward pass of training."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.dtype == "autocast"):
            if not hasattr(model, "config"):
                return model(ids, ids)
            mask = {"attention_mask": torch.ones_like(ids)} if self.padded else {}
            return model(ids, labels=ids, use_cache=False, **mask).loss


def hugging_face(**options: Any) -> Make:
    """Make transformers models with these options."""
    return lambda shape: transformers_model(shape, **options)


def hand_written(norm: str, mlp: str) -> Make:
    """Make models of handwritten.py, of "fused" or "plain" operators."""
    return lambda shape: Model(shape, norm, mlp)


def compiled(shape: Shape) -> nn.Module:
    """Make the model of handwritten.py in plain operators, compiled as a whole."""
    return Compiled(Model(shape, "plain", "plain"))


# Parameters


def parameters(name: str, shape: Shape) -> Row:
    """Count the numbers in the model's checkpoint; DeepSeek-V3 has biases that are not trained."""
    with torch.device("meta"):
        tensors = transformers_model(shape).state_dict(keep_vars=True).values()
    count = sum({id(tensor): tensor.numel() for tensor in tensors}.values())
    implementation = "PyTorch module on the meta device"
    return Row(name, implementation, "", None, None, "parameters", count)


# What autograd saves


def saved(case: Case, implementation: str, make: Make) -> Iterator[Row]:
    """Measure per layer, as the difference of models of three and two layers, and outside of them.

    All layers share a padding mask; but PyTorch's attention makes a bf16 copy of it in each of
    them, which counts there, as do the keys and values that transformers then repeats for each
    query head.
    """
    two, three = (_saved(case, make, layers=layers) for layers in (2, 3))
    quantities = {}
    for i, (layer, outside) in enumerate(zip((LAYER, CASTS), OUTSIDE, strict=True)):
        if i == 0 or case.dtype == "autocast":
            quantities[layer] = three[i] - two[i]
            quantities[outside] = 3 * two[i] - 2 * three[i]
    yield from case.rows(implementation, quantities)


def saved_whole(case: Case, implementation: str, make: Make) -> Iterator[Row]:
    """Measure all that autograd saves, all layers together."""
    yield from case.rows(implementation, dict(zip(WHOLE, _saved(case, make), strict=True)))


def _saved(case: Case, make: Make, **sizes: int) -> tuple[int, int]:
    with case.memory() as live:
        model = case.model(make, **sizes).train()
        live.know_weights(model)
        with live.saved() as storages:
            loss = case.loss(model, case.ids())
        del loss
    return _activations_and_casts(storages)


def _activations_and_casts(storages: list[Storage]) -> tuple[int, int]:
    casts = sum(storage.size for storage in storages if storage.cast_of_a_weight)
    return sum(storage.size for storage in storages) - casts, casts


def saved_compiled(case: Case, implementation: str, **options: Any) -> Iterator[Row]:
    """Measure one compiled transformers layer; the rotary factors are not its own."""
    with case.memory() as live:
        model = case.model(hugging_face(**options), layers=2).train()
        layer = FirstLayer(model)
        live.know_weights(layer)
        x = torch.zeros(case.batch, case.seq_len, case.shape["hidden"], dtype=torch.bfloat16)
        x.requires_grad_()
        rotary = []
        if "learned_positions" not in case.shape:
            head_dim = case.shape["attention"]["head_dim"]
            factors = rotary_factors(0, case.seq_len, head_dim, torch.bfloat16)
            rotary = [factor[None] for factor in factors]
        with live.saved() as storages:
            result = Compiled(layer)(x, *rotary)
        del result
        yield from case.rows(
            implementation, {LAYER: sum(_activations_and_casts(storages)) - size(*rotary)}
        )


# A step of training


def training(
    case: Case,
    implementation: str,
    make: Make,
    optimizer: str = "fused",
    checkpoint: bool = False,
    keep_gradients: bool = False,
) -> Iterator[Row]:
    """Measure the peaks of the second step with AdamW: from then on there are moments.

    Args:
        case: what is trained.
        implementation: its name in the rows.
        make: makes the model.
        optimizer: AdamW as one "fused" operator, "foreach" (lists of tensors) or in a "loop".
        checkpoint: keep each layer's input only, and compute the rest again.
        keep_gradients: do not drop them between steps, as when they are accumulated.
    """
    options = {"fused": {"fused": True}, "foreach": {"foreach": True}, "loop": {"foreach": False}}
    with case.memory() as live:
        model = case.model(make).train()
        if checkpoint:
            model.activation_checkpointing_enable({"use_reentrant": False})
        adamw = torch.optim.AdamW(model.parameters(), **options[optimizer])
        ids = case.ids()
        for _ in range(2):
            quantities = _step(case, live, model, adamw, ids)
            if not keep_gradients:
                adamw.zero_grad()
    yield from case.rows(implementation, quantities)


def _step(
    case: Case, live: Live, model: nn.Module, adamw: torch.optim.Optimizer, ids: torch.Tensor
) -> dict[str, int]:
    weights = size(*model.parameters())
    state = [tensor for values in adamw.state.values() for tensor in values.values()]
    before = live.size
    live.reset_peak()
    loss = case.loss(model, ids)
    forward, kept = live.peak, live.size - before
    live.reset_peak()
    loss.backward()
    backward, after = live.peak, live.size
    live.reset_peak()
    adamw.step()
    return {
        "weights": weights,
        "optimizer moments": size(*state),
        "activations kept after the forward pass": kept,
        "peak of the forward pass": forward,
        "live after the backward pass": after,
        "peak of the backward pass": backward,
        "peak of the optimizer step": live.peak,
        "gradients": size(*(weight.grad for weight in model.parameters())),
        "peak of the training step": max(forward, backward, live.peak),
    }


# Inference


def prefill(
    case: Case, implementation: str, cached: bool = True, last_only: bool = True, **options: Any
) -> Iterator[Row]:
    """Measure transformers reading a prompt, with a cache that grows or with none."""
    with case.memory() as live, torch.no_grad():
        model = case.model(hugging_face(**options)).eval()
        ids = case.ids()
        weights = live.size  # and the prompt
        cache = DynamicCache(config=model.config) if cached else None
        live.reset_peak()
        result = model(ids, use_cache=cached, cache=cache, logits_to_keep=int(last_only))
        del result
        yield from case.rows(implementation, _inference(live, weights, _entries(cache)))


def decode(case: Case, implementation: str, **options: Any) -> Iterator[Row]:
    """Measure transformers writing the next token: each layer's cache is copied as it grows."""
    with case.memory() as live, torch.no_grad():
        model = case.model(hugging_face(**options)).eval()
        ids = case.ids()
        weights = live.size
        cache = DynamicCache(config=model.config)
        result = model(ids, use_cache=True, cache=cache, logits_to_keep=1)
        del result
        token = torch.zeros(case.batch, 1, dtype=torch.long)
        live.reset_peak()
        result = model(token, use_cache=True, cache=cache, logits_to_keep=1)
        del result
        yield from case.rows(implementation, _inference(live, weights, _entries(cache)))


def _entries(cache: DynamicCache | None) -> int:
    layers = cache.layers if cache else []
    return size(*(entry for layer in layers for entry in (layer.keys, layer.values)))


def _inference(live: Live, weights: int, cache: int) -> dict[str, int]:
    return {
        "weights": weights,
        "KV cache": cache,
        "peak": live.peak,
        "transient activations": live.peak - weights - cache,
    }


def prefill_by_hand(case: Case, mlp: str, last_only: bool = True) -> Iterator[Row]:
    """Measure the hand-written model reading a prompt; the cache has its place beforehand."""
    task = f"prefill, preallocated KV, {'last' if last_only else 'all'} logits"
    yield from _by_hand(case, mlp, task, 0, last_only)


def decode_by_hand(case: Case, mlp: str) -> Iterator[Row]:
    """Measure the hand-written model writing the next token."""
    task = f"decode 1 token after {case.seq_len}, preallocated KV"
    yield from _by_hand(case, mlp, task, case.seq_len, True)


def _by_hand(case: Case, mlp: str, task: str, start: int, last_only: bool) -> Iterator[Row]:
    with case.memory() as live, torch.no_grad():
        model = case.model(hand_written("fused", mlp)).eval()
        ids = case.ids()
        weights = live.size
        heads = case.shape["attention"]
        place = (2, case.batch, heads["kv_heads"], case.seq_len + 1, heads["head_dim"])
        dtype = next(model.parameters()).dtype
        caches = [torch.empty(place, dtype=dtype) for _ in range(case.shape["layers"])]
        read = torch.zeros(case.batch, 1, dtype=torch.long) if start else ids
        before = live.size
        live.reset_peak()
        logits = model(read, caches=caches, start=start, last_only=last_only)
        del logits
        quantities = _inference(live, weights, size(*caches))
        quantities["transient activations"] = live.peak - before
        yield from case.rows(f"minimal mlp={mlp} {task}", quantities)
