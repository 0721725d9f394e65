"""Peaks of whole steps as PyTorch was measured to reach them, read from measured.toml."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from gpumath.catalogue import entries
from gpumath.checks import flag, one_of, whole
from gpumath.memory.step import Recipe, peak_of, training_step
from gpumath.memory.transients import inference_step
from gpumath.models.published import Published, published
from gpumath.quantities import Bytes


@dataclass(frozen=True, kw_only=True)
class MeasuredStep:
    """One step that was measured: what was run, and the most memory that it held at once.

    Args:
        name: in a few words.
        step: "training", or "prefill", which reads whole prompts.
        model: what was run.
        recipe: how; prefill has an implementation only.
        batch: sequences.
        seq_len: tokens in each.
        peak: bytes at the fullest moment.
        source: what measured it.
        checked: when.

    >>> step = measured_steps()["BF16"]
    >>> step.peak - step.predicted
    Bytes(0)
    """

    name: str
    step: str
    model: Published
    recipe: Recipe
    batch: int
    seq_len: int
    peak: Bytes
    source: str
    checked: date

    @property
    def predicted(self) -> Bytes:
        """The peak of the same step by the formulas."""
        if self.step == "training":
            moments = training_step(self.model, self.recipe, self.batch, self.seq_len)
            return peak_of(moments).total
        how = self.recipe.implementation
        prefill, _ = inference_step(self.model, how, self.batch, self.seq_len)
        return prefill.total


@cache
def measured_steps() -> dict[str, MeasuredStep]:
    """All measured steps by name, in the file's order.

    >>> measured_steps()["BF16, checkpoints"].peak
    Bytes(78230824596)
    """
    return read_steps(files("gpumath.memory").joinpath("measured.toml").read_text(encoding="utf-8"))


_REQUIRED = ("step", "model", "implementation", "batch", "seq_len", "peak_bytes")
_OPTIONAL = ("checkpointed", "gradients_kept")


def read_steps(text: str) -> dict[str, MeasuredStep]:
    """Read measured steps from TOML, by name.

    >>> read_steps("S1 = {step = 'training'}")
    Traceback (most recent call last):
    ValueError: step 'S1' lacks model, implementation, batch, seq_len, peak_bytes, source, checked

    Raises:
        ValueError: an entry that lacks a field or has an unknown one, an unknown kind of step,
            model or implementation, or a count below 1.
    """
    return {
        name: MeasuredStep(
            name=name,
            step=one_of("step", entry["step"], ("training", "prefill")),
            model=published(entry["model"]),
            recipe=Recipe(
                implementation=entry["implementation"],
                checkpointed=flag("checkpointed", entry.get("checkpointed", False)),
                gradients_kept=flag("gradients_kept", entry.get("gradients_kept", False)),
            ),
            batch=whole("batch", entry["batch"]),
            seq_len=whole("seq_len", entry["seq_len"]),
            peak=Bytes(whole("peak_bytes", entry["peak_bytes"])),
            source=entry["source"],
            checked=entry["checked"],
        )
        for name, entry in entries(text, "step", _REQUIRED, _OPTIONAL).items()
    }
