# Tokens for which vLLM says that a cache of Llama-3.1-8B has room, beside the formula.
from gpumath import fact, longest_context, published

llama = published("Llama-3.1-8B")
size = fact("vLLM: KV cache of Llama-3.1-8B").value
logged = fact("vLLM: tokens in that cache").value
computed = longest_context(llama, size, "bf16")

print(f"{size:.2f GiB}: logged {logged:,d tokens}, computed {computed:,d tokens}")
