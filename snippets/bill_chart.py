# Both memory bills as stacked bars on one scale.
from charts import stacked_bars
from gpumath import inference_bill, lesson, part, training_bill

case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN
training = training_bill(*case, lesson.TENSORS_PER_LAYER)
inference = inference_bill(*case, lesson.LIVE_TENSORS)
card = part("H100 SXM").memory

chart = stacked_bars(
    [training, inference],
    unit="GB",
    limit=card,
    limit_label=f"one {card:.0f GB} GPU",
    caption=f"What one GPU keeps: {training.total:.1f GB} in training, {inference.total:.1f GB} "
    f"in inference. The dashed line is the memory of one {card:.0f GB} GPU.",
)
print(chart)
