"""What a calculator asks of gpumath, as one function of plain inputs that is translated with it."""

from gpumath import (
    Architecture,
    Attention,
    Bill,
    Experts,
    LatentAttention,
    Model,
    Recipe,
    by_kind,
    cache_budget,
    counts_that_divide,
    decimals_that_add_up,
    decode_ridge,
    decode_work,
    fact,
    gpus_needed,
    inference_bill,
    inference_step,
    kv_cache,
    kv_cache_per_token,
    longest_context,
    marketed,
    network,
    of_fraction,
    part,
    peak_of,
    prefill_work,
    published,
    reported,
    sequences_in_cache,
    shard,
    sharded_state,
    sharded_training_bill,
    step_speed,
    together,
    training_bill,
    training_step,
    training_work,
    weights,
)


def model_of(settings):
    """A published model by its name, or one described by its sizes."""
    if not isinstance(settings, dict):
        return published(settings)
    sizes = {**settings}
    kinds = {"plain": Attention, "latent": LatentAttention}
    shape = {"attention": kinds[sizes["kind"]](**sizes["attention"])}
    if sizes["experts"]:
        shape |= {"experts": Experts(**sizes["experts"])}
    maker = Architecture if sizes["architecture"] else Model
    return maker(name="mine", **shape, **sizes["sizes"])


def told(bill, unit="GB"):
    """All that is said of a bill: each term, the total, its kinds, and sizes that add up."""
    terms = [
        f"{term.kind}|{term.label}|{term.size!r}|{term.size:.3f GB}|{term.size}"
        f"|{term.formula}|{term.numbers}"
        for term in bill.terms
    ]
    kinds = [f"{term.label}: {term.size:,d B} = {term.formula}" for term in by_kind(bill).terms]
    sizes = [term.size for term in bill.terms]
    decimals = decimals_that_add_up(sizes, unit, 1)
    total = f"{bill.total:.{decimals}f {unit}}"
    return " / ".join([bill.name, *terms, *kinds, total, repr(bill)])


def work_told(work, rates, batch, tokens):
    """A step's work, and what it makes of two rates."""
    flop, moved = rates
    speed = step_speed(work, batch, tokens, flop, moved)
    return (
        f"{work.flop!r} {work.flop:.3g TFLOP} {work.moved} {work.intensity:.2f FLOP/B} "
        f"{work.time(flop, moved)!r} {work.limit(flop, moved)} {speed}"
    )


def weights_of(settings, dtype):
    model = model_of(settings)
    active = weights(model.active_parameters, dtype)
    return f"{model!r} {weights(model.parameters, dtype)!r} {active:.2f GiB}"


def cache(settings, batch, seq_len, dtype, budget):
    model = model_of(settings)
    size = kv_cache(model, batch, seq_len, dtype)
    fits = sequences_in_cache(model, budget, seq_len, dtype)
    longest = longest_context(model, budget, dtype)
    return (
        f"{size!r} {size:.1f MiB} {kv_cache_per_token(model, dtype)} {fits:d sequences} {longest}"
    )


def training(settings, batch, seq_len, tensors, dtype, convention):
    return told(training_bill(model_of(settings), batch, seq_len, tensors, dtype, convention))


def inference(settings, batch, seq_len, live, dtype, weights_dtype, cache_dtype):
    bill = inference_bill(
        model_of(settings),
        batch,
        seq_len,
        live,
        dtype,
        weights_dtype=weights_dtype,
        cache_dtype=cache_dtype,
    )
    return told(bill, "GiB")


def step(settings, implementation, checkpointed, kept, optimizer, batch, seq_len):
    recipe = Recipe(
        implementation=implementation,
        checkpointed=checkpointed,
        gradients_kept=kept,
        optimizer=optimizer,
    )
    moments = training_step(model_of(settings), recipe, batch, seq_len)
    return " // ".join([*(told(bill) for bill in moments), peak_of(moments).name])


def serving(settings, implementation, batch, seq_len, logits):
    bills = inference_step(model_of(settings), implementation, batch, seq_len, logits)
    return " // ".join(told(bill) for bill in bills)


def sharded(settings, batch, seq_len, tensors, gpus, stage, convention):
    bill = sharded_training_bill(
        model_of(settings), batch, seq_len, tensors, gpus, stage, convention=convention
    )
    return told(bill)


def needed(settings, name, margin, batch, seq_len, tensors, stage, counts):
    model = model_of(settings)

    def on(gpus):
        return sharded_training_bill(model, batch, seq_len, tensors, gpus, stage)

    count = gpus_needed(on, reported(part(name), margin), counts)
    return (
        f"{count.gpus!r} {told(count.each)} {count.capacity} {count.why_not_fewer} {count.refused}"
    )


def tensor_needed(settings, name, fraction, gathered, counts):
    model = model_of(settings)

    def on(gpus):
        state = sharded_state(
            shard(model, tensor=gpus).parameters, "zero", gpus, 3, gathered=gathered
        )
        return Bill("state", state)

    capacity = of_fraction(marketed(part(name)), fraction)
    count = gpus_needed(on, capacity, counts)
    return f"{count.gpus} {together(capacity, 3)!r} {counts_that_divide(model, 16)} {count.refused}"


def budget(name, margin, taken, activations, other):
    return cache_budget(reported(part(name), margin), taken, activations, other)


def work(settings, batch, seq_len, dtype, kv_dtype, attention, every, rates):
    model = model_of(settings)
    choice = {"attention": attention, "all_parameters": every}
    training = training_work(model, batch, seq_len, dtype, **choice)
    prefill = prefill_work(model, batch, seq_len, dtype, kv_dtype, **choice)
    decode = decode_work(model, batch, seq_len, dtype, kv_dtype, **choice)
    return " // ".join(
        [
            work_told(training, rates, batch, seq_len),
            work_told(prefill, rates, batch, seq_len),
            work_told(decode, rates, batch, 1),
        ]
    )


def ridge(settings, name, context, dtype, kv_dtype, attention, every):
    gpu = part(name)
    found = decode_ridge(
        model_of(settings),
        context,
        gpu.peak_of(dtype),
        gpu.bandwidth,
        kv_dtype=kv_dtype,
        attention=attention,
        all_parameters=every,
    )
    return f"{found} {found.reason} {gpu!r} {gpu.ridge_point:.0f FLOP/B} {gpu.peak_per_watt}"


def catalogues(name, machine):
    return f"{fact(name)} {network(machine)}"
