# The same bound for several models, where one card holds them.
from gpumath import decode_work, part, published, step_speed, weights

models = [published(f"Llama-{name}") for name in ("3.2-1B", "3.2-3B", "3.1-8B", "2-13B", "3.1-70B")]
cards = [part(name) for name in ("L4", "H100 SXM", "H200 SXM", "B200 SXM")]


def cell(model, card):
    if weights(model.parameters, "bf16") > card.memory:
        return "–"
    work = decode_work(model, 1, 2048)
    return f"{float(step_speed(work, 1, 1, card.peak, card.bandwidth).per_sequence):,.0f}"


print(
    f"| tokens/s | {' | '.join(card.name.split()[0] for card in cards)} |\n|:--|{'--:|' * len(cards)}"
)
for model in models:
    print(f"| {model.name} | {' | '.join(cell(model, card) for card in cards)} |")
