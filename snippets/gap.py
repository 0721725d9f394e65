# Where the gap between the two bills comes from.
from gpumath import decimals_that_add_up, inference_bill, kept_activations, lesson, training_bill
from gpumath.quantities import Tokens

case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN
training = training_bill(*case, lesson.TENSORS_PER_LAYER)
inference = inference_bill(*case, lesson.LIVE_TENSORS)
total = training.total - inference.total
training_state = training.size("weights", "gradients", "optimizer_state")

state = training_state - inference.size("weights")
activations = training.size("activations") - inference.size("activations")
kv_cache = -inference.size("kv_cache")
rows = {"Weights, gradients and moments": state, "Activations": activations, "KV cache": kv_cache}
percent = decimals_that_add_up([size / total for size in rows.values()], "%", at_least=1)
gb = decimals_that_add_up(rows.values(), "GB", at_least=1)

print("| Training needs more by | size | share of the gap |\n|:--|--:|--:|")
for label, size in {**rows, "**Total**": total}.items():
    print(f"| {label} | {size:.{gb}f GB} | {size / total:.{percent}f %} |")

per_token = kept_activations(lesson.MODEL, 1, 1, lesson.TENSORS_PER_LAYER, "bf16")
crossing = Tokens(int(training_state / per_token))  # above it, activations outweigh the state
checkpointed = kept_activations(*case, tensors_per_layer=1, dtype="bf16")
