"""ROUGE-L, as rouge-score computes it."""  # noqa: N999 - the name that the field knows

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.text.rouge1 import PARAMETERS, best_of, steps_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.metrics.steps import Step
    from gate.samples.text import TextSample


def _steps(sample: TextSample, *, measure: str, tokenize: str, stemmer: str) -> tuple[Step, ...]:
    found = _counts(sample.texts[0] or "", sample.references[0], tokenize, stemmer)
    return steps_of(found, measure, "words")


@per_item(better="higher", bounds=(0, 1), worst=0.0, parameters=PARAMETERS, steps=_steps)
def rougeL(  # noqa: N802
    sample: TextSample, *, measure: str = "f1", tokenize: str = "unicode", stemmer: str = "none"
) -> FloatArray:
    """Longest sequence of words that answer and reference have in the same order, others between them.

    ``f1 = 2 * length of that sequence / (words of the answer + words of the reference)``.

    The measures of :func:`~gate.metrics.text.rouge1.rouge1`, on the length of that sequence. The whole text
    is one sequence, line ends are blanks; ``rougeLsum`` reads it line by line.

    Args:
        sample: Answers and references.
        measure: ``f1``, ``precision`` or ``recall``.
        tokenize: ``unicode`` or ``rouge_score``.
        stemmer: ``none`` or ``porter``.

    Returns:
        ``(n,)`` values; 0 for an answer without a word. NaN where no reference has a word.

    Source:
        Lin, "ROUGE", 2004, section 3.1, with beta = 1; equal to rouge-score 0.1.2 like ``rouge1``.

    Example:
        Three words of an answer of 4 stand in the same order in a reference of 4:
        2 * 3 / (4 + 4) = 0.75

    "a c d" is in both, of four words each:

    >>> from gate.samples.text import TextSample
    >>> rougeL(TextSample.of(("a b c d", "a c d e"))).tolist()
    [0.75]
    """
    return sample.values(_of_one, measure, tokenize, stemmer)


def _of_one(text: str, references: Sequence[str], measure: str, tokenize: str, stemmer: str) -> float:
    return best_of(_counts(text, references, tokenize, stemmer), measure)


def _counts(text: str, references: Sequence[str], tokenize: str, stemmer: str) -> list[tuple[int, int, int]]:
    from gate.samples.subsequence import length
    from gate.samples.words import rouge_words

    mine = rouge_words(text, tokenize, stemmer)
    known = [rouge_words(reference, tokenize, stemmer) for reference in references]
    return [(length(theirs, mine), len(mine), len(theirs)) for theirs in known]
