# Which card holds which model, and the most tokens per second that one user can get from it.
from gpumath import decode_work, kv_cache, part, published, sequences_that_fit, step_speed, weights
from gpumath.quantities import Tokens

cards = [part(name) for name in ("T4", "L4", "L40S", "H100 SXM", "H200 SXM", "B200 SXM")]
models = [published(f"Llama-{name}") for name in ("3.2-3B", "3.1-8B", "3.1-70B")]
t4, eight = cards[0], models[1]
formats, length = {"fp16": "16 bits", "int8": "8 bits"}, Tokens(2048)


def room(model, card, dtype):
    one = kv_cache(model, 1, length, "fp16")
    return sequences_that_fit(card.memory, weights(model.parameters, dtype), one)


def speed(model, card, dtype):
    work = decode_work(model, 1, length, dtype)
    return step_speed(work, 1, 1, card.peak, card.bandwidth).per_sequence


print(f"| tokens/s | {' | '.join(card.name.split()[0] for card in cards)} |")
print(f"|:--|{'--:|' * len(cards)}")
for model, dtype in ((model, dtype) for model in models for dtype in formats):
    row = [f"{float(speed(model, c, dtype)):,.0f}" if room(model, c, dtype) else "–" for c in cards]
    print(f"| {model.name}, {formats[dtype]} | {' | '.join(row)} |")
