# The time of the exchange over that of the arithmetic, by tokens between two exchanges.
from charts import Line, Mark, lines
from gpumath import lesson, network, part, published, training_work, weights
from gpumath.quantities import Ratio, Tokens
from gpumath.speed.exchange import all_reduce_sent, exchange_ratio, one_direction

h100, llama, machine = part("H100 SXM"), published("Llama-3.1-8B"), network("DGX H100")
sent = all_reduce_sent(weights(llama.parameters, "fp32"), gpus=8)  # gradients: as many numbers
one = training_work(llama, 1, lesson.SEQ_LEN).time(h100.peak, h100.bandwidth)  # one sequence
links = {"NVLink": one_direction(h100.interconnect), "network": machine.each_gpu}
ratio = {name: exchange_ratio(sent, link, one, 1) for name, link in links.items()}
crossing = {name: Tokens(round(each * lesson.SEQ_LEN, -2)) for name, each in ratio.items()}

counts = [2**doubled for doubled in range(8)]  # sequences between two exchanges
rows = [Line("gradients", name, [each / n for n in counts]) for name, each in ratio.items()]
rows.append(Line("training", "arithmetic", [Ratio(1) for _ in counts]))
marks = [Mark(at, Ratio(1), f"{at:,d tokens}", "right") for at in crossing.values()]
caption = (
    f"The exchange takes as long as the arithmetic at {marks[0].label} over NVLink and at "
    f"{marks[1].label} over the network. With fewer, the GPUs wait for the link."
)
axes = {"x": [n * lesson.SEQ_LEN for n in counts], "x_title": "tokens of a GPU between exchanges"}
axes["y_title"] = "exchange over arithmetic"
print(lines(rows, **axes, unit="×", marks=marks, log=True, number=".2g", caption=caption))
