# The shares of the gap between the two bills, term by term.
from charts import Share, bars
from gpumath import inference_bill, lesson, training_bill

case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN
training = training_bill(*case, lesson.TENSORS_PER_LAYER)
inference = inference_bill(*case, lesson.LIVE_TENSORS)
gap = training.total - inference.total

sizes = {(term.kind, term.label): term.size for term in training.terms}
for term in inference.terms:
    sizes[term.kind, term.label] = sizes.get((term.kind, term.label), 0) - term.size
shares = [Share(kind, label, size / gap) for (kind, label), size in sizes.items()]
largest = max(shares, key=lambda share: share.size)

caption = (
    f"Shares of the gap of {gap:.1f GB} between the two bills. The largest is that of the "
    f"{largest.label.lower()}, {largest.size:.1f %}."
)
print(bars(shares, unit="%", caption=caption))
