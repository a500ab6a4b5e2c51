"""BLEU of the whole set, as sacrebleu computes it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from gate.digits import number
from gate.metrics.declare import over_totals
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.text import TextSample

PARAMETERS = {
    "tokenize": Parameter(
        "How words are parted: as mteval-v13a; for every script, as mteval-v14; Chinese; every character; at "
        "blanks alone; Japanese or Korean, by a dictionary.",
        default="13a",
        choices=("13a", "intl", "zh", "char", "none", "ja-mecab", "ko-mecab"),
    ),
    "case": Parameter(
        "Whether small and capital letters are the same.", default="mixed", choices=("mixed", "lower")
    ),
}
"""How BLEU reads a text."""

LEFT = 1e-9
"""Share of a count that subtracting weights may leave of nothing."""


def counts(sample: TextSample, *, tokenize: str, case: str) -> FloatArray:
    """Return ``(n, 10)``: lengths, and right and all runs of 1 to 4 words; see ``bleu_counts``."""
    from gate.samples.ngrams import bleu_counts

    return sample.each(bleu_counts, tokenize, case)


def shares_of(right: Sequence[float], there: Sequence[float]) -> tuple[Step, ...]:
    """Return the step of each order's share of right runs, up to the first order without a run."""
    found: list[Step] = []
    halvings = 0
    for n, (hits, runs) in enumerate(zip(right, there, strict=True), start=1):
        if runs <= LEFT:
            break
        smoothed = hits <= LEFT * runs
        halvings += smoothed
        top, text = (0.5**halvings, f"0.5^{halvings}") if smoothed else (hits, number(hits))
        note = "none is right: smoothed" if smoothed else ""
        found.append(Step(f"right runs of {n}", f"{text} / {number(runs)}", top / runs, note))
    return tuple(found)


def together(length: float, nearest: float, shares: Sequence[Step], whole: int) -> tuple[Step, ...]:
    """Return the steps from shares above 0 of right runs to BLEU, which is ``whole`` where all is right."""
    brief = min(1.0, math.exp(1 - nearest / length))
    brevity = Step(
        "brevity",
        f"exp(1 - {number(nearest)} / {number(length)})" if brief < 1 else "",
        brief,
        "words of the reference / of the answer" if brief < 1 else "not shorter than the reference",
    )
    mean = math.exp(math.fsum(math.log(share.value) for share in shares) / len(shares))
    product = " × ".join(number(share.value) for share in shares)
    scale = f"{whole} × " if whole != 1 else ""
    text = f"{scale}{number(brief)} × ({product})^(1/{len(shares)})"
    return (*shares, brevity, Step("", text, min(float(whole), whole * brief * mean)))


def _steps(totals: Sequence[float], _: Sequence[str], *, tokenize: str, case: str) -> tuple[Step, ...]:  # noqa: ARG001 (the totals follow them)
    length, nearest, right, there = totals[0], totals[1], totals[2:6], totals[6:10]
    shares = shares_of(right, there)
    if not length + nearest > 0:
        return (Step("", "", math.nan, "no words"),)
    found = any(hits > LEFT * runs for hits, runs in zip(right, there, strict=True))
    if len(shares) < len(right) or not found:
        return (Step("", "", 0.0, "nothing is right, or no answer has four words"),)
    return together(length, nearest, shares, 100)


def _of_item(
    own: Sequence[float],
    totals: Sequence[float],  # noqa: ARG001 (an item adds the same to any of them)
    classes: Sequence[str],  # noqa: ARG001 (texts have none)
    *,
    tokenize: str,  # noqa: ARG001 (the totals follow it)
    case: str,  # noqa: ARG001
) -> tuple[Step, ...]:
    runs = zip(own[2:6], own[6:10], strict=True)
    return (
        Step("adds words", "", own[0], f"its nearest reference has {number(own[1])}"),
        *(
            Step(f"adds right runs of {n}", "", right, f"of {number(there)}")
            for n, (right, there) in enumerate(runs, start=1)
        ),
    )


@over_totals(
    better="higher", bounds=(0, 100), parameters=PARAMETERS, needs=(), groups=counts,
    steps=_steps, item_steps=_of_item,
)  # fmt: skip
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
        tokenize: As in :func:`~gate.samples.bleu_words.bleu_words`; the counts follow it.
        case: ``mixed`` or ``lower``; the counts follow it.

    Returns:
        ``(r,)`` values. 0 where nothing is right, or no answer has four words; NaN where neither the answers
        nor the references nearest to them have a word.

    Source:
        Papineni et al., "BLEU", ACL 2002; Post, "A call for clarity in reporting BLEU scores", WMT 2018;
        equal to sacrebleu 2 with ``tok:13a|smooth:exp|eff:no``, but never above 100.

    Example:
        Of an answer as long as its reference 5 of 6 words, 4 of 5 pairs, 3 of 4 threes and 2 of 3
        fours are right:
        100 * (5/6 * 4/5 * 3/4 * 2/3)^(1/4) = 75.9836

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
    right = np.where(right > LEFT * there, right, 0.0)
    halvings = np.cumsum(right == 0, axis=1)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        shares = np.where(right > 0, right, 0.5**halvings) / there
        brevity = np.minimum(1.0, np.exp(1 - nearest / length))
        value = 100 * brevity * np.exp(np.log(shares).mean(axis=1))
    value = np.where((right.sum(axis=1) > 0) & (there > LEFT).all(axis=1), np.minimum(value, 100.0), 0.0)
    return np.where(length + nearest > 0, value, np.nan)
