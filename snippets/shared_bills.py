# What each of four GPUs keeps of the lesson's training, by ZeRO's stage.
from charts import stacked_rows
from gpumath import Bill, lesson, part, sharded_training_bill

case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN, lesson.TENSORS_PER_LAYER
card = part("H100 SXM").memory
names = (
    "Stage 0, nothing shared",
    "Stage 1, moments",
    "Stage 2, + gradients",
    "Stage 3, + weights",
)
bills = [sharded_training_bill(*case, gpus=4, stage=stage) for stage in range(4)]
least = bills[3]
plain = sharded_training_bill(*case, gpus=lesson.BATCH, stage=0)  # one sequence on each

caption = (
    f"What each of four GPUs keeps, by what they share: from {bills[0].total:.1f GB} down to "
    f"{least.total:.1f GB}. The dashed line is the memory of one GPU, {card:.0f GB}."
)
rows = [Bill(name, bill.terms) for name, bill in zip(names, bills, strict=True)]
print(stacked_rows(rows, unit="GB", limit=card, limit_label=f"{card:.0f GB}", caption=caption))
