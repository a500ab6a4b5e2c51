"""BLEU of the whole set, as sacrebleu computes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.metrics.declare import over_totals
from gate.metrics.parameter import Parameter

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.text import TextSample

PARAMETERS = {
    "tokenize": Parameter(
        "How words are parted: as mteval-v13a, at blanks alone, or every character.",
        default="13a",
        choices=("13a", "none", "char"),
    ),
    "case": Parameter(
        "Whether small and capital letters are the same.", default="mixed", choices=("mixed", "lower")
    ),
}
"""How BLEU reads a text."""


def counts(sample: TextSample, *, tokenize: str, case: str) -> FloatArray:
    """Return ``(n, 10)``: lengths, and right and all runs of 1 to 4 words; see ``bleu_counts``."""
    from gate.samples.ngrams import bleu_counts

    return sample.each(bleu_counts, tokenize, case)


@over_totals(better="higher", bounds=(0, 100), parameters=PARAMETERS, needs=(), groups=counts)
def bleu(totals: Any, *, tokenize: str = "13a", case: str = "mixed") -> FloatArray:  # noqa: ARG001
    """Share of the runs of 1 to 4 words that a reference has too, from 0 to 100.

    ``100 * min(1, exp(1 - r / c)) * (p1 * p2 * p3 * p4) ** (1/4)``, where ``pn`` is the share of right runs
    of n words among all answers together, c the words of all answers, and r those of the references, each
    time the one nearest in length. Where no run of n words is right, its share is ``1 / (2**m * all)``, with
    m = 1 for the first such n, 2 for the next: the smoothing ``exp``. It is no mean of the items, and there
    is no value of one item, only its influence.

    An item without an answer counts as one of the shortest reference's length with nothing right. An empty
    answer has no words, and costs only where the answers are too short altogether.

    Args:
        totals: ``(r, 10)`` sums of: c; r; right runs of 1 to 4 words; all runs of 1 to 4 words.
        tokenize: ``13a``, ``none`` or ``char``; the counts follow it.
        case: ``mixed`` or ``lower``; the counts follow it.

    Returns:
        ``(r,)`` values. 0 where nothing is right, or no answer has four words; NaN where neither the answers
        nor the references nearest to them have a word.

    Source:
        Papineni et al., "BLEU", ACL 2002; Post, "A call for clarity in reporting BLEU scores", WMT 2018;
        equal to sacrebleu 2 with ``tok:13a|smooth:exp|eff:no``, but never above 100.

    A sentence of six words of which five are right, in runs of 5, 3, 2 and 1:

    >>> from gate.samples.text import TextSample
    >>> sample = TextSample.of(("a cat sat on the mat", "the cat sat on the mat"))
    >>> counts(sample, tokenize="13a", case="mixed").tolist()
    [[6.0, 6.0, 5.0, 4.0, 3.0, 2.0, 6.0, 5.0, 4.0, 3.0]]
    >>> bleu(counts(sample, tokenize="13a", case="mixed")).round(4).tolist()
    [75.9836]
    """
    import numpy as np

    length, nearest, right, there = totals[:, 0], totals[:, 1], totals[:, 2:6], totals[:, 6:10]
    right = np.where(right > 1e-9 * there, right, 0.0)  # what subtracting weights leaves of nothing
    halvings = np.cumsum(right == 0, axis=1)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        shares = np.where(right > 0, right, 0.5**halvings) / there
        brevity = np.minimum(1.0, np.exp(1 - nearest / length))
        value = 100 * brevity * np.exp(np.log(shares).mean(axis=1))
    value = np.where((right.sum(axis=1) > 0) & (there > 1e-9).all(axis=1), np.minimum(value, 100.0), 0.0)
    return np.where(length + nearest > 0, value, np.nan)
