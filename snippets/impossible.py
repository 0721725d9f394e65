# A claim of a speed that the memory cannot deliver.
from gpumath import bandwidth_utilization, decode_work, part, published
from gpumath.quantities import TokensPerSecond

llama, h100 = published("Llama-3.1-8B"), part("H100 SXM")
claimed = TokensPerSecond(240)
each = decode_work(llama, 1, 1).moved
possible = TokensPerSecond(h100.bandwidth / each)

try:
    bandwidth_utilization(claimed, each, h100.bandwidth)
except ValueError as error:
    print(error)
