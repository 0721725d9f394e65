# The roofs of five parts, and where steps of Llama-3.1-8B stand under an H100's.
from charts import Job, Roof, roofline
from gpumath import decode_work, lesson, part, prefill_work, published, training_work
from gpumath.quantities import Tokens

llama, seq_len = published("Llama-3.1-8B"), lesson.SEQ_LEN
names = ("H100 SXM", "H200 SXM", "B200 SXM", "A100 80 GB SXM", "L4")  # typed: names of parts
parts = [part(name) for name in names]
roofs = [Roof(gpu.name.split()[0], gpu.peak, gpu.ridge_point) for gpu in parts]
decode = {batch: decode_work(llama, batch, seq_len).intensity for batch in (1, 8, 64)}
training = training_work(llama, lesson.BATCH, seq_len).intensity
prompt = Tokens(256)
prefill = prefill_work(llama, 1, prompt).intensity
jobs = [Job("inference", f"{batch}", intensity) for batch, intensity in decode.items()]
jobs += [Job("inference", "prefill", prefill), Job("training", "training", training)]

caption = (
    f"How many FLOP/s each part can reach at most. Points: {llama.name} on the H100; decode for "
    f"{', '.join(map(str, decode))} at once, each of {Tokens(seq_len):,d tokens}; a short prefill; "
    "training."
)
print(roofline(roofs, jobs, ends=(0.5, 400_000), caption=caption))
