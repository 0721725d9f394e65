"""One model on many GPUs: what each of them keeps, and how many are needed."""
