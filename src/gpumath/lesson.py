"""The lesson's round example, stated once: change a number here and every page follows."""

from gpumath.models.attention import Attention
from gpumath.models.model import Model

# --8<-- [start:inputs]
MODEL = Model(
    name="the lesson's round model",
    parameters=8_000_000_000,
    layers=32,
    hidden=4096,
    attention=Attention(heads=32, kv_heads=8, head_dim=128),
)
BATCH = 8  # sequences
SEQ_LEN = 2048  # tokens in each
TENSORS_PER_LAYER = 12  # of batch × seq_len × hidden; rough
LIVE_TENSORS = 4  # of the same shape, at once; rough
# --8<-- [end:inputs]
