"""Arithmetic of attention itself: each token's query meets the keys and values of others."""

from gpumath.checks import whole
from gpumath.models.attention import LatentAttention
from gpumath.models.model import Model
from gpumath.quantities import Flop


def decode_attention_flop(model: Model, context: int) -> Flop:
    """FLOP of attention for one new token that looks back at `context` tokens, itself included.

    In each layer that keeps a cache, each head multiplies its query with each key, and each score
    with a value: 4 × heads × head_dim × context. A windowed layer looks at its window only.

    Latent attention is counted in its absorbed form: queries and scores meet the cached vectors as
    they are, and nothing is rebuilt from them. That is two × heads × (latent + latent +
    rotary_dim) for each token of the context.

    Sources: Chowdhery et al., "PaLM", arXiv 2204.02311 appendix B; DeepSeek-V2, arXiv 2405.04434
    §2.1.2, for the absorbed form; FlashMLA's "deep dive" of 2025-04-22, which counts it so.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> decode_attention_flop(toy, context=10)
    Flop(640)

    Raises:
        ValueError: `context` below 1.
    """
    attention = model.attention
    if isinstance(attention, LatentAttention):
        each = 2 * attention.heads * (2 * attention.latent + attention.rotary_dim)
    else:
        each = 4 * attention.query_width
    return Flop(each * attention.cached_tokens(model.cached_layers, whole("context", context)))


def causal_attention_flop(model: Model, seq_len: int) -> Flop:
    """FLOP of attention in the forward pass of one whole sequence.

    The token at position i looks at i tokens, itself included, so a layer has
    seq_len × (seq_len + 1) / 2 pairs, not seq_len². In a windowed layer a token looks at no more
    than the window. A pair takes 4 × heads × head_dim.

    Latent attention has rebuilt keys and values here, once for each token, by matrices that count
    as parameters. A pair takes 2 × heads × (content_dim + rotary_dim + value_dim).

    Sources: Dao et al., "FlashAttention-2", arXiv 2307.08691 §4.1, which halves the square;
    DeepSeek-V2, arXiv 2405.04434 §2.1.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> causal_attention_flop(toy, seq_len=3)
    Flop(384)

    Raises:
        ValueError: `seq_len` below 1.
    """
    attention, length = model.attention, whole("seq_len", seq_len)
    if isinstance(attention, LatentAttention):
        width = attention.content_dim + attention.rotary_dim + attention.value_dim
        return Flop(2 * attention.heads * width * model.cached_layers * _pairs(length, length))
    windowed = attention.windowed_layers
    pairs = (model.cached_layers - windowed) * _pairs(length, length)
    pairs += windowed * _pairs(length, min(length, attention.window))
    return Flop(4 * attention.query_width * pairs)


def _pairs(length: int, window: int) -> int:
    """Pairs of tokens when each looks back at no more than `window`, itself included."""
    return window * (window + 1) // 2 + (length - window) * window
