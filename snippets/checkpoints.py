# What checkpoints change at the peak of a measured training step in BF16, beside serving.
from gpumath import Recipe, inference_step, lesson, peak_of, published, training_step

llama, case = published("Llama-3.1-8B"), (lesson.BATCH, lesson.SEQ_LEN)


def peak(checkpointed):
    recipe = Recipe(implementation="Hugging Face bf16", checkpointed=checkpointed)
    return peak_of(training_step(llama, recipe, *case))


everything, inputs = peak(checkpointed=False), peak(checkpointed=True)
serving = inference_step(llama, "Hugging Face bf16", *case)[0]

for bill in (everything, inputs, serving):
    print(f"activations {bill.size('activations'):5.1f GB} of {bill.total:5.1f GB}")
