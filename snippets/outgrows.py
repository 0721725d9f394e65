# The KV cache grows with the conversations; the weights do not.
from charts import Line, Mark, lines
from gpumath import kv_cache, lesson, published, weights
from gpumath.quantities import Sequences, Tokens

llama, length = published("Llama-3.1-8B"), Tokens(lesson.SEQ_LEN)
size, one = weights(llama.parameters, "bf16"), kv_cache(llama, 1, length, "bf16")
crossing = Sequences(int(size / one) + 1)  # from here on the cache is larger
label = f"{crossing:d conversations}"
counts = range(0, 121, 20)

caption = f"Weights of {llama.name}, {size:.1f GB}, and caches of {length:,d tokens} each: {label}"
rows = [
    Line("weights", "weights", [size for _ in counts]),
    Line("kv_cache", "KV cache", [one * count for count in counts]),
]
mark = Mark(int(crossing), one * int(crossing), label)
caption += " take more than the weights."
print(lines(rows, x=counts, x_title="conversations", unit="GB", marks=[mark], caption=caption))
