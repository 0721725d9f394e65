# Which part serves a small model fast enough to one user with the least power.
from gpumath import decode_work, part, published, step_speed, weights
from gpumath.parts.part import parts
from gpumath.quantities import Ratio, Tokens, TokensPerSecond

model, length = published("Llama-3.2-3B"), Tokens(2048)
wanted, reached = TokensPerSecond(40), Ratio(0.5)  # of the bandwidth; low, to be safe


def speed(gpu, dtype):
    work = decode_work(model, 1, length, dtype)
    return step_speed(work, 1, 1, gpu.peak, gpu.bandwidth).per_sequence * float(reached)


def least(dtype):
    known = [gpu for gpu in parts().values() if gpu.power]
    enough = [gpu for gpu in known if gpu.memory > weights(model.parameters, dtype)]
    return min((gpu for gpu in enough if speed(gpu, dtype) >= wanted), key=lambda gpu: gpu.power)


in_16_bits, in_8_bits, l4 = least("fp16"), least("int8"), part("L4")
for bits, gpu, dtype in ("16 bits", in_16_bits, "fp16"), (" 8 bits", in_8_bits, "int8"):
    print(f"{bits}: {gpu.name}, {gpu.power:.0f W}, {speed(gpu, dtype):.0f tokens/s}")
print(
    f"        {l4.name}, {l4.power:.0f W}: {speed(l4, 'fp16'):.0f tokens/s}, or {speed(l4, 'int8'):.0f tokens/s}"
)
