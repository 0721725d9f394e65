# The KV cache of a token, by model and kind of attention.
from charts import Share, bars
from gpumath import kv_cache_per_token, published

names = ("Llama-2-7B", "Gemma-2-9B", "Llama-3.1-8B", "DeepSeek-V3", "Qwen2.5-7B")
models = [published(name) for name in names]
token = {model.name: kv_cache_per_token(model, "bf16") for model in models}
latent, largest, smallest = token["DeepSeek-V3"], max(token.values()), min(token.values())

caption = (
    f"What one token of a conversation keeps, from {smallest:.0f kB} to {largest:.0f kB}. "
    "DeepSeek-V3 is by far the largest of these models."
)
shares = [Share("kv_cache", f"{m.name}, {m.attention.kind}", token[m.name]) for m in models]
print(bars(shares, unit="kB", caption=caption))
