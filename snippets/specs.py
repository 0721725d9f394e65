# What specifications buy: a training step, a decode step and room, on four cards.
from gpumath import (
    decode_work,
    kv_cache,
    lesson,
    part,
    published,
    sequences_that_fit,
    training_work,
    weights,
)

llama, case = published("Llama-3.1-8B"), (lesson.BATCH, lesson.SEQ_LEN)
names = ("A100 80 GB SXM", "L40S", "H100 SXM", "H200 SXM")  # typed: names of parts
a100, l40s, h100, h200 = (part(name) for name in names)
read, one = weights(llama.parameters, "bf16"), kv_cache(llama, 1, lesson.SEQ_LEN, "bf16")


def training(card):
    return training_work(llama, *case).time(card.peak, card.bandwidth)


def decode(card):
    return decode_work(llama, *case).time(card.peak, card.bandwidth)


def room(card):
    return sequences_that_fit(card.memory, read, one)


for card in (a100, l40s, h100, h200):
    print(f"{card.name:15} training {training(card):5,.0f ms}   decode {decode(card):4.1f ms}")
