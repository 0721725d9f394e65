"""The arithmetic of training and serving a language model: bytes, FLOP and how many GPUs."""

from gpumath.memory.bill import Bill, Term, decimals_that_add_up
from gpumath.memory.inference import inference_bill, live_activations
from gpumath.memory.kv_cache import kv_cache, kv_cache_per_token
from gpumath.memory.training import kept_activations, training_bill
from gpumath.memory.training_state import CONVENTIONS, training_state
from gpumath.memory.weights import weights
from gpumath.models.architecture import Architecture, Experts
from gpumath.models.attention import Attention, LatentAttention
from gpumath.models.model import Model
from gpumath.parallel.count import even_split, gpus_by_capacity, sequences_that_fit
from gpumath.parts.capacity import (
    Capacity,
    cache_budget,
    marketed,
    of_fraction,
    reported,
    together,
)
from gpumath.parts.part import Part, part
from gpumath.precision import bytes_per_element
from gpumath.speed.compute import inference_flop_per_token, training_flop_per_token
from gpumath.speed.roofline import (
    arithmetic_intensity,
    largest_decode_intensity,
    read_time,
    ridge_point,
    tokens_per_second,
)

__all__ = [
    "CONVENTIONS",
    "Architecture",
    "Attention",
    "Bill",
    "Capacity",
    "Experts",
    "LatentAttention",
    "Model",
    "Part",
    "Term",
    "arithmetic_intensity",
    "bytes_per_element",
    "cache_budget",
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
    "marketed",
    "of_fraction",
    "part",
    "read_time",
    "reported",
    "ridge_point",
    "sequences_that_fit",
    "together",
    "tokens_per_second",
    "training_bill",
    "training_flop_per_token",
    "training_state",
    "weights",
]
