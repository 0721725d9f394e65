# What the lesson's claims are checked with, beside the numbers of its other programs.
from gpumath import (
    all_reduce_sent,
    decode_ridge,
    decode_work,
    lesson,
    one_direction,
    part,
    prefill_work,
    published,
    send_time,
    training_bill,
    training_work,
)
from gpumath.quantities import Tokens

llama, h100 = published("Llama-3.1-8B"), part("H100 SXM")
rates = h100.peak, h100.bandwidth
case = lesson.BATCH, lesson.SEQ_LEN

training = training_work(llama, *case)
prefill = prefill_work(llama, *case)
decode = decode_work(llama, *case)
short_context = Tokens(256)
short = decode_ridge(llama, short_context, *rates)

gradients = training_bill(lesson.MODEL, *case, lesson.TENSORS_PER_LAYER).size("gradients")
sent = all_reduce_sent(gradients, gpus=8)
exchange = send_time(sent, one_direction(h100.interconnect))
step = training.time(*rates)

print(f"training {training.intensity:8,.0f FLOP/B}   prefill {prefill.intensity:8,.0f FLOP/B}")
print(f"decode   {decode.intensity:8.1f FLOP/B}   exchange {exchange:.0f ms}, step {step:.0f ms}")
