"""A memory bill: named terms in a fixed order whose sum is the total."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from gpumath.checks import one_of
from gpumath.precision import bytes_per_element, size_of
from gpumath.quantities import Bytes, Quantity


@dataclass(frozen=True)
class Term:
    """One line of a bill.

    Args:
        kind: what takes the memory: "weights", "gradients", "optimizer_state", "activations",
            "logits" or "kv_cache". Each kind has one colour on every page.
        label: what readers see.
        size: whole bytes.
        formula: the arithmetic in words.
        numbers: the same arithmetic with its numbers, where it is a product of whole numbers.
    """

    kind: str
    label: str
    size: Bytes
    formula: str
    numbers: str = ""


def product(kind: str, label: str, element: int | str, **factors: int) -> Term:
    """A term whose size is a product, and whose formula names the very factors.

    Args:
        kind: of the term.
        label: what readers see.
        element: bytes of one number, or the format in which numbers are stored.
        factors: what multiplies to how many numbers there are, in the order of the formula.

    >>> term = product("activations", "Queries", "bf16", tokens=3, heads=4)
    >>> term.size, term.formula, term.numbers
    (Bytes(24), 'tokens × heads × bytes of BF16', '3 × 4 × 2 B')
    """
    count = math.prod(factors.values())
    if isinstance(element, str):
        each = bytes_per_element(element)
        size, stored = size_of(count, element), f"bytes of {element.upper()}"
    else:
        each = float(element)
        size, stored = Bytes(count * element), str(Bytes(element))
    numbers = ""
    if each.is_integer():
        put_in = [*(f"{int(factor):,}" for factor in factors.values()), str(Bytes(int(each)))]
        numbers = " × ".join(put_in)
    return Term(kind, label, size, " × ".join([*factors, stored]), numbers)


@dataclass(frozen=True)
class Bill:
    """What a job keeps in GPU memory, term by term.

    Tables, charts, diagrams and tests all walk `terms`, so they cannot disagree.

    >>> bill = Bill("toy", (Term("weights", "Weights", Bytes(6), "parameters × bytes"),
    ...                     Term("kv_cache", "KV cache", Bytes(2), "tokens × bytes per token")))
    >>> bill.total, bill.size("kv_cache")
    (Bytes(8), Bytes(2))
    """

    name: str
    terms: tuple[Term, ...]

    @property
    def total(self) -> Bytes:
        """The sum of all terms, in bytes."""
        return sum((term.size for term in self.terms), Bytes(0))

    def size(self, *kinds: str) -> Bytes:
        """Bytes of the terms of these kinds together.

        Raises:
            ValueError: a kind that is not on this bill.
        """
        on_this_bill = [term.kind for term in self.terms]
        for kind in kinds:
            one_of(f"kind of term on the {self.name} bill", kind, on_this_bill)
        return sum((term.size for term in self.terms if term.kind in kinds), Bytes(0))


KINDS = {
    "weights": "Weights",
    "gradients": "Gradients",
    "optimizer_state": "Optimizer state",
    "activations": "Activations",
    "logits": "Logits",
    "kv_cache": "KV cache",
}
"""What each kind of term is called where its terms are taken together."""


def by_kind(bill: Bill) -> Bill:
    """The bill with one term for each kind, in the order of `KINDS`.

    >>> bill = Bill("toy", tuple(product("weights", label, 2, parameters=3) for label in "ab"))
    >>> [(term.label, int(term.size), term.formula) for term in by_kind(bill).terms]
    [('Weights', 12, 'a + b')]
    """
    terms = []
    for kind, label in KINDS.items():
        if alike := [term for term in bill.terms if term.kind == kind]:
            formula = " + ".join(term.label for term in alike)
            terms.append(Term(kind, label, bill.size(kind), formula))
    return Bill(bill.name, tuple(terms))


def decimals_that_add_up(sizes: Iterable[Quantity], unit: str, at_least: int = 0) -> int:
    """The fewest decimals with which the printed sizes add up to the printed total.

    A reader who adds the rows of a table should get its last row. Rounding each row by itself does
    not promise that: 16.0 + 2.1 + 0.5 stands over 18.7 when the exact sum is 18.684.

    Args:
        sizes: the rows, quantities of one dimension.
        unit: the unit in which they are printed.
        at_least: decimals to begin with.

    >>> rows = [Bytes(16_000_000_000), Bytes(2_147_483_648), Bytes(536_870_912)]
    >>> decimals_that_add_up(rows, "GB", at_least=1)
    3

    Raises:
        ValueError: a unit of another dimension, or fewer than ten decimals do not suffice.
    """
    rows = list(sizes)
    total: Quantity = sum(rows)  # type: ignore[assignment]

    def printed(size: Quantity, decimals: int) -> Decimal:
        return Decimal(f"{size.in_unit(unit):.{decimals}f}")

    for decimals in range(at_least, 10):
        if sum(printed(size, decimals) for size in rows) == printed(total, decimals):
            return decimals
    raise ValueError(f"these rows do not add up with fewer than ten decimals: {rows}")
