"""GPUs and networks as their makers specify them, and what of their memory can be used."""
