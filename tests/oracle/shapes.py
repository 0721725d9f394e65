"""Shapes of models as plain dicts of sizes, and the transformers models that have them.

The keys are those of the catalogue of models: gpumath's Architecture has fields of the same names.
"""

import random
import tomllib
from pathlib import Path
from typing import Any

import transformers
from torch import nn

Shape = dict[str, Any]

CATALOGUE = Path(__file__).parents[2] / "src/gpumath/models/models.toml"


def catalogue() -> dict[str, Shape]:
    """The published models by name: their sizes only, what each class makes of them is measured."""
    return tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))


def random_shapes(seed: int, count: int) -> dict[str, Shape]:
    """Small shapes like Llama's and GPT-2's in turn, each with a `batch` and a `seq_len`.

    They are proportioned as language models are: heads together about as wide as the model, a wide
    MLP, and with Llama's a wider vocabulary. In others memory can peak at moments that gpumath does
    not list.
    """
    draw = random.Random(seed)
    kinds = [_gpt2_like if i % 2 else _llama_like for i in range(count)]
    return {f"random {seed}.{i}": kind(draw) for i, kind in enumerate(kinds)}


def _llama_like(draw: random.Random) -> Shape:
    kv_heads, width = draw.randint(1, 4), draw.randint(4, 64)
    heads = kv_heads * draw.randint(1, 4)
    hidden = heads * width  # no multiple of the heads is refused
    return {
        "layers": draw.randint(2, 4),
        "hidden": hidden,
        "attention": {
            "heads": heads,
            "kv_heads": kv_heads,
            "head_dim": 2 * draw.randint(1, 5 * width // 8),
            "input_bias": draw.random() < 0.3,
        },
        "mlp_width": draw.randint(2 * hidden, 4 * hidden),
        "vocab": draw.randint(10 * hidden, 40 * hidden),
        "tied": draw.random() < 0.5,
        "batch": draw.randint(1, 4),
        "seq_len": draw.randint(8, 200),
    }


def _gpt2_like(draw: random.Random) -> Shape:
    heads, head_dim = draw.randint(1, 8), 2 * draw.randint(4, 64)
    hidden = heads * head_dim  # GPT-2's class knows no other width of a head
    attention = {"heads": heads, "kv_heads": heads, "head_dim": head_dim}
    return {
        "layers": draw.randint(2, 4),
        "hidden": hidden,
        "attention": attention | {"input_bias": True, "output_bias": True},
        "mlp_width": draw.randint(2 * hidden, 4 * hidden),
        "vocab": draw.randint(50, 5000),
        "tied": draw.random() < 0.5,
        "gated": False,
        "mlp_bias": True,
        "norm": "layer",
        "learned_positions": 200,
        "batch": draw.randint(1, 4),
        "seq_len": draw.randint(8, 200),
    }


def transformers_model(shape: Shape, attention: str = "sdpa", **options: Any) -> nn.Module:
    """The transformers model of that shape, made on the current default device.

    Args:
        shape: its sizes; what is in them beside sizes tells which class it is.
        attention: "sdpa" (PyTorch's own attention) or "eager" (which keeps the scores).
        options: more fields of the configuration.
    """
    name, sizes = _class_and_sizes(shape)
    sizes["tie_word_embeddings"] = shape["tied"]
    text = "Text" if name == "Gemma3" else ""
    config = getattr(transformers, f"{name}{text}Config")(**sizes | options)
    config._attn_implementation = "eager" if name == "Gemma2" else attention  # it has no other
    head = "LMHeadModel" if name == "GPT2" else "ForCausalLM"
    model = getattr(transformers, name + head)(config)
    model.loss_type = "ForCausalLM"  # GPT-2's class does not say it
    return model


def _class_and_sizes(shape: Shape) -> tuple[str, Shape]:
    if shape.get("norm") == "layer":
        return "GPT2", _gpt2(shape)
    heads = shape["attention"]
    sizes = {
        "hidden_size": shape["hidden"],
        "num_hidden_layers": shape["layers"],
        "num_attention_heads": heads["heads"],
        "intermediate_size": shape["mlp_width"],
        "vocab_size": shape["vocab"],
    }
    if "latent" in heads:
        return "DeepseekV3", sizes | _latent(heads) | _experts(shape["experts"])
    sizes |= {"num_key_value_heads": heads["kv_heads"], "head_dim": heads["head_dim"]}
    if "experts" in shape:
        experts = shape["experts"]
        few = {"num_local_experts": experts["count"], "num_experts_per_tok": experts["active"]}
        return "Mixtral", sizes | few | {"intermediate_size": experts["width"]}
    if "window" in heads:
        sizes["sliding_window"] = heads["window"]
    if shape.get("norms_per_layer") == 4:
        return ("Gemma3" if heads.get("head_norms") else "Gemma2"), sizes
    if heads.get("head_norms"):
        return "Qwen3", sizes
    if heads.get("input_bias"):
        return "Qwen2", sizes
    return ("Mistral" if "window" in heads else "Llama"), sizes


def _gpt2(shape: Shape) -> Shape:
    return {
        "n_embd": shape["hidden"],
        "n_layer": shape["layers"],
        "n_head": shape["attention"]["heads"],
        "n_inner": shape["mlp_width"],
        "vocab_size": shape["vocab"],
        "n_positions": shape["learned_positions"],
    }


def _latent(heads: Shape) -> Shape:
    return {
        "num_key_value_heads": heads["heads"],
        "q_lora_rank": heads["query_rank"],
        "kv_lora_rank": heads["latent"],
        "qk_nope_head_dim": heads["content_dim"],
        "qk_rope_head_dim": heads["rotary_dim"],
        "v_head_dim": heads["value_dim"],
    }


def _experts(experts: Shape) -> Shape:
    return {
        "n_routed_experts": experts["count"],
        "num_experts_per_tok": experts["active"],
        "moe_intermediate_size": experts["width"],
        "n_shared_experts": experts["shared_width"] // experts["width"],
        "first_k_dense_replace": experts["dense_layers"],
    }
