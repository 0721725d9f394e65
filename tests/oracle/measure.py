"""The plan of what is measured of PyTorch and transformers.

The short one has the parameters of the catalogue's models, random small shapes (Llama's and GPT-2's
in turn), GPT-2, two Llamas and some training steps. The long one has every row of measured.csv but
one.

Nothing is computed: tensors are fake, they have sizes and no numbers. So a laptop can measure a
model of any size; what it cannot see is what a GPU adds (its context, workspaces, fragmentation).
"""

from collections.abc import Iterator
from dataclasses import replace

from measurements import (
    Case,
    Row,
    compiled,
    decode,
    decode_by_hand,
    hand_written,
    hugging_face,
    parameters,
    prefill,
    prefill_by_hand,
    saved,
    saved_compiled,
    saved_whole,
    training,
)
from shapes import Shape, catalogue, random_shapes

SDPA, EAGER = "Hugging Face, SDPA", "Hugging Face, eager"
COMPILED = "torch.compile of the Hugging Face layer"
NO_DROPOUT = {"resid_pdrop": 0, "embd_pdrop": 0, "attn_pdrop": 0}
FUSED_GELU = {"activation_function": "gelu"}


def llama(case: Case) -> Iterator[Row]:
    """Measure what every Llama is measured for, in bf16."""
    yield from saved(replace(case, dtype="autocast"), SDPA, hugging_face())
    yield from saved(case, SDPA, hugging_face())
    if case.shape["attention"]["kv_heads"] > 1:
        yield from saved(case, EAGER, hugging_face(attention="eager"))
    for norm, mlp in (("fused", "fused"), ("fused", "plain"), ("plain", "plain")):
        yield from saved(case, f"minimal norm={norm} mlp={mlp}", hand_written(norm, mlp))
    yield from saved_compiled(case, COMPILED)
    yield from prefill(case, f"{SDPA} prefill, DynamicCache, last logits")
    yield from decode(case, f"{SDPA} decode 1 token after {case.seq_len}, DynamicCache")
    for mlp in ("fused", "plain"):
        yield from prefill_by_hand(case, mlp)
        yield from decode_by_hand(case, mlp)


def llama_8b_saved(shape: Shape) -> Iterator[Row]:
    """Measure what autograd saves for Llama-3.1-8B, at more lengths and in more ways."""
    case = Case("Llama-3.1-8B", shape, "bf16", 8, 2048)
    eager = hugging_face(attention="eager")
    for batch, seq_len in ((4, 2048), (4, 4096), (8, 4096), (1, 8192)):
        other = replace(case, batch=batch, seq_len=seq_len)
        for dtype in ("autocast", "bf16"):
            yield from saved(replace(other, dtype=dtype), SDPA, hugging_face())
        yield from saved(other, EAGER, eager)
    yield from saved(replace(case, dtype="fp32"), SDPA, hugging_face())
    for dtype in ("autocast", "fp32"):
        yield from saved(replace(case, dtype=dtype), EAGER, eager)
    for dtype in ("autocast", "bf16", "fp32"):
        yield from saved_whole(replace(case, dtype=dtype), SDPA, hugging_face())
    for dtype in ("autocast", "bf16"):
        yield from saved(
            replace(case, dtype=dtype, padded=True), f"{SDPA}+padding-mask", hugging_face()
        )
    whole = "torch.compile min-cut: whole minimal model"
    for row in saved(case, whole, compiled):
        # Outside the layers measured.csv took the rotary factors for inputs, and counted the loss.
        if "per layer" in row.quantity:
            yield row
            yield replace(row, implementation="torch.compile min-cut: minimal layer")


def llama_8b_training(shape: Shape, few: bool = False) -> Iterator[Row]:
    """Measure training steps of Llama-3.1-8B."""
    case = Case("Llama-3.1-8B", shape, "autocast", 8, 2048)
    for recipe in (  # dtype, batch, AdamW, checkpoints, gradients kept
        ("autocast", 8, "fused", False, False),
        ("bf16", 8, "fused", True, False),
        ("autocast", 4, "fused", True, False),
        ("autocast", 8, "foreach", True, False),
        ("bf16", 8, "fused", False, True),
        ("bf16", 8, "fused", False, False),
        ("fp32", 8, "fused", False, False),
        ("autocast", 1, "fused", False, False),
        ("autocast", 4, "fused", False, False),
        ("autocast", 8, "foreach", False, False),
        ("autocast", 8, "loop", False, False),
        ("autocast", 8, "fused", False, True),
        ("autocast", 1, "fused", True, False),
        ("autocast", 8, "fused", True, False),
        ("fp32", 8, "fused", True, False),
    )[: 5 if few else None]:
        dtype, batch, optimizer, checkpoint, keep = recipe
        yield from train(replace(case, dtype=dtype, batch=batch), optimizer, checkpoint, keep)
    if few:
        return
    for dtype in ("autocast", "bf16"):
        eager = hugging_face(attention="eager")
        yield from training(replace(case, dtype=dtype), f"{EAGER}+adamw-fused", eager)
    for mlp, text in (("plain", "fused-norm"), ("fused", "fused-norm+swiglu")):
        yield from training(
            replace(case, dtype="bf16"),
            f"hand-written layers, {text}+adamw-fused",
            hand_written("fused", mlp),
        )


