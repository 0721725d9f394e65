# The roofs of five parts, and where steps of Llama-3.1-8B stand under an H100's.
from charts import Job, Roof, roofline
from gpumath import decode_work, lesson, part, prefill_work, published, training_work
from gpumath.quantities import Tokens

llama, seq_len, prompt = published("Llama-3.1-8B"), Tokens(lesson.SEQ_LEN), Tokens(256)
names = ("H100 SXM", "H200 SXM", "B200 SXM", "A100 80 GB SXM", "L4")  # typed: names of parts
parts = [part(name) for name in names]
roofs = [Roof(gpu.name.split()[0], gpu.peak, gpu.ridge_point) for gpu in parts]

training = {batch: training_work(llama, batch, seq_len).intensity for batch in (1, 8)}
prefill = {batch: prefill_work(llama, batch, prompt).intensity for batch in (1, 4)}
decode = {batch: decode_work(llama, batch, seq_len).intensity for batch in (1, 8, 64, 256)}
jobs = [
    Job("training", "training", training),
    Job("inference", "prefill", prefill),
    Job("inference", "decode", decode),
]
caption = (
    f"How many FLOP/s each part can reach at most. Points: {llama.name} on the H100, by batch; "
    f"training and decode with {seq_len:,d tokens} in each sequence, prefill with {prompt:d tokens}."
)
print(roofline(roofs, jobs, ends=(0.5, 100_000), caption=caption))
