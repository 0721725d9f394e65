# Whole steps as they were measured, beside the exact formulas and the lesson's rough count.
from charts import Predicted, predictions
from gpumath import IMPLEMENTATIONS, inference_bill, lesson, measured_steps, training_bill


def rough(step):
    case = step.model, step.batch, step.seq_len
    if step.step == "prefill":
        return inference_bill(*case, lesson.LIVE_TENSORS).total
    dtype = IMPLEMENTATIONS[step.recipe.implementation].dtype
    state = {"autocast": "fp32"}.get(dtype, dtype)
    tensors = 1 if step.recipe.checkpointed else lesson.TENSORS_PER_LAYER
    return training_bill(*case, tensors, convention=state).total


steps = measured_steps().values()
lanes = {"training": "training", "prefill": "inference"}
cases = [Predicted(lanes[s.step], s.name, rough(s), s.predicted, s.peak) for s in steps]
short = [(case.measured - case.rough) / case.measured for case in cases]
least, most = min(short), max(short)
besides = max(case.measured - case.exact for case in cases)

caption = (
    "Peaks of whole steps; each row is drawn to the scale of its own measurement. Exact counts fall "
    f"on what was measured, rough ones {least:.0f %} to {most:.0f %} short of it."
)
print(predictions(cases, unit="GB", caption=caption))
