# Does a model fit on a card? The first lines to try.
from gpumath import part, published, weights

llama, card = published("Llama-3.1-8B"), part("L4")
size = weights(llama.parameters, "bf16")
print(f"{llama.name} in BF16: {size:.1f GB}, of {card.memory:.0f GB} on an {card.name}")
print("it fits" if size <= card.memory else "it does not fit")
