# The shapes of all published models of the catalogue, as their configurations give them.
from gpumath import LatentAttention, published_models

models = published_models().values()
oldest = str(min(model.checked for model in models))


def heads(attention):
    if isinstance(attention, LatentAttention):
        return f"{attention.heads} | – | –"
    return f"{attention.heads} | {attention.kv_heads} | {attention.head_dim}"


def mlp(model):
    experts = model.experts
    return f"{experts.count} of {experts.width:,}" if experts else f"{model.mlp_width:,}"


print("| model | layers | hidden | heads | KV heads | head dim | MLP | vocabulary |")
print("|:--|--:|--:|--:|--:|--:|--:|--:|")
for model in models:
    shape = f"{model.layers} | {model.hidden:,} | {heads(model.attention)} | {mlp(model)}"
    print(f"| {model.name} | {shape} | {model.vocab:,} |")
