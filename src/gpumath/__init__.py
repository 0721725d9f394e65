"""The arithmetic of training and serving a language model: bytes, FLOP and how many GPUs."""

from gpumath.facts import Fact, fact, facts
from gpumath.lifetime import (
    break_even_by_flop,
    break_even_by_gpu_hours,
    break_even_time,
    cost,
    energy,
    gpu_hours,
    implied_utilization,
    inference_flop,
    training_flop,
)
from gpumath.memory.adapters import adapter_state, lora_parameters
from gpumath.memory.bill import Bill, Term, by_kind, decimals_that_add_up
from gpumath.memory.gpt_layer import gpt_layer_activations
from gpumath.memory.inference import inference_bill, live_activations
from gpumath.memory.kept import (
    IMPLEMENTATIONS,
    kept_in_layer,
    kept_in_model,
    kept_outside_layers,
    weight_casts,
)
from gpumath.memory.kv_cache import (
    concurrency,
    in_blocks,
    kv_cache,
    kv_cache_per_token,
    longest_context,
    sequences_in_cache,
)
from gpumath.memory.measured import MeasuredStep, measured_steps
from gpumath.memory.step import Recipe, peak_of, training_step
from gpumath.memory.training import kept_activations, training_bill
from gpumath.memory.training_state import CONVENTIONS, training_state
from gpumath.memory.transients import decode_transients, inference_step, prefill_transients
from gpumath.memory.weights import weights
from gpumath.models.architecture import Architecture, Experts
from gpumath.models.attention import Attention, LatentAttention
from gpumath.models.model import Model
from gpumath.models.published import Published, published, published_models
from gpumath.parallel.count import (
    Count,
    even_split,
    gpus_by_capacity,
    gpus_needed,
    sequences_that_fit,
)
from gpumath.parallel.exchanged import data_parallel_sent, tensor_parallel_sent
from gpumath.parallel.sharding import data_parallel_bill, sharded_state, sharded_training_bill
from gpumath.parallel.tensor_parallel import counts_that_divide, shard
from gpumath.parts.capacity import (
    Capacity,
    cache_budget,
    marketed,
    of_fraction,
    reported,
    together,
)
from gpumath.parts.network import Network, network
from gpumath.parts.part import Part, part
from gpumath.precision import bytes_per_element
from gpumath.speed.compute import inference_flop_per_token, training_flop_per_token
from gpumath.speed.decode_ridge import DecodeRidge, decode_ridge
from gpumath.speed.exchange import (
    all_gather_sent,
    all_reduce_sent,
    exchange_ratio,
    one_direction,
    send_time,
)
from gpumath.speed.roofline import (
    arithmetic_intensity,
    largest_decode_intensity,
    read_time,
    ridge_point,
    tokens_per_second,
)
from gpumath.speed.step_speed import StepSpeed, step_speed
from gpumath.speed.steps import decode_work, prefill_work, training_work
from gpumath.speed.utilization import bandwidth_utilization, model_flop_utilization
from gpumath.speed.work import Work

__all__ = [
    "CONVENTIONS",
    "IMPLEMENTATIONS",
    "Architecture",
    "Attention",
    "Bill",
    "Capacity",
    "Count",
    "DecodeRidge",
    "Experts",
    "Fact",
    "LatentAttention",
    "MeasuredStep",
    "Model",
    "Network",
    "Part",
    "Published",
    "Recipe",
    "StepSpeed",
    "Term",
    "Work",
    "adapter_state",
    "all_gather_sent",
    "all_reduce_sent",
    "arithmetic_intensity",
    "bandwidth_utilization",
    "break_even_by_flop",
    "break_even_by_gpu_hours",
    "break_even_time",
    "by_kind",
    "bytes_per_element",
    "cache_budget",
    "concurrency",
    "cost",
    "counts_that_divide",
    "data_parallel_bill",
    "data_parallel_sent",
    "decimals_that_add_up",
    "decode_ridge",
    "decode_transients",
    "decode_work",
    "energy",
    "even_split",
    "exchange_ratio",
    "fact",
    "facts",
    "gpt_layer_activations",
    "gpu_hours",
    "gpus_by_capacity",
    "gpus_needed",
    "implied_utilization",
    "in_blocks",
    "inference_bill",
    "inference_flop",
    "inference_flop_per_token",
    "inference_step",
    "kept_activations",
    "kept_in_layer",
    "kept_in_model",
    "kept_outside_layers",
    "kv_cache",
    "kv_cache_per_token",
    "largest_decode_intensity",
    "live_activations",
    "longest_context",
    "lora_parameters",
    "marketed",
    "measured_steps",
    "model_flop_utilization",
    "network",
    "of_fraction",
    "one_direction",
    "part",
    "peak_of",
    "prefill_transients",
    "prefill_work",
    "published",
    "published_models",
    "read_time",
    "reported",
    "ridge_point",
    "send_time",
    "sequences_in_cache",
    "sequences_that_fit",
    "shard",
    "sharded_state",
    "sharded_training_bill",
    "step_speed",
    "tensor_parallel_sent",
    "together",
    "tokens_per_second",
    "training_bill",
    "training_flop",
    "training_flop_per_token",
    "training_state",
    "training_step",
    "training_work",
    "weight_casts",
    "weights",
]
