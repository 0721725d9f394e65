# How many conversations a card holds beside the weights, and what reading their caches costs.
from gpumath import kv_cache, largest_decode_intensity, lesson, part, sequences_that_fit, weights

model, card = lesson.MODEL, part("H100 SXM")
conversation = kv_cache(model, 1, lesson.SEQ_LEN, "bf16")
conversations = sequences_that_fit(card.memory, weights(model.parameters, "bf16"), conversation)
largest_intensity = largest_decode_intensity(model.parameters, conversation)

print(f"{card.name}: {conversations:d conversations} of {conversation:.2f GB} fit")
print(
    f"decode stays below {largest_intensity:.0f FLOP/B}; the ridge is {card.ridge_point:.0f FLOP/B}"
)
