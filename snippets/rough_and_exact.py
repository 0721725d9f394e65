# The lesson's rough training bill beside what PyTorch keeps at the peak of a step.
from charts import stacked_bars
from gpumath import Recipe, by_kind, lesson, part, peak_of, published, training_bill, training_step
from gpumath.memory.bill import Bill

llama, case = published("Llama-3.1-8B"), (lesson.BATCH, lesson.SEQ_LEN)
rough = training_bill(lesson.MODEL, *case, lesson.TENSORS_PER_LAYER)
exact = peak_of(training_step(llama, Recipe(implementation="Hugging Face autocast"), *case))

card = part("H200 SXM").memory
caption = (
    f"The rough bill, {rough.total:.1f GB}, and the measured peak of {llama.name}, "
    f"{exact.total:.1f GB}. The dashed line is the memory of an H200, {card:.0f GB}."
)
print(
    stacked_bars(
        [Bill("rough", rough.terms), Bill("measured", by_kind(exact).terms)],
        unit="GB",
        limit=card,
        limit_label=f"{card:.0f GB}",
        caption=caption,
    )
)
