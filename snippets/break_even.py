# Tokens after which serving has taken as much as training, by the share of the peak it reaches.
from charts import Line, Mark, lines
from gpumath import fact, inference_flop, part, published, training_flop
from gpumath.lifetime import break_even_by_flop, break_even_by_gpu_hours, implied_utilization

llama, h100 = published("Llama-3.1-8B"), part("H100 SXM")
trained, hours = fact("Llama-3.1-8B: training tokens").value, fact("Llama-3.1-8B: training").value
by_flop = break_even_by_flop(trained)
reached = implied_utilization(training_flop(llama, trained), hours, h100.peak)


def by_gpu_hours(share):
    return break_even_by_gpu_hours(hours, share * h100.peak / inference_flop(llama, 1))


percent = (1, 5, 10, 15, 20)
rows = [
    Line("inference", "GPU-hours", [by_gpu_hours(each / 100) for each in percent]),
    Line("training_state", "FLOP", [by_flop for _ in percent]),
]
mark = Mark(float(reached) * 100, by_flop, f"training reached {reached:.0f %}")
caption = (
    f"{llama.name}: tokens after which serving has taken as many GPU-hours, or FLOP, as training. "
    f"Where serving reaches less than the {reached:.0f %} that training did, GPU-hours come first."
)
title = "% of the peak that serving reaches"
print(lines(rows, x=percent, x_title=title, unit="trillion tokens", marks=[mark], caption=caption))
