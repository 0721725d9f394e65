# The largest batch whose measured training step fits on one card.
from gpumath import Recipe, lesson, marketed, part, peak_of, published, training_step
from gpumath.quantities import Bytes, Sequences

llama, margin = published("Llama-3.1-8B"), Bytes(2 * 10**9)
card = marketed(part("H100 SXM"), margin)
recipe = Recipe(implementation="Hugging Face bf16", checkpointed=True)


def peak(batch):
    return peak_of(training_step(llama, recipe, batch, lesson.SEQ_LEN))


batch = 0
while peak(batch + 1).total <= card.usable:
    batch += 1
largest, held, next_one = Sequences(batch), peak(batch), peak(batch + 1)

print(f"{largest:d sequences}: {held.total:.1f GB}, {held.name}")
print(f"one more:    {next_one.total:.1f GB}, of {card.usable:.1f GB} that may be used")
