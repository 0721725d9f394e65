"""What fills a GPU's memory: weights, training state, activations, KV cache, and their bills."""
