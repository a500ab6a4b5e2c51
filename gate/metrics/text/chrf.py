"""chrF of the whole set, and chrF++, as sacrebleu computes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.metrics.declare import over_totals
from gate.metrics.parameter import Parameter

if TYPE_CHECKING:
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


@over_totals(better="higher", bounds=(0, 100), parameters=PARAMETERS, needs=(), groups=counts)
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
