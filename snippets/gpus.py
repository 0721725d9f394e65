# How many GPUs the two bills need by plain division, and what an even split leaves on each.
from gpumath import even_split, gpus_by_capacity, inference_bill, lesson, part, training_bill

card = part("H100 SXM")
case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN
training = training_bill(*case, lesson.TENSORS_PER_LAYER)
inference = inference_bill(*case, lesson.LIVE_TENSORS)
training_gpus = gpus_by_capacity(training.total, card.memory)
inference_gpus = gpus_by_capacity(inference.total, card.memory)

even_gpus = even_split(lesson.BATCH, at_least=training_gpus)
even_each = training.total // even_gpus

print(f"training  {training.total:5.1f GB}: {training_gpus:d GPUs} of {card.memory:.0f GB}")
print(f"inference {inference.total:5.1f GB}: {inference_gpus:d GPUs} of {card.memory:.0f GB}")
