"""What sharing a model makes GPUs send: the ZeRO paper's volumes, and hand arithmetic."""

import pytest

from gpumath import data_parallel_sent, published, tensor_parallel_sent

SIZE = 8_000  # an eighth is 1,000: each GPU of eight passes on 7,000 in one way around


def sent(stage, micro_batches=1, **options):
    return data_parallel_sent(SIZE, SIZE, 8, stage, micro_batches, **options)


def test_the_zero_papers_volumes():
    # §7: twice the parameters in the first two stages, as in plain data parallelism; in the third
    # once for the gradients and twice for the weights.
    assert [int(sent(stage)) for stage in range(4)] == [14_000, 14_000, 14_000, 21_000]


@pytest.mark.parametrize(
    ("stage", "passed_around"),
    [
        (0, 2),  # the gradients' sum, and the sum handed out
        (1, 2),  # the gradients' sum, and the new weights
        (2, 5 + 1),  # a sum after each pass, and the new weights
        (3, 5 * (1 + 2)),  # in each pass a sum, and the weights forward and backward
    ],
)
def test_five_micro_batches(stage, passed_around):
    assert sent(stage, 5) == passed_around * 7_000


@pytest.mark.parametrize(("stage", "passed_around"), [(0, 2), (1, 2), (2, 2), (3, 1 + 5 * 2)])
def test_whole_gradients_are_summed_up_once(stage, passed_around):
    assert sent(stage, 5, whole_gradients=True) == passed_around * 7_000


def test_weights_and_gradients_may_have_different_formats():
    # torchtitan's FSDP: weights gathered in BF16, gradients summed up in FP32.
    assert data_parallel_sent(16_000, 32_000, 8, 0) == 56_000
    assert data_parallel_sent(16_000, 32_000, 8, 1) == 28_000 + 14_000
    assert data_parallel_sent(16_000, 32_000, 8, 3) == 28_000 + 2 * 14_000


@pytest.mark.parametrize("stage", range(4))
def test_one_gpu_sends_nothing(stage):
    assert data_parallel_sent(SIZE, SIZE, 1, stage, 3) == 0


@pytest.mark.parametrize("stage", [-1, 4, 1.5])
def test_another_stage_is_refused(stage):
    with pytest.raises(ValueError, match="stage must be"):
        sent(stage)


@pytest.mark.parametrize("tokens", [1, 8, 16_384])
def test_two_sums_in_each_layer(tokens):
    # Megatron-LM §3. Llama-3.1-70B: 80 layers, hidden 8,192; BF16; eight GPUs send 7/4 of a size.
    each = tokens * 8192 * 2 * 7 // 4
    assert tensor_parallel_sent(published("Llama-3.1-70B"), tokens, 8) == 160 * each


def test_tensor_parallelism_in_another_format_and_on_one_gpu():
    llama = published("Llama-3.1-8B")
    assert tensor_parallel_sent(llama, 1, 2, "fp32") == 64 * 4096 * 4
    assert tensor_parallel_sent(llama, 1, 1) == 0
