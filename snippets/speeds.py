# Tokens per second that one user gets at most, by part: one conversation, BF16.
from charts import Share, bars
from gpumath import decode_work, lesson, part, published, step_speed

llama, context = published("Llama-3.1-8B"), lesson.SEQ_LEN
work = decode_work(llama, 1, context)
names = ("L4", "RTX 4090", "A100 80 GB SXM", "H100 SXM", "H200 SXM", "B200 SXM")  # typed: names
speeds = {
    name: step_speed(work, 1, 1, part(name).peak, part(name).bandwidth).per_sequence
    for name in names
}
slowest, fastest = speeds["L4"], speeds["B200 SXM"]

caption = (
    f"The most that one user of {llama.name} can get, from {slowest:.0f tokens/s} to "
    f"{fastest:.0f tokens/s}. Memory bandwidth alone sets these bounds."
)
shares = [Share("inference", name, speed) for name, speed in speeds.items()]
print(bars(shares, unit="tokens/s", caption=caption))
