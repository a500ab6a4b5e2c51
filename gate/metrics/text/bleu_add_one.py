"""BLEU of each answer with one added to every count of longer runs, averaged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step
from gate.metrics.text.bleu import together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.text import TextSample


def _steps(sample: TextSample) -> tuple[Step, ...]:
    from gate.samples.ngrams import ORDER, plain_bleu_counts

    length, nearest, *counts = plain_bleu_counts(sample.texts[0], sample.references[0])
    (hits, *longer), (words, *there) = counts[:ORDER], counts[ORDER:]
    if not hits:
        return (Step("", "", 0.0, "no word is right"),)
    shares = [Step("right runs of 1", f"{hits} / {words}", hits / words)]
    for n, (right, runs) in enumerate(zip(longer, there, strict=True), start=2):
        shares.append(Step(f"right runs of {n}", f"({right} + 1) / ({runs} + 1)", (right + 1) / (runs + 1)))
    return together(length, nearest, shares, 1)


@per_item(better="higher", bounds=(0, 1), worst=0.0, steps=_steps)
def bleu_add_one(sample: TextSample) -> FloatArray:
    """BLEU of each answer by itself, add-one smoothed, from 0 to 1, then the mean.

    ``min(1, exp(1 - r / c)) * (p1 * p2 * p3 * p4) ** (1/4)``, where p1 is the share of right words and ``pn``
    for n from 2 is ``(right + 1) / (all + 1)``. Words are what stands between blanks, in small letters,
    without ``.,!?;:'"`` at their ends. So a short answer that is right scores 1, and every word counts.

    Args:
        sample: Answers and references.

    Returns:
        ``(n,)`` values; 0 where no word is right. NaN where no reference has a word.

    Source:
        Lin and Och, "ORANGE", COLING 2004; Chen and Cherry, "A systematic comparison of smoothing
        techniques", WMT 2014, method 2.

    Example:
        Of one answer one of two words is right and their run is not, another is right:
        ((1/2 * 1/2 * 1 * 1)^(1/4) + 1) / 2 = 0.8536

    One of two words is right and their run is not: ``(1/2 * 1/2 * 1 * 1) ** (1/4)``.

    >>> from gate.samples.text import TextSample
    >>> sample = TextSample.of(("On Monday.", "on Friday"), ("on Friday", "On Friday!"))
    >>> bleu_add_one(sample).round(6).tolist()
    [0.707107, 1.0]
    """
    return sample.values(_of_one)


def _of_one(text: str, references: Sequence[str]) -> float:
    from gate.samples.ngrams import ORDER, plain_bleu_counts
    from gate.samples.words import plain_words

    if not any(map(plain_words, references)):
        return math.nan
    length, nearest, *counts = plain_bleu_counts(text, references)
    right, there = counts[:ORDER], counts[ORDER:]
    if not right[0]:
        return 0.0
    smoothed = [(hits + 1) / (runs + 1) for hits, runs in zip(right[1:], there[1:], strict=True)]
    logs = [math.log(right[0] / there[0]), *map(math.log, smoothed)]
    return min(1.0, math.exp(min(0.0, 1 - nearest / length) + math.fsum(logs) / ORDER))
