"""chrF of the whole set, and chrF++, as sacrebleu computes them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gate.digits import number
from gate.metrics.declare import over_totals
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.text import TextSample

PARAMETERS = {
    "word_order": Parameter(
        "Longest run of words that counts beside those of characters; 2 is chrF++.",
        default="0",
        choices=("0", "1", "2"),
    ),
    "case": Parameter(
        "Whether small and capital letters are the same.", default="mixed", choices=("mixed", "lower")
    ),
}
"""How chrF reads a text."""


def counts(sample: TextSample, *, word_order: str, case: str) -> FloatArray:
    """Return ``(n, 3 * orders)``: runs of the answer, of its best reference, and of both, by order."""
    from gate.samples.ngrams import chrf_counts

    return sample.each(chrf_counts, word_order, case)


def steps_of(totals: Sequence[float]) -> tuple[Step, ...]:
    """Return the steps of chrF, from 0 to 100, from the counts of one answer or the sums of all."""
    orders = zip(totals[0::3], totals[1::3], totals[2::3], strict=True)
    known = [order for order in orders if order[0] > 1e-9 and order[1] > 1e-9]
    if not any(totals[1::3]):
        return (Step("", "", math.nan, "no reference has a character"),)
    if not any(both > 0 for _, _, both in known):
        return (Step("", "", 0.0, "nothing is right"),)
    means = []
    for name, whose, place in (("precision", "the answer", 0), ("recall", "the reference", 1)):
        terms = [(f"{number(order[2])}/{number(order[place])}", order[2] / order[place]) for order in known]
        mean = math.fsum(value for _, value in terms) / len(terms)
        note = f"right runs / runs of {whose}, by length"
        means.append(Step(name, f"({summed(terms)}) / {len(terms)}", mean, note))
    precision, recall = means[0].value, means[1].value
    p, r = number(precision), number(recall)
    value = 100 * 5 * precision * recall / (4 * precision + recall)
    return (*means, Step("", f"100 × 5 × {p} × {r} / (4 × {p} + {r})", min(value, 100.0)))


def _steps(totals: Sequence[float], _: Sequence[str], *, word_order: str, case: str) -> tuple[Step, ...]:  # noqa: ARG001 (the totals follow them)
    return steps_of(totals)


def _of_item(
    own: Sequence[float],
    totals: Sequence[float],  # noqa: ARG001 (an item adds the same to any of them)
    classes: Sequence[str],  # noqa: ARG001 (texts have none)
    *,
    word_order: str,  # noqa: ARG001 (the totals follow it)
    case: str,  # noqa: ARG001
) -> tuple[Step, ...]:
    *before, last = steps_of(own)
    return (*before, replace(last, name="by itself"))


@over_totals(
    better="higher", bounds=(0, 100), parameters=PARAMETERS, needs=(), groups=counts,
    steps=_steps, item_steps=_of_item,
)  # fmt: skip
def chrf(totals: Any, *, word_order: str = "0", case: str = "mixed") -> FloatArray:  # noqa: ARG001
    """F-measure of runs of 1 to 6 characters, recall counting twice as much, from 0 to 100.

    ``100 * 5 * P * R / (4 * P + R)``: P is the mean over the orders of right runs / runs of the answers,
    R that of right runs / runs of the references, all items together, blanks left out. It needs no words,
    so it serves scripts that do not part them. With several references each answer is held against the one
    that it fits best.

    An item without an answer counts as one of its first reference's length with nothing right.

    Args:
        totals: ``(r, 3 * orders)`` sums of, by order: runs of the answers, of the references, of both.
        word_order: ``0`` (chrF) to ``2`` (chrF++); the counts follow it.
        case: ``mixed`` or ``lower``; the counts follow it.

    Returns:
        ``(r,)`` values. 0 where nothing is right; NaN where no reference that counts has a character.

    Source:
        Popović, "chrF", WMT 2015, and "chrF++", WMT 2017; equal to sacrebleu 2 with ``nc:6|space:no``.

    Example:
        3 characters of an answer are all in a reference of 4, a precision of 1 and a recall of 3/4:
        100 * 5 * 1 * (3/4) / (4 * 1 + 3/4) = 78.9474

    Of one order alone, 3 runs of the answer, 4 of the reference, 3 in both: P = 1, R = 3/4.

    >>> import numpy as np
    >>> chrf(np.array([[3, 4, 3] + [0, 0, 0] * 5])).round(4).tolist()
    [78.9474]
    """
    import numpy as np

    mine, theirs, both = totals[:, 0::3], totals[:, 1::3], totals[:, 2::3]
    counts_ = (mine > 1e-9) & (theirs > 1e-9)
    orders = counts_.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = np.where(counts_, both / mine, 0.0).sum(axis=1) / orders
        recall = np.where(counts_, both / theirs, 0.0).sum(axis=1) / orders
        value = 100 * 5 * precision * recall / (4 * precision + recall)
    value = np.where((orders > 0) & (precision + recall > 0), np.clip(value, 0.0, 100.0), 0.0)
    return np.where(theirs.any(axis=1), value, np.nan)
