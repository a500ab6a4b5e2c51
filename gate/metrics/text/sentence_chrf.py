"""chrF of each answer, averaged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.text.chrf import PARAMETERS, steps_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.metrics.steps import Step
    from gate.samples.text import TextSample


def _steps(sample: TextSample, *, word_order: str, case: str) -> tuple[Step, ...]:
    from gate.samples.ngrams import chrf_counts

    return steps_of(chrf_counts(sample.texts[0], sample.references[0], word_order, case))


@per_item(better="higher", bounds=(0, 100), worst=0.0, parameters=PARAMETERS, steps=_steps)
def sentence_chrf(sample: TextSample, *, word_order: str = "0", case: str = "mixed") -> FloatArray:
    """F-measure of runs of characters of each answer by itself, from 0 to 100, then the mean.

    ``100 * 5 * P * R / (4 * P + R)``.

    The formula of :func:`~gate.metrics.text.chrf.chrf` on one answer and the reference that it fits best.

    Args:
        sample: Answers and references.
        word_order: ``0`` (chrF) to ``2`` (chrF++).
        case: ``mixed`` or ``lower``.

    Returns:
        ``(n,)`` values; 0 for an empty answer. NaN where no reference has a character.

    Source:
        sacrebleu 2, ``sentence_chrf``.

    Example:
        "ab" against "abc": all runs of 1 and 2 characters are right, a precision of 1, and they are
        2 of 3 and 1 of 2, a recall of 7/12:
        100 * 5 * 1 * (7/12) / (4 * 1 + 7/12) = 63.6364

    "ab" against "abc": P = 1 in both orders that the answer has, R = (2/3 + 1/2) / 2.

    >>> from gate.samples.text import TextSample
    >>> sentence_chrf(TextSample.of(("ab", "abc"))).round(4).tolist()
    [63.6364]
    """
    return sample.values(_of_one, word_order, case)


def _of_one(text: str, references: Sequence[str], word_order: str, case: str) -> float:
    from gate.samples.ngrams import chrf_counts, chrf_value

    if not any(reference.split() for reference in references):
        return math.nan
    return min(100.0, 100 * chrf_value(chrf_counts(text, references, word_order, case)))
