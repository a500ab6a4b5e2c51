"""ROUGE-2, as rouge-score computes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.text.rouge1 import PARAMETERS, of_runs, run_steps

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.metrics.steps import Step
    from gate.samples.text import TextSample


def _steps(sample: TextSample, *, measure: str, tokenize: str, stemmer: str) -> tuple[Step, ...]:
    return run_steps(sample, 2, measure, tokenize, stemmer)


@per_item(better="higher", bounds=(0, 1), worst=0.0, parameters=PARAMETERS, steps=_steps)
def rouge2(
    sample: TextSample, *, measure: str = "f1", tokenize: str = "unicode", stemmer: str = "none"
) -> FloatArray:
    """Pairs of neighbouring words that answer and reference share, each as often as both have it.

    ``f1 = 2 * shared / (pairs of the answer + pairs of the reference)``.

    The measures of :func:`~gate.metrics.text.rouge1.rouge1`, on pairs instead of words.

    Args:
        sample: Answers and references.
        measure: ``f1``, ``precision`` or ``recall``.
        tokenize: ``unicode`` or ``rouge_score``.
        stemmer: ``none`` or ``porter``.

    Returns:
        ``(n,)`` values; 0 for an answer of fewer than two words. NaN where no reference has two words.

    Source:
        Lin, "ROUGE", 2004; rouge-score 0.1.2, which calls what is undefined here 0.

    Example:
        An answer of 3 pairs of words and a reference of 4 share 1:
        2 * 1 / (3 + 4) = 0.2857

    One of the answer's three pairs is among the reference's four: f1 = 2 * 1 / (3 + 4).

    >>> from gate.samples.text import TextSample
    >>> rouge2(TextSample.of(("the cat sat down", "the black cat sat there"))).round(4).tolist()
    [0.2857]
    """
    return sample.values(of_runs, 2, measure, tokenize, stemmer)
