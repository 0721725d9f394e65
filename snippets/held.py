# How many conversations one H200 holds beside the weights, by model and length.
from gpumath import cache_budget, marketed, part, published, sequences_in_cache, weights
from gpumath.quantities import Bytes, Tokens

models = [published(name) for name in ("Llama-2-7B", "Gemma-2-9B", "Llama-3.1-8B", "Qwen2.5-7B")]
card, live = marketed(part("H200 SXM")), Bytes(4 * 10**9)
lengths = Tokens(2048), Tokens(32_768)

print(f"| conversations of | {' | '.join(f'{n:,d tokens}' for n in lengths)} |\n|:--|--:|--:|")
for model in models:
    room = cache_budget(card, weights(model.parameters, "bf16"), live)
    held = [int(sequences_in_cache(model, room, length, "bf16")) for length in lengths]
    print(f"| {model.name} | {' | '.join(f'{count:,}' for count in held)} |")
