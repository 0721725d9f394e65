# A 70B model on the eight GPUs of a machine: a step's own time, and that of what they exchange.
from gpumath import decode_work, lesson, network, part, prefill_work, published
from gpumath.parallel.exchanged import tensor_parallel_sent
from gpumath.quantities import Tokens
from gpumath.speed.exchange import one_direction, send_time

h100, llama, gpus = part("H100 SXM"), published("Llama-3.1-70B"), 8
batch, seq_len = lesson.BATCH, lesson.SEQ_LEN
links = {"NVLink": one_direction(h100.interconnect), "network": network("DGX H100").each_gpu}
exchanges = 2 * llama.layers


def step(work, tokens):
    alone = work(llama, batch, seq_len).time(gpus * h100.peak, gpus * h100.bandwidth)
    sent = tensor_parallel_sent(llama, tokens, gpus)
    return {"alone": alone, **{name: send_time(sent, link) for name, link in links.items()}}


decode, prefill = step(decode_work, Tokens(batch)), step(prefill_work, Tokens(batch * seq_len))

print("| step | by itself | NVLink | network |\n|:--|--:|--:|--:|")
print(f"| decode | {' | '.join(f'{each:.1f ms}' for each in decode.values())} |")
print(f"| prefill | {' | '.join(f'{each:,.0f ms}' for each in prefill.values())} |")
