"""Memory of the KV cache: what attention remembers of every token that it has seen."""

from bisect import bisect_right
from dataclasses import replace

from gpumath.checks import whole
from gpumath.memory.bill import Term, product
from gpumath.models.attention import Attention
from gpumath.models.model import Model
from gpumath.precision import size_of
from gpumath.quantities import Bytes, Ratio, Sequences, Tokens

BLOCK = 16
"""Tokens that serving engines hand out at a time: vLLM's default block."""


# --8<-- [start:kv_cache]
def kv_cache_per_token(model: Model, dtype: str) -> Bytes:
    """Bytes that attention remembers of one token, in all layers that keep a cache.

    For most models that is 2 × layers × kv_heads × head_dim × bytes, for a key and a value. Latent
    attention keeps one small vector instead. Windowed layers forget the token again later.

    Sources: Kwon et al., "PagedAttention", arXiv 2309.06180 §3; DeepSeek-V2, arXiv 2405.04434
    §2.1, for latent attention.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> kv_cache_per_token(toy, "bf16")
    Bytes(32)

    Raises:
        ValueError: an unknown dtype.
    """
    return _per_token_and_layer(model, dtype) * model.cached_layers


def _per_token_and_layer(model: Model, dtype: str) -> Bytes:
    return sum((size_of(row, dtype) for row in model.attention.cached_rows), Bytes(0))


def kv_cache(model: Model, batch: int, seq_len: int, dtype: str) -> Bytes:
    """Bytes of the KV cache when `batch` sequences of `seq_len` tokens are in memory.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> kv_cache(toy, batch=3, seq_len=5, dtype="bf16")
    Bytes(480)

    Raises:
        ValueError: a count below 1, or an unknown dtype.
    """
    layers, length = model.cached_layers, whole("seq_len", seq_len)
    tokens = whole("batch", batch) * model.attention.cached_tokens(layers, length)
    return _per_token_and_layer(model, dtype) * tokens


# --8<-- [end:kv_cache]


def kv_cache_term(model: Model, batch: int, seq_len: int, dtype: str) -> Term:
    """The KV cache as a line of a bill.

    Its formula has the factors of attention with keys and values for each KV head. A latent cache,
    and one with windows, are no such product: their formula is in words alone.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> term = kv_cache_term(toy, batch=3, seq_len=5, dtype="bf16")
    >>> term.size, term.numbers
    (Bytes(480), '2 × 2 × 1 × 4 × 3 × 5 × 2 B')

    Raises:
        ValueError: a count below 1, or an unknown dtype.
    """
    size, attention = kv_cache(model, batch, seq_len, dtype), model.attention
    if isinstance(attention, Attention) and not attention.windowed_layers:
        of_token = {"kv_heads": attention.kv_heads, "head_dim": attention.head_dim}
        layers = {"key_and_value": 2, "layers": model.cached_layers}
        tokens = {"batch": batch, "seq_len": seq_len}
        term = product("kv_cache", "KV cache", dtype, **layers, **of_token, **tokens)
        return replace(term, size=size)  # block formats round each token's row up
    formula = "bytes of a token and layer × tokens in all layers"
    return Term("kv_cache", "KV cache", size, formula)


def in_blocks(tokens: int, block: int = BLOCK) -> Tokens:
    """`tokens` rounded up to whole blocks, as a serving engine sets them aside.

    >>> in_blocks(17), in_blocks(32)
    (Tokens(32), Tokens(32))

    Raises:
        ValueError: a count below 1.
    """
    return Tokens(-(-whole("tokens", tokens) // whole("block", block)) * block)


def longest_context(model: Model, budget: int, dtype: str, block: int = BLOCK) -> Tokens:
    """The most tokens of one sequence whose cache fits into `budget` bytes, in whole blocks.

    With windowed layers the cache grows more slowly beyond the window, so this is a search, not a
    division.

    Args:
        model: the shape.
        budget: bytes for the cache.
        dtype: what keys and values are stored in.
        block: tokens that are set aside together.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> longest_context(toy, budget=1600, dtype="bf16"), longest_context(toy, 1535, "bf16")
    (Tokens(48), Tokens(32))

    Raises:
        ValueError: a negative budget, a block below 1, an unknown dtype, or a model whose layers
            are all windowed and whose windows fit: no context is too long for it.
    """
    free = whole("budget", budget, at_least=0)
    whole("block", block)
    attention, layers = model.attention, model.cached_layers
    of_token = _per_token_and_layer(model, dtype)
    most_tokens = attention.most_cached_tokens(layers)
    if most_tokens is not None and of_token * most_tokens <= free:
        raise ValueError(f"{model.name}: every layer is windowed, so no context is too long")
    # Each block takes at least what one layer takes, until all windows are full.
    most = free // (int(of_token) * block)
    blocks = bisect_right(
        range(1, most + 1), free, key=lambda blocks: kv_cache(model, 1, blocks * block, dtype)
    )
    return Tokens(blocks * block)


def sequences_in_cache(
    model: Model, budget: int, seq_len: int, dtype: str, block: int = BLOCK
) -> Sequences:
    """How many sequences of `seq_len` tokens have their caches in `budget` bytes, in whole blocks.

    >>> from gpumath.models.attention import Attention
    >>> toy = Model(name="toy", parameters=1000, layers=2, hidden=8,
    ...             attention=Attention(heads=2, kv_heads=1, head_dim=4))
    >>> sequences_in_cache(toy, budget=2048, seq_len=17, dtype="bf16")
    Sequences(2)

    Raises:
        ValueError: a negative budget, a count below 1, or an unknown dtype.
    """
    each = kv_cache(model, 1, in_blocks(seq_len, block), dtype)
    return Sequences(whole("budget", budget, at_least=0) // int(each))


def concurrency(tokens: int, seq_len: int) -> Ratio:
    """How many sequences of `seq_len` tokens a cache of `tokens` tokens holds, with the fraction.

    The number that serving engines log at their start.

    >>> f"{concurrency(tokens=702_800, seq_len=131_072):.2f ×}"
    '5.36×'

    Raises:
        ValueError: a count below 1.
    """
    return Ratio(whole("tokens", tokens) / whole("seq_len", seq_len))
