# How many GPUs the lesson's training needs in ZeRO's stage 3, found by trying each count.
from gpumath import gpus_needed, lesson, marketed, part, sharded_training_bill
from gpumath.quantities import Bytes

case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN, lesson.TENSORS_PER_LAYER
margin = Bytes(3 * 10**9)  # the CUDA context, about one, and buffers of one or two
card = marketed(part("H100 SXM"), margin)


def each(gpus):
    return sharded_training_bill(*case, gpus, stage=3)


needed = gpus_needed(each, card, range(1, lesson.BATCH + 1))

for gpus, reason in needed.refused:
    print(f"- {gpus:d GPUs}: {reason}.")
print(f"- {needed.gpus:d GPUs}: {needed.each.total:.2f GB} each, which fits.")
