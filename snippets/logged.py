# Tokens for which vLLM says that a cache of Llama-3.1-8B has room, beside the formula.
from gpumath import longest_context, published
from gpumath.quantities import Bytes, Tokens

llama = published("Llama-3.1-8B")
size = Bytes(int(85.79 * 2**30))  # GiB, as its log says at the start
logged = Tokens(702_800)  # the same log
computed = longest_context(llama, size, "bf16")

print(f"{size:.2f GiB}: logged {logged:,d tokens}, computed {computed:,d tokens}")
