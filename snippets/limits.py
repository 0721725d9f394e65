# Arithmetic intensity of decode by batch and context, and what it can come near at most.
from gpumath import decode_ridge, decode_work, part, published
from gpumath.quantities import Tokens

llama, h100 = published("Llama-3.1-8B"), part("H100 SXM")
batches, contexts = (1, 8, 64, 512), (256, 2048, 16_384)
ridges = {n: decode_ridge(llama, n, h100.peak, h100.bandwidth) for n in contexts}

print(f"| conversations | {' | '.join(f'{Tokens(n):,d tokens}' for n in contexts)} |")
print(f"|--:|{'--:|' * len(contexts)}")
for batch in batches:
    row = [decode_work(llama, batch, n).intensity for n in contexts]
    print(f"| {batch} | {' | '.join(f'{float(each):.1f}' for each in row)} |")
limit = [float(at.largest_intensity) for at in ridges.values()]
print(f"| at most | {' | '.join(f'{each:.1f}' for each in limit)} |")

lesson_length, short = ridges[2048], ridges[256]
