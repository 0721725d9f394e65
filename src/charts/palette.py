"""The colour of each kind of term and of each lane, as a CSS variable of the site."""

# Terms have Okabe and Ito's palette, which colour-blind readers can tell apart. These values serve
# where the site's stylesheet is absent, as in a notebook at home; docs/assets/stylesheets/
# palette.css has the same for light pages and others for dark ones. A test compares the two.
COLORS = {
    "training": "#6a3fa0",
    "inference": "#56650f",
    "training_state": "#333333",
    "weights": "#0072b2",
    "gradients": "#56b4e9",
    "optimizer_state": "#cc79a7",
    "activations": "#e69f00",
    "logits": "#d55e00",
    "kv_cache": "#009e73",
}
LANES = ("training", "inference")
TEXT = "var(--chart-text, #333333)"
FAINT = "var(--chart-faint, #999999)"
BACKGROUND = "var(--chart-background, #ffffff)"


def color(kind: str) -> str:
    """The colour of a kind of term, or of a lane, for a chart.

    >>> color("kv_cache")
    'var(--color-kv-cache, #009e73)'

    Raises:
        ValueError: a kind without a colour.
    """
    if kind not in COLORS:
        raise ValueError(f"no colour for {kind!r}; there are {', '.join(COLORS)}")
    return f"var(--color-{kind.replace('_', '-')}, {COLORS[kind]})"
