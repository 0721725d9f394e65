# The same card with an 8-bit cache, and with 8-bit weights too.
from gpumath import cache_budget, marketed, part, published, sequences_in_cache, weights
from gpumath.quantities import Bytes, Tokens

llama, length = published("Llama-3.1-8B"), Tokens(2048)
card, live = marketed(part("H200 SXM")), Bytes(4 * 10**9)


def held(of_weights, of_cache):
    room = cache_budget(card, weights(llama.parameters, of_weights), live)
    return sequences_in_cache(llama, room, length, of_cache)


plain, cache, both = held("bf16", "bf16"), held("bf16", "fp8"), held("fp8", "fp8")

print(f"16-bit weights, 16-bit cache: {plain:,d conversations}")
print(f"16-bit weights,  8-bit cache: {cache:,d conversations}")
print(f" 8-bit weights,  8-bit cache: {both:,d conversations}")
