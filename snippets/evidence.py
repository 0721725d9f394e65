# The three kinds of step of Llama-3.1-8B beside an H100's ridge point.
from gpumath import decode_ridge, decode_work, lesson, part, prefill_work, published, training_work
from gpumath.quantities import Tokens

llama, h100 = published("Llama-3.1-8B"), part("H100 SXM")
case = lesson.BATCH, lesson.SEQ_LEN

training = training_work(llama, *case)
prefill = prefill_work(llama, *case)
decode = decode_work(llama, *case)

short_context = Tokens(256)
short = decode_ridge(llama, short_context, h100.peak, h100.bandwidth)

print(f"training {training.intensity:8,.0f FLOP/B}   prefill {prefill.intensity:8,.0f FLOP/B}")
print(f"decode   {decode.intensity:8,.1f FLOP/B}   ridge   {h100.ridge_point:8,.0f FLOP/B}")
