# The same model, two very different memory bills.
from gpumath import inference_bill, lesson, training_bill

model, batch, seq_len = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN

training = training_bill(model, batch, seq_len, lesson.TENSORS_PER_LAYER)
state = training.size("weights", "gradients", "optimizer_state")
activations = training.size("activations")
print(
    f"TRAINING   weights+grads+optimizer {state:5.0f GB}"
    f"   activations {activations:4.0f GB}   total {training.total:4.0f GB}"
)

inference = inference_bill(model, batch, seq_len, lesson.LIVE_TENSORS)
weights = inference.size("weights")
working = inference.size("kv_cache", "activations")
print(
    f"INFERENCE  weights                 {weights:5.0f GB}"
    f"   KV + activations {working:4.1f GB}   total {inference.total:4.0f GB}"
)
