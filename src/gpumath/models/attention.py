"""Attention: which heads there are, what they cache of each token, and the parameters they take."""

from dataclasses import dataclass, fields

from gpumath.checks import flag, whole
from gpumath.quantities import Parameters


@dataclass(frozen=True, kw_only=True)
class Attention:
    """Attention with a key and a value for every KV head.

    With as many KV heads as heads it is multi-head attention (MHA), with fewer grouped-query
    attention (GQA), with one multi-query attention (MQA).

    Args:
        heads: query heads.
        kv_heads: heads whose keys and values are cached.
        head_dim: width of one head. A field of its own: it is not always hidden / heads.
        input_bias: the query, key and value projections have biases.
        output_bias: the output projection has one.
        head_norms: queries and keys are normalised in each head, with weights of `head_dim`.
        windowed_layers: layers in which a token looks back no further than the window.
        window: tokens of that window; 0 without windowed layers.

    >>> Attention(heads=32, kv_heads=8, head_dim=128).kind
    'GQA'
    >>> Attention(heads=6, kv_heads=4, head_dim=128)
    Traceback (most recent call last):
    ValueError: heads must be a multiple of kv_heads (4), not 6

    Raises:
        ValueError: a count below 1, heads that are no multiple of the KV heads, or a window
            without layers that use it and the reverse.
    """

    heads: int
    kv_heads: int
    head_dim: int
    input_bias: bool = False
    output_bias: bool = False
    head_norms: bool = False
    windowed_layers: int = 0
    window: int = 0

    def __post_init__(self) -> None:
        """Check every size."""
        for name in ("heads", "kv_heads", "head_dim"):
            whole(name, getattr(self, name))
        for name in ("windowed_layers", "window"):
            whole(name, getattr(self, name), at_least=0)
        for name in ("input_bias", "output_bias", "head_norms"):
            flag(name, getattr(self, name))
        if self.heads % self.kv_heads:
            raise ValueError(
                f"heads must be a multiple of kv_heads ({self.kv_heads}), not {self.heads}"
            )
        if bool(self.window) != bool(self.windowed_layers):
            raise ValueError(
                "window and windowed_layers are both 0 or both above 0, "
                f"not {self.window} and {self.windowed_layers}"
            )

    @property
    def kind(self) -> str:
        """Which of the three it is: "MHA", "GQA" or "MQA"."""
        if self.kv_heads == self.heads:
            return "MHA"
        return "GQA" if self.kv_heads > 1 else "MQA"

    @property
    def query_width(self) -> int:
        """Numbers in the queries of one token, all heads together, and in attention's output."""
        return self.heads * self.head_dim

    @property
    def key_width(self) -> int:
        """Numbers in the keys of one token, all KV heads together; as many as in the values."""
        return self.kv_heads * self.head_dim

    @property
    def cached_rows(self) -> tuple[int, ...]:
        """Numbers in each row that one layer caches of one token: all keys, and all values.

        Source: Kwon et al., "PagedAttention", arXiv 2309.06180 §3, with the KV heads of
        grouped-query attention.

        >>> Attention(heads=32, kv_heads=8, head_dim=128).cached_rows
        (1024, 1024)
        """
        return self.key_width, self.key_width

    def cached_tokens(self, layers: int, seq_len: int) -> int:
        """Tokens in the cache of one sequence, summed over its `layers` layers.

        A windowed layer holds no more than its window.

        >>> mixed = Attention(heads=1, kv_heads=1, head_dim=1, windowed_layers=3, window=10)
        >>> mixed.cached_tokens(layers=4, seq_len=100)
        130
        """
        everywhere = (layers - self.windowed_layers) * seq_len
        return everywhere + self.windowed_layers * min(seq_len, self.window)

    def most_cached_tokens(self, layers: int) -> int | None:
        """What `cached_tokens` grows to at most, where every layer is windowed; None elsewhere.

        >>> Attention(heads=1, kv_heads=1, head_dim=1, windowed_layers=3, window=10
        ...           ).most_cached_tokens(layers=3)
        30
        """
        return layers * self.window if self.windowed_layers == layers else None

    def parameters(self, hidden: int) -> Parameters:
        """Parameters of one layer's attention at a model width of `hidden`.

        >>> Attention(heads=32, kv_heads=8, head_dim=128).parameters(4096)
        Parameters(41943040)
        """
        inputs = self.query_width + 2 * self.key_width
        matrices = inputs * hidden + hidden * self.query_width
        biases = inputs * self.input_bias + hidden * self.output_bias
        return Parameters(matrices + biases + 2 * self.head_dim * self.head_norms)


@dataclass(frozen=True, kw_only=True)
class LatentAttention:
    """Multi-head latent attention (MLA): keys and values are rebuilt from one small cached vector.

    Args:
        heads: query heads.
        query_rank: width of the vector that queries are rebuilt from.
        latent: width of the cached vector that keys and values are rebuilt from.
        content_dim: width of the part of each query and key without position.
        rotary_dim: width of the part with position; its key is shared by all heads, and cached.
        value_dim: width of each head's values.

    Source: DeepSeek-V2, arXiv 2405.04434 §2.1.

    >>> LatentAttention(heads=128, query_rank=1536, latent=512, content_dim=128, rotary_dim=64,
    ...                 value_dim=128).cached_rows
    (576,)

    Raises:
        ValueError: a size below 1.
    """

    heads: int
    query_rank: int
    latent: int
    content_dim: int
    rotary_dim: int
    value_dim: int

    def __post_init__(self) -> None:
        """Check every size."""
        for field in fields(self):
            whole(field.name, getattr(self, field.name))

    @property
    def kind(self) -> str:
        """The usual short name, "MLA"."""
        return "MLA"

    @property
    def cached_rows(self) -> tuple[int, ...]:
        """Numbers in the row that one layer caches of one token: latent and shared rotary key."""
        return (self.latent + self.rotary_dim,)

    def cached_tokens(self, layers: int, seq_len: int) -> int:
        """Tokens in the cache of one sequence, summed over its `layers` layers.

        >>> LatentAttention(heads=2, query_rank=3, latent=5, content_dim=7, rotary_dim=11,
        ...                 value_dim=13).cached_tokens(layers=4, seq_len=100)
        400
        """
        return layers * seq_len

    def most_cached_tokens(self, layers: int) -> int | None:
        """None: a latent cache grows with every token, in all `layers`."""

    def parameters(self, hidden: int) -> Parameters:
        """Parameters of one layer's attention at a model width of `hidden`, its two norms included.

        >>> tiny = LatentAttention(heads=2, query_rank=3, latent=5, content_dim=7, rotary_dim=11,
        ...                        value_dim=13)
        >>> tiny.parameters(17)
        Parameters(1081)
        """
        queries = hidden * self.query_rank + self.query_rank
        queries += self.query_rank * self.heads * (self.content_dim + self.rotary_dim)
        keys_and_values = hidden * (self.latent + self.rotary_dim) + self.latent
        keys_and_values += self.latent * self.heads * (self.content_dim + self.value_dim)
        output = self.heads * self.value_dim * hidden
        return Parameters(queries + keys_and_values + output)
