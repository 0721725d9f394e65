# The KV cache of a token by kind of attention, and how many conversations one H200 holds.
from gpumath import (
    cache_budget,
    kv_cache_per_token,
    marketed,
    part,
    published,
    sequences_in_cache,
    weights,
)
from gpumath.quantities import Bytes, Tokens

names = ("Llama-2-7B", "Llama-3.1-8B", "Qwen2.5-7B", "Gemma-2-9B")
card, live = marketed(part("H200 SXM")), Bytes(4 * 10**9)
lengths = Tokens(2048), Tokens(32_768)
token = {name: kv_cache_per_token(published(name), "bf16") for name in (*names, "DeepSeek-V3")}

print(f"| model | a token | {' | '.join(f'{n:,d tokens}' for n in lengths)} |\n|:--|--:|--:|--:|")
for name in names:
    model = published(name)
    room = cache_budget(card, weights(model.parameters, "bf16"), live)
    held = [sequences_in_cache(model, room, length, "bf16") for length in lengths]
    cells = " | ".join(f"{int(count):,}" for count in held)
    print(f"| {name} ({model.attention.kind}) | {token[name]:.0f kB} | {cells} |")

latent = token["DeepSeek-V3"]
