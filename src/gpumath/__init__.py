"""The arithmetic of training and serving a language model: bytes, FLOP and how many GPUs."""

from gpumath.bill import Bill, Term, decimals_that_add_up
from gpumath.capacity import even_split, gpus_by_capacity, sequences_that_fit
from gpumath.compute import inference_flop_per_token, training_flop_per_token
from gpumath.inference import (
    inference_bill,
    kv_cache,
    kv_cache_per_token,
    live_activations,
)
from gpumath.model import Model
from gpumath.parts import Part, part
from gpumath.precision import bytes_per_element
from gpumath.roofline import (
    arithmetic_intensity,
    largest_decode_intensity,
    read_time,
    ridge_point,
    tokens_per_second,
)
from gpumath.training import kept_activations, training_bill, training_state
from gpumath.weights import weights

__all__ = [
    "Bill",
    "Model",
    "Part",
    "Term",
    "arithmetic_intensity",
    "bytes_per_element",
    "decimals_that_add_up",
    "even_split",
    "gpus_by_capacity",
    "inference_bill",
    "inference_flop_per_token",
    "kept_activations",
    "kv_cache",
    "kv_cache_per_token",
    "largest_decode_intensity",
    "live_activations",
    "part",
    "read_time",
    "ridge_point",
    "sequences_that_fit",
    "tokens_per_second",
    "training_bill",
    "training_flop_per_token",
    "training_state",
    "weights",
]
