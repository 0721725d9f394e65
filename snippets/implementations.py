# How many tensors of batch × seq_len × hidden each implementation keeps in a layer.
from gpumath import IMPLEMENTATIONS, kept_in_layer, lesson, published
from gpumath.quantities import Bytes

llama, case = published("Llama-3.1-8B"), (lesson.BATCH, lesson.SEQ_LEN)
tensor = Bytes(2 * lesson.BATCH * lesson.SEQ_LEN * llama.hidden)
kept = {
    how.label: sum(term.size for term in kept_in_layer(llama, name, *case))
    for name, how in IMPLEMENTATIONS.items()
}
least, most = min(kept.values()) / tensor, max(kept.values()) / tensor

print("| implementation | kept in a layer | tensors |\n|:--|--:|--:|")
print(f"| Every layer checkpointed, BF16 | {tensor:.2f GB} | {tensor / tensor:.1f} |")
for label, size in sorted(kept.items(), key=lambda row: row[1]):
    print(f"| {label} | {size:.2f GB} | {size / tensor:.1f} |")
