# What follows from the shapes: parameters, weights, and the KV cache of a token, in 16 bits.
from gpumath import kv_cache_per_token, published_models, weights

models = published_models().values()


def kind(attention):
    windowed = getattr(attention, "windowed_layers", 0)
    if not windowed:
        return attention.kind
    return f"{attention.kind}, {windowed} layers windowed at {attention.window:,}"


print("| model | attention | parameters | active | weights | KV cache of a token |")
print("|:--|:--|--:|--:|--:|--:|")
for model in models:
    fewer = model.active_parameters < model.parameters
    active = f"{int(model.active_parameters):,}" if fewer else "all"
    count = f"{int(model.parameters):,} | {active}"
    size, token = weights(model.parameters, "bf16"), kv_cache_per_token(model, "bf16")
    kept = f"{size:,.1f GB} | {token:,d B}"
    print(f"| {model.name} | {kind(model.attention)} | {count} | {kept} |")
