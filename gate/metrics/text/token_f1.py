"""Token F1 of SQuAD."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.text import TextSample


def _steps(sample: TextSample) -> tuple[Step, ...]:
    from gate.samples.ngrams import runs
    from gate.samples.words import normalised_words

    text, references = sample.texts[0] or "", sample.references[0]
    best = max(references, key=lambda reference: _of_one(text, [reference]))
    mine, theirs = normalised_words(text), normalised_words(best)
    if not mine or not theirs:
        return (Step("", "", float(mine == theirs), "1 if neither has a word, 0 if one has"),)
    shared = (runs(mine, 1) & runs(theirs, 1)).total()
    value = 2 * shared / (len(mine) + len(theirs))
    return (
        Step("words of both", "", float(shared)),
        Step("", f"2 × {shared} / ({len(mine)} + {len(theirs)})", value, "words of answer and reference"),
    )


@per_item(better="higher", bounds=(0, 1), worst=0.0, steps=_steps)
def token_f1(sample: TextSample) -> FloatArray:
    """Words that answer and reference share, as the harmonic mean of precision and recall.

    ``2 * shared / (words of the answer + words of the reference)``, each word as often as both have it;
    of several references the greatest value. Capital letters, punctuation of every script and the English
    articles are left out first, as in SQuAD.

    Args:
        sample: Answers and references.

    Returns:
        ``(n,)`` values; never undefined: to a reference without a word only an answer without one is right.

    Source:
        Rajpurkar et al., "SQuAD", EMNLP 2016, and its evaluation script.

    Example:
        Articles aside, an answer of 2 words and a reference of 1 share 1; an empty answer to an
        empty reference is right:
        (2 * 1 / (2 + 1) + 1) / 2 = 0.8333

    One shared word, of two in the answer and one in the reference: 2 / 3.

    >>> from gate.samples.text import TextSample
    >>> token_f1(TextSample.of(("in the Paris", "Paris"), ("", ""))).round(4).tolist()
    [0.6667, 1.0]
    """
    return sample.values(_of_one)


def _of_one(text: str, references: Sequence[str]) -> float:
    from gate.samples.ngrams import runs
    from gate.samples.words import normalised_words

    mine = normalised_words(text)
    found = []
    for theirs in map(normalised_words, references):
        if not mine or not theirs:
            found.append(float(mine == theirs))
            continue
        shared = (runs(mine, 1) & runs(theirs, 1)).total()
        found.append(2 * shared / (len(mine) + len(theirs)))
    return max(found)
