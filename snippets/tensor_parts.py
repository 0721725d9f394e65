# A 70B model served by tensor parallelism: what each GPU holds of it, and the room beside it.
from gpumath import cache_budget, lesson, marketed, part, published, shard, weights
from gpumath.memory.kv_cache import sequences_in_cache
from gpumath.quantities import Bytes

llama, other = published("Llama-3.1-70B"), Bytes(5 * 10**9)  # live activations and the rest
card = marketed(part("H100 SXM"))
shards = {gpus: shard(llama, tensor=gpus) for gpus in (2, 4, 8)}
held = {gpus: weights(mine.parameters, "bf16") for gpus, mine in shards.items()}


def room_on(gpus):
    free = cache_budget(card, held[gpus], other)
    return sequences_in_cache(shards[gpus], free, lesson.SEQ_LEN, "bf16")


room = {gpus: room_on(gpus) for gpus in shards}

print("| GPUs | weights on each | room for |\n|--:|--:|--:|")
for gpus in shards:
    print(f"| {gpus} | {held[gpus]:.1f GB} | {room[gpus]:,d conversations} |")
