"""ROUGE-L of summaries, line by line, as rouge-score computes it."""  # noqa: N999 - the name that the field knows

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
def rougeLsum(  # noqa: N802
    sample: TextSample, *, measure: str = "f1", tokenize: str = "unicode", stemmer: str = "none"
) -> FloatArray:
    r"""Words of each reference line found in order in some line of the answer, whatever the order of lines.

    ``f1 = 2 * words found / (words of the answer + words of the reference)``.

    Of each line of the reference, the words that its longest common sequences with the answer's lines take,
    together; no word counts more often than both texts have it. Then the measures of
    :func:`~gate.metrics.text.rouge1.rouge1`. A sentence ends where a line ends, and nowhere else.

    Args:
        sample: Answers and references.
        measure: ``f1``, ``precision`` or ``recall``.
        tokenize: ``unicode`` or ``rouge_score``.
        stemmer: ``none`` or ``porter``.

    Returns:
        ``(n,)`` values; 0 for an answer without a word. NaN where no reference has a word.

    Source:
        Lin, "ROUGE", 2004, section 3.2; equal to rouge-score 0.1.2 like ``rouge1``.

    Example:
        All 4 words of an answer are found line by line in a reference of 4:
        2 * 4 / (4 + 4) = 1

    Two lines, swapped:

    >>> from gate.samples.text import TextSample
    >>> rougeLsum(TextSample.of(("it rained\nwe left", "we left\nit rained"))).tolist()
    [1.0]
    """
    return sample.values(_of_one, measure, tokenize, stemmer)


def _of_one(text: str, references: Sequence[str], measure: str, tokenize: str, stemmer: str) -> float:
    return best_of(_counts(text, references, tokenize, stemmer), measure)


def _counts(text: str, references: Sequence[str], tokenize: str, stemmer: str) -> list[tuple[int, int, int]]:
    from gate.samples.subsequence import summary_hits
    from gate.samples.words import rouge_words

    def lines(of: str) -> list[tuple[str, ...]]:
        return [rouge_words(line, tokenize, stemmer) for line in of.split("\n") if line]

    mine = lines(text)
    known = [lines(reference) for reference in references]
    return [(summary_hits(each, mine), sum(map(len, mine)), sum(map(len, each))) for each in known]
