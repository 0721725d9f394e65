# The work of one training step beside one decode step of inference.
from gpumath import arithmetic_intensity, lesson, part, weights
from gpumath.memory.kv_cache import kv_cache_per_token
from gpumath.memory.training import kept_activations
from gpumath.quantities import Tokens
from gpumath.speed.compute import inference_flop_per_token, training_flop_per_token

model, dtype, h100 = lesson.MODEL, "bf16", part("H100 SXM")
read = weights(model.parameters, dtype)

training_tokens = Tokens(lesson.BATCH * lesson.SEQ_LEN)  # whole sequences at once
training_flop = training_flop_per_token(model.parameters)
training_read = read * 3 // training_tokens  # one product forward, two backward
training_intensity = arithmetic_intensity(training_tokens, dtype)
training_kept = kept_activations(model, 1, 1, lesson.TENSORS_PER_LAYER, dtype)

decode_tokens = Tokens(lesson.BATCH)  # one token of each sequence
inference_flop = inference_flop_per_token(model.parameters)
decode_read = read // decode_tokens
decode_intensity = arithmetic_intensity(decode_tokens, dtype)
inference_kept = kv_cache_per_token(model, dtype)

print(f"training step  {training_tokens:6,d tokens}  {training_intensity:9,.0f FLOP/B}")
print(f"decode step    {decode_tokens:6,d tokens}  {decode_intensity:9,.0f FLOP/B}")
print(f"{h100.name} ridge point        {h100.ridge_point:9,.0f FLOP/B}")
