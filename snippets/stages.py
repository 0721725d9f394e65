# What each of eight GPUs sends in an optimizer step, by ZeRO's stage; all of it in BF16.
from gpumath import data_parallel_sent, published, weights

size, gpus, micro_batches = weights(published("Llama-3.1-8B").parameters, "bf16"), 8, 8
shared = ("nothing", "optimizer state", "+ gradients", "+ weights (FSDP)")


def sent(stage, passes):
    return data_parallel_sent(size, size, gpus, stage, passes)


once = {stage: sent(stage, 1) for stage in range(4)}
accumulated = {stage: sent(stage, micro_batches) for stage in range(4)}

print("| stage | what is shared | one pass | eight passes |\n|:--|:--|--:|--:|")
for stage, what in enumerate(shared):
    print(f"| {stage} | {what} | {once[stage]:.0f GB} | {accumulated[stage]:.0f GB} |")
