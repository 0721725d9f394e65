"""A model's life: training and serving in FLOP, GPU-hours, energy and money, as published."""

import pytest

from gpumath import (
    break_even_by_flop,
    break_even_by_gpu_hours,
    break_even_time,
    cost,
    energy,
    gpu_hours,
    implied_utilization,
    inference_flop,
    lesson,
    training_flop,
)
from gpumath.models.published import published
from gpumath.quantities import GpuHours

H100 = 989.4e12  # FLOP per second, dense, 16 bits


@pytest.mark.parametrize(
    ("name", "tokens", "flop"),
    [
        # Brown et al., arXiv 2005.14165 table D.1: 3.14e23. 6 × 174,604,259,328 × 300e9 = 3.143e23.
        ("GPT-3 175B", 300 * 10**9, 3.14e23),
        # The Llama 3 paper, arXiv 2407.21783 §1: 3.8e25. 6 × 405.85e9 × 15.6e12 = 3.799e25.
        ("Llama-3.1-405B", 15_600 * 10**9, 3.8e25),
    ],
)
def test_training_flop_as_published(name, tokens, flop):
    assert float(training_flop(published(name), tokens)) == pytest.approx(flop, rel=0.002)


def test_flop_follow_active_parameters():
    # Mixtral-8x7B: 46,702,792,704 parameters, of which 6 idle experts of 3 × 4,096 × 14,336 in each
    # of 32 layers are not computed: 12,879,925,248 are.
    model = published("Mixtral-8x7B")
    assert training_flop(model, 10) == 60 * 12_879_925_248
    assert inference_flop(model, 10) == 20 * 12_879_925_248


@pytest.mark.parametrize("training_tokens", [1, 1000, 15 * 10**12])
def test_serving_passes_training_at_three_tokens_for_one(training_tokens):
    served = break_even_by_flop(training_tokens)
    trained = training_flop(lesson.MODEL, training_tokens)
    assert inference_flop(lesson.MODEL, served) == trained
    assert inference_flop(lesson.MODEL, int(served) - 1) < trained


def test_break_even_of_published_models():
    assert break_even_by_flop(15 * 10**12) == 45 * 10**12  # Llama-3.1-8B
    assert break_even_by_flop(300 * 10**9) == 900 * 10**9  # GPT-3


@pytest.mark.parametrize(
    ("name", "tokens", "million_gpu_hours", "percent"),
    [
        # GPU-hours from the model card of Llama 3.1, H100. By hand, FLOP over GPU-seconds × peak:
        # 6 × 8.03026e9 × 15e12 = 7.2272e23 over 1.46e6 × 3,600 × 989.4e12 = 5.2003e24.
        ("Llama-3.1-8B", 15 * 10**12, 1.46, "13.9 %"),
        # 6 × 70.5537e9 × 15e12 = 6.3498e24 over 7.0e6 × 3,600 × 989.4e12 = 2.4933e25.
        ("Llama-3.1-70B", 15 * 10**12, 7.0, "25.5 %"),
        # 6 × 405.853e9 × 15.6e12 = 3.7988e25 over 30.84e6 × 3,600 × 989.4e12 = 1.0985e26. The paper
        # measured 38 to 43 % while training ran, arXiv 2407.21783 table 4.
        ("Llama-3.1-405B", 15_600 * 10**9, 30.84, "34.6 %"),
    ],
)
def test_utilization_of_llama_3_1(name, tokens, million_gpu_hours, percent):
    flop = training_flop(published(name), tokens)
    utilization = implied_utilization(flop, million_gpu_hours * 1e6, H100)
    assert f"{utilization:.1f %}" == percent
    hours = gpu_hours(flop, H100, utilization)
    assert float(hours) == pytest.approx(million_gpu_hours * 1e6, rel=1e-12)


def test_gpu_hours():
    # 7.2e21 FLOP at 40 % of 1e15 FLOP/s: 18,000,000 GPU-seconds.
    assert f"{gpu_hours(72 * 10**20, 1e15, 0.4):,.0f GPU-hours}" == "5,000 GPU-hours"


def test_more_flop_than_the_gpus_can_do_are_refused():
    assert implied_utilization(3600 * 10**15, 1, 1e15) == 1
    with pytest.raises(ValueError, match=r"1001 TFLOP/s is more than the peak of 1000 TFLOP/s"):
        implied_utilization(3600 * 1001 * 10**12, 1, 1e15)


def test_break_even_by_gpu_hours():
    # 1.46 million GPU-hours at 2,000 tokens/s on each GPU: 1.46e6 × 3,600 × 2,000 = 10.512e12.
    assert break_even_by_gpu_hours(1_460_000, 2000) == 10_512 * 10**9
    assert break_even_by_gpu_hours(1, 1.0001) == 3601  # 3,600.36, rounded up


def test_deepseek_v3_serving_passes_training_in_64_days():
    # 226.75 nodes of 8 GPUs on average: 43,536 GPU-hours a day; 2.788 million to train. 64.04 days.
    assert f"{GpuHours(2_788_000) / GpuHours(43_536):.2f}" == "64.04"
    assert f"{break_even_time(2_788_000, gpus=1814):.2f days}" == "64.04 days"


def test_deepseek_v3_cost_as_published():
    # arXiv 2412.19437 table 1: 2.788 million GPU-hours at 2 dollars each are 5.576 million dollars.
    assert f"{cost(2_788_000, 2):.3f million dollars}" == "5.576 million dollars"


def test_energy():
    # 30.84 million GPU-hours × 700 W = 21.588 GWh; with a PUE of 1.1 23.747.
    assert f"{energy(30_840_000, 700, overhead=1):.3f GWh}" == "21.588 GWh"
    assert f"{energy(30_840_000, 700, overhead=1.1):.3f GWh}" == "23.747 GWh"
