# Arithmetic intensity of decode by batch and context, and what it can come near at most.
from gpumath import decode_ridge, decode_work, part, published
from gpumath.quantities import Tokens

llama, h100 = published("Llama-3.1-8B"), part("H100 SXM")
batches, contexts = (1, 8, 64, 512), (256, 2048, 16_384)
ridges = {n: decode_ridge(llama, n, h100.peak, h100.bandwidth) for n in contexts}

print(f"| context | {' | '.join(f'batch {n}' for n in batches)} | at most |")
print(f"|--:|{'--:|' * len(batches)}--:|")
for n, ridge in ridges.items():
    row = [decode_work(llama, batch, n).intensity for batch in batches]
    cells = " | ".join(f"{each:.1f FLOP/B}" for each in row)
    print(f"| {Tokens(n):,d tokens} | {cells} | {ridge.largest_intensity:.0f FLOP/B} |")

lesson_length, short = ridges[2048], ridges[256]
