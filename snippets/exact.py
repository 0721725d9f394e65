# What PyTorch keeps of Llama-3.1-8B at the lesson's batch and length, equal to measurements.
from gpumath import Recipe, inference_step, kept_in_layer, lesson, peak_of, published, training_step
from gpumath.quantities import Bytes

llama, case = published("Llama-3.1-8B"), (lesson.BATCH, lesson.SEQ_LEN)
tensor = Bytes(2 * lesson.BATCH * lesson.SEQ_LEN * llama.hidden)


def tensors_per_layer(implementation):
    kept = sum(term.size for term in kept_in_layer(llama, implementation, *case))
    return kept / tensor


lean = tensors_per_layer("lean")
autocast = tensors_per_layer("Hugging Face autocast")
training = peak_of(training_step(llama, Recipe(implementation="Hugging Face autocast"), *case))
prefill, decode = inference_step(llama, "Hugging Face bf16", *case)
live = prefill.size("activations") / tensor

print(f"training at its peak {training.total:6.1f GB}, {training.name}")
print(f"prefill at its peak  {prefill.total:6.1f GB}, decode {decode.total:.1f GB}")
