# What is there at two moments of a measured training step: at the loss, and at the update.
from gpumath import Recipe, lesson, published, training_step
from gpumath.quantities import Bytes

llama, case = published("Llama-3.1-8B"), (lesson.BATCH, lesson.SEQ_LEN)
steps = training_step(llama, Recipe(implementation="Hugging Face autocast"), *case)
loss, update = steps[0], steps[-1]


def size(moment, *kinds):
    return sum((term.size for term in moment.terms if term.kind in kinds), Bytes(0))


for moment in (loss, update):
    kept, gradients = size(moment, "activations"), size(moment, "gradients")
    print(f"{moment.name:25} activations {kept:5.1f GB}   gradients {gradients:4.1f GB}")
