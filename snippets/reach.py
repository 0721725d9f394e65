# The longest context at which some batch still brings decode to an H100's ridge point.
from gpumath import decode_ridge, part, published
from gpumath.quantities import Tokens

llama, h100 = published("Llama-3.1-8B"), part("H100 SXM")


def at(context):
    return decode_ridge(llama, context, h100.peak, h100.bandwidth)


context = 1
while at(context + 1).batch is not None:
    context += 1
longest, comfortable = Tokens(context), at(context // 2)

print(f"up to {longest:d tokens}; at {Tokens(context // 2):d tokens} it takes")
print(f"{comfortable.batch:,d sequences} in one step")
