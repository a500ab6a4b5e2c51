"""BLEU of each answer, averaged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step
from gate.metrics.text.bleu import PARAMETERS, shares_of, together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.text import TextSample


def _steps(sample: TextSample, *, tokenize: str, case: str) -> tuple[Step, ...]:
    from gate.samples.ngrams import ORDER, bleu_counts

    length, nearest, *counts = bleu_counts(sample.texts[0], sample.references[0], tokenize, case)
    right, there = counts[:ORDER], counts[ORDER:]
    if not any(right):
        return (Step("", "", 0.0, "no word is right"),)
    return together(length, nearest, shares_of(right, there), 100)


@per_item(better="higher", bounds=(0, 100), worst=0.0, parameters=PARAMETERS, steps=_steps)
def sentence_bleu(sample: TextSample, *, tokenize: str = "13a", case: str = "mixed") -> FloatArray:
    """BLEU of each answer by itself, from 0 to 100, then the mean.

    ``100 * min(1, exp(1 - r / c)) * (p1 * ... * pm) ** (1/m)``.

    The formula of :func:`~gate.metrics.text.bleu.bleu`, on one answer, with two differences: only runs that
    the answer is long enough for are averaged (sacrebleu's effective order), and it is a mean, so that one
    long answer does not count for many. It is not the BLEU of the set.

    Args:
        sample: Answers and references.
        tokenize: As of ``bleu``.
        case: ``mixed`` or ``lower``.

    Returns:
        ``(n,)`` values; 0 for an empty answer. NaN where no reference has a word.

    Source:
        sacrebleu 2, ``sentence_bleu`` with ``smooth:exp|eff:yes``.

    Example:
        Both words of one answer and their run are right, no word of another:
        (100 + 0) / 2 = 50

    An answer of two words, both right, of the same length as its reference, and one that shares no run:

    >>> from gate.samples.text import TextSample
    >>> sentence_bleu(TextSample.of(("on Friday", "on Friday"), ("never", "on Friday"))).tolist()
    [100.0, 0.0]
    """
    return sample.values(_of_one, tokenize, case)


def _of_one(text: str, references: Sequence[str], tokenize: str, case: str) -> float:
    from gate.samples.bleu_words import bleu_words
    from gate.samples.ngrams import ORDER, bleu_counts

    if not any(bleu_words(reference, tokenize, case) for reference in references):
        return math.nan
    length, nearest, *counts = bleu_counts(text, references, tokenize, case)
    right, there = counts[:ORDER], counts[ORDER:]
    if not any(right):
        return 0.0
    logs, halvings = [], 0
    for hits, runs in zip(right, there, strict=True):
        if not runs:
            break
        halvings += not hits
        logs.append(math.log((hits or 0.5**halvings) / runs))
    brevity = min(0.0, 1 - nearest / length)
    return min(100.0, 100 * math.exp(brevity + math.fsum(logs) / len(logs)))