def train(
    case: Case, optimizer: str, checkpoint: bool = False, keep: bool = False
) -> Iterator[Row]:
    """Measure a training step of a transformers model, and name it by its recipe."""
    name = SDPA + "+checkpoint" * checkpoint
    name += f"+adamw-{optimizer}" + "+grads-kept" * keep
    yield from training(case, name, hugging_face(), optimizer, checkpoint, keep)


def llama_8b_inference(shape: Shape) -> Iterator[Row]:
    """Measure inference with Llama-3.1-8B in more ways."""
    case = Case("Llama-3.1-8B", shape, "bf16", 8, 2048)
    for batch, seq_len in ((4, 2048), (8, 4096)):
        other = replace(case, batch=batch, seq_len=seq_len)
        yield from prefill(other, f"{SDPA} prefill, DynamicCache, last logits")
    yield from prefill(case, f"{SDPA} prefill, DynamicCache, all logits", last_only=False)
    for text, last_only in (("last", True), ("all", False)):
        yield from prefill(case, f"{SDPA} prefill, no cache, {text} logits", False, last_only)
    yield from prefill(case, f"{EAGER} prefill, DynamicCache, last logits", attention="eager")
    yield from prefill_by_hand(case, "plain", last_only=False)


def gpt2(shape: Shape) -> Iterator[Row]:
    """Measure GPT-2, with dropout and without, and with its activation function in one operator."""
    case = Case("GPT-2", shape, "bf16", 8, 1024)
    yield from prefill(case, f"{SDPA} prefill, DynamicCache, last logits")
    gpu = replace(case, dropout_of_gpus=True)
    dropout = f"{SDPA}+dropout0.1"
    yield from saved(replace(gpu, dtype="autocast"), dropout, hugging_face())
    yield from saved(gpu, dropout, hugging_face())
    yield from saved(gpu, f"{dropout}+fused-gelu", hugging_face(**FUSED_GELU))
    plain = f"{SDPA}+no-dropout"
    yield from saved(case, plain, hugging_face(**NO_DROPOUT))
    yield from saved(case, f"{plain}+fused-gelu", hugging_face(**NO_DROPOUT, **FUSED_GELU))
    yield from saved(case, EAGER, hugging_face(attention="eager"))  # with the CPU's dropout
    yield from saved_compiled(case, f"{COMPILED}, no dropout", **NO_DROPOUT)


def random_llama(case: Case) -> Iterator[Row]:
    """Measure a small shape like Llama's."""
    yield from llama(case)
    yield from random_training(case)


def random_gpt2(case: Case) -> Iterator[Row]:
    """Measure a small shape like GPT-2's, without dropout."""
    for dtype in ("autocast", "bf16"):
        other = replace(case, dtype=dtype)
        yield from saved(other, f"{SDPA}+no-dropout", hugging_face(**NO_DROPOUT))
    yield from saved_compiled(case, f"{COMPILED}, no dropout", **NO_DROPOUT)
    yield from prefill(case, f"{SDPA} prefill, DynamicCache, last logits")
    yield from decode(case, f"{SDPA} decode 1 token after {case.seq_len}, DynamicCache")


def random_training(case: Case) -> Iterator[Row]:
    """Measure training steps of a small shape."""
    for dtype in ("bf16", "autocast", "fp32"):
        other = replace(case, dtype=dtype)
        for checkpoint in (False, True):
            yield from train(other, "fused", checkpoint)
        yield from train(other, "foreach")
        yield from train(other, "fused", keep=True)


def everything(all_cases: bool, seed: int, count: int) -> Iterator[Row]:
    """All rows, or those of a check that takes a minute or two."""
    shapes = catalogue()
    for name, shape in shapes.items():
        yield parameters(name, shape)
    for name, shape in random_shapes(seed, count).items():
        yield parameters(name, shape)
        case = Case(name, shape, "bf16", shape["batch"], shape["seq_len"])
        yield from (random_gpt2 if "norm" in shape else random_llama)(case)
    yield from gpt2(shapes["GPT-2"])
    for name in ("Llama-3.1-8B", "Llama-2-7B", *["Llama-3.1-70B"] * all_cases):
        yield from llama(Case(name, shapes[name], "bf16", 8, 2048))
    yield from llama_8b_training(shapes["Llama-3.1-8B"], few=not all_cases)
    if all_cases:
        yield from llama_8b_saved(shapes["Llama-3.1-8B"])
        yield from llama_8b_inference(shapes["Llama-3.1-8B"])
