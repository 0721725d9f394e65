# Whether the lesson's training fits in ZeRO's stage 3, by count of GPUs and by part.
from gpumath import lesson, marketed, part, sharded_training_bill
from gpumath.quantities import Bytes

case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN, lesson.TENSORS_PER_LAYER
margin = Bytes(3 * 10**9)  # the CUDA context, about one, and buffers of one or two
parts = [part(name) for name in ("L4", "L40S", "H100 SXM", "H200 SXM", "B200 SXM")]
usable = [marketed(each, margin).usable for each in parts]
counts = (1, 2, 4, 8, 16)


def row(gpus):
    try:
        each = sharded_training_bill(*case, gpus, stage=3).total
    except ValueError:  # the batch cannot be shared so
        return ["–", *("–" for _ in parts)]
    return [f"{each:.1f GB}", *("yes" if each <= room else "no" for room in usable)]


print(f"| GPUs | each | {' | '.join(each.name.split()[0] for each in parts)} |")
print(f"|--:|--:|{':-:|' * len(parts)}")
for gpus in counts:
    print(f"| {gpus} | {' | '.join(row(gpus))} |")
