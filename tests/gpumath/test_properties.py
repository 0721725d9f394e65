"""Laws that hold for any model and any job, tried on random ones."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gpumath import (
    CONVENTIONS,
    IMPLEMENTATIONS,
    Architecture,
    Attention,
    Bill,
    Capacity,
    Recipe,
    Term,
    data_parallel_bill,
    gpus_needed,
    inference_bill,
    kept_in_layer,
    kept_in_model,
    kv_cache,
    longest_context,
    peak_of,
    shard,
    sharded_state,
    training_bill,
    training_state,
    training_step,
    weights,
)
from gpumath.quantities import Bytes

settings.register_profile("same every time", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("same every time")

small = st.integers(1, 64)
lengths = st.integers(1, 5_000)
conventions = st.sampled_from(sorted(CONVENTIONS))
implementations = st.sampled_from(sorted(IMPLEMENTATIONS))


@st.composite
def architectures(draw, measured=False):
    """Llama-like shapes, some with windowed layers or one KV head unless they must be measured."""
    layers, kv_heads = draw(small), draw(st.integers(1 + measured, 8))
    windowed = 0 if measured else draw(st.integers(0, layers - 1))
    attention = Attention(
        heads=kv_heads * draw(st.integers(1, 8)),
        kv_heads=kv_heads,
        head_dim=2 * draw(small),
        input_bias=draw(st.booleans()),
        windowed_layers=windowed,
        window=draw(st.integers(1, 200)) if windowed else 0,
    )
    return Architecture(
        name="random",
        layers=layers,
        hidden=8 * draw(small),
        attention=attention,
        mlp_width=8 * draw(small),
        vocab=draw(st.integers(1, 1000)),
        tied=draw(st.booleans()),
    )


def total(terms):
    return sum(int(term.size) for term in terms)


@given(architectures(measured=True), small, small, small)
def test_terms_sum_to_the_total(model, batch, seq_len, tensors):
    bills = [
        training_bill(model, batch, seq_len, tensors),
        inference_bill(model, batch, seq_len, tensors),
        *training_step(model, Recipe(implementation="lean"), batch, seq_len),
    ]
    for bill in bills:
        assert total(bill.terms) == bill.total
        assert all(term.size >= 0 for term in bill.terms)


@given(st.integers(1, 10**12), conventions, st.integers(0, 3), small, small)
def test_more_gpus_never_keep_more_each(parameters, name, stage, gpus, more):
    few = total(sharded_state(parameters, name, gpus, stage))
    assert total(sharded_state(parameters, name, gpus + more, stage)) <= few


@given(st.integers(1, 10**12), conventions, st.integers(0, 2), small)
def test_a_higher_stage_never_keeps_more(parameters, name, stage, gpus):
    lower = total(sharded_state(parameters, name, gpus, stage))
    assert total(sharded_state(parameters, name, gpus, stage + 1)) <= lower


@given(st.integers(1, 10**12), conventions, small)
def test_stage_0_and_one_gpu_are_the_whole_state(parameters, name, gpus):
    whole = total(training_state(parameters, name))
    assert total(sharded_state(parameters, name, gpus, 0)) == whole
    assert total(sharded_state(parameters, name, 1, 3)) == whole


@given(st.integers(1, 10**12), conventions, st.integers(1, 3), small)
def test_shares_together_hold_the_whole_state(parameters, name, stage, gpus):
    each = sharded_state(parameters, name, gpus, stage)
    for share, whole in zip(each, training_state(parameters, name), strict=True):
        assert gpus * share.size >= whole.size


@given(architectures(measured=True), implementations, small, small, st.integers(1, 100))
def test_a_layer_is_linear_in_the_batch(model, name, batch, more, seq_len):
    sizes = [total(kept_in_layer(model, name, n, seq_len)) for n in (batch, more, batch + more)]
    assert sizes[0] + sizes[1] == sizes[2]


@given(architectures(), small, lengths)
def test_a_cache_is_linear_in_the_batch_and_grows_with_the_length(model, batch, seq_len):
    one = kv_cache(model, 1, seq_len, "bf16")
    assert kv_cache(model, batch, seq_len, "bf16") == batch * one
    assert kv_cache(model, 1, seq_len + 1, "bf16") > one


@given(architectures(), small, small)
def test_twice_the_bytes_of_a_number_are_twice_the_bytes(model, batch, seq_len):
    for size in (
        lambda dtype: kv_cache(model, batch, seq_len, dtype),
        lambda dtype: weights(model.parameters, dtype),
        lambda dtype: training_bill(model, batch, seq_len, 3, dtype).size("activations"),
        lambda dtype: inference_bill(model, batch, seq_len, 3, dtype).total,
    ):
        assert size("fp32") == 2 * size("bf16")
        assert size("fp8") * 2 == size("fp16")


@given(architectures(), lengths)
def test_the_longest_context_fits_and_a_block_more_does_not(model, tokens):
    budget = int(kv_cache(model, 1, tokens, "bf16"))
    longest = int(longest_context(model, budget, "bf16"))
    assert longest == tokens // 16 * 16


@given(architectures(measured=True), implementations, small, small)
def test_checkpointing_keeps_no_more_than_a_layer_that_keeps_its_input(model, name, batch, s):
    kept = total(kept_in_model(model, name, batch, s))
    checkpointed = total(kept_in_model(model, name, batch, s, checkpointed=True))
    assert checkpointed <= kept + 8 * s  # the positions, which only checkpointing keeps


@given(architectures(measured=True), implementations, small, small)
def test_kept_gradients_never_lower_the_peak(model, name, batch, seq_len):
    peaks = [
        peak_of(
            training_step(model, Recipe(implementation=name, gradients_kept=kept), batch, seq_len)
        ).total
        for kept in (False, True)
    ]
    assert peaks[0] <= peaks[1]


@given(st.integers(1, 2000), st.integers(1, 100), st.lists(small, min_size=1, unique=True))
def test_gpus_needed_is_the_smallest_count_that_fits(need, size, counts):
    capacity = Capacity("of a toy", size)

    def bill_on(gpus):
        return Bill("job", (Term("weights", "Weights", Bytes(-(-need // gpus)), "need / GPUs"),))

    fitting = [gpus for gpus in sorted(counts) if -(-need // gpus) <= size]
    try:
        needed = gpus_needed(bill_on, capacity, sorted(counts))
    except ValueError as error:
        assert not fitting and "none of the counts" in str(error)
    else:
        assert needed.gpus == fitting[0]
        assert [int(gpus) for gpus, _ in needed.refused] == [
            gpus for gpus in sorted(counts) if gpus < fitting[0]
        ]


@given(st.integers(1, 12), small, small)
def test_equal_batches_on_more_gpus_never_keep_more_each(gpus, share, times):
    def each(count):
        state = sharded_state(10_000, "fp32", count, 3)
        activations = lambda batch: [Term("activations", "A", Bytes(100 * batch), "batch")]  # noqa: E731
        return data_parallel_bill(state, activations, gpus * times * share, count).total

    assert each(gpus * times) <= each(gpus)


@given(architectures(), st.integers(1, 8))
def test_parts_of_a_model_together_hold_at_least_all_of_it(model, tensor):
    try:
        part = shard(model, tensor=tensor)
    except ValueError:
        return  # it does not divide, which the message says
    assert tensor * part.parameters >= model.parameters
    for batch in (1, 3):
        assert tensor * kv_cache(part, batch, 100, "bf16") >= kv_cache(model, batch, 100, "bf16")
