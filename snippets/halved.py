# The training bill at half the batch.
from gpumath import gpus_by_capacity, lesson, part, training_bill

batch = lesson.BATCH // 2
whole = training_bill(lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN, lesson.TENSORS_PER_LAYER)
half = training_bill(lesson.MODEL, batch, lesson.SEQ_LEN, lesson.TENSORS_PER_LAYER)
gpus = gpus_by_capacity(half.total, part("H100 SXM").memory)
each = half.total // gpus

for before, after in zip(whole.terms, half.terms, strict=True):
    print(f"{after.label:12} {before.size:5.1f GB}  ->  {after.size:5.1f GB}")
print(f"{'Total':12} {whole.total:5.1f GB}  ->  {half.total:5.1f GB}")
