"""How long work takes at least, and what it costs: arithmetic, bandwidth, links, a model's life."""
