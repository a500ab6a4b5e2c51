"""ROUGE-1, as rouge-score computes it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.text import TextSample

PARAMETERS = {
    "measure": Parameter("Which number of the three.", default="f1", choices=("f1", "precision", "recall")),
    "tokenize": Parameter(
        "Which characters are words: those of every script, or a to z and 0 to 9 alone, as in the package "
        "rouge-score.",
        default="unicode",
        choices=("unicode", "rouge_score"),
    ),
    "stemmer": Parameter(
        "Whether English words are brought to their stem first.", default="none", choices=("none", "porter")
    ),
}
"""What every ROUGE can be asked."""


def _steps(sample: TextSample, *, measure: str, tokenize: str, stemmer: str) -> tuple[Step, ...]:
    return run_steps(sample, 1, measure, tokenize, stemmer)


@per_item(better="higher", bounds=(0, 1), worst=0.0, parameters=PARAMETERS, steps=_steps)
def rouge1(
    sample: TextSample, *, measure: str = "f1", tokenize: str = "unicode", stemmer: str = "none"
) -> FloatArray:
    """Words that answer and reference share, each as often as both have it.

    ``f1 = 2 * shared / (words of the answer + words of the reference)``.

    precision = shared / words of the answer, recall = shared / words of the reference, f1 = their harmonic
    mean. Words are compared in small letters, without punctuation. With several references the one of the
    greatest f1 counts, the first of equal ones, whichever measure is asked for.

    Args:
        sample: Answers and references.
        measure: ``f1``, ``precision`` or ``recall``.
        tokenize: ``unicode`` or ``rouge_score``.
        stemmer: ``none`` or ``porter``.

    Returns:
        ``(n,)`` values; 0 for an answer without a word. NaN where no reference has a word.

    Source:
        Lin, "ROUGE", 2004; equal to rouge-score 0.1.2 with ``tokenize=rouge_score``, and without it on text
        in ASCII.

    Example:
        An answer of 4 words and a reference of 5 share 3:
        2 * 3 / (4 + 5) = 0.6667

    Three of the answer's four words are among the reference's five: f1 = 2 * 3 / (4 + 5).

    >>> from gate.samples.text import TextSample
    >>> sample = TextSample.of(("the cat sat down", "the black cat sat there"))
    >>> rouge1(sample).round(4).tolist(), rouge1(sample, measure="recall").tolist()
    ([0.6667], [0.6])
    """
    return sample.values(of_runs, 1, measure, tokenize, stemmer)


def of_runs(text: str, references: Sequence[str], n: int, measure: str, tokenize: str, stemmer: str) -> float:
    """Return a measure of shared runs of ``n`` words."""
    from gate.samples.ngrams import rouge_n

    return best_of(rouge_n(text, references, n, tokenize, stemmer), measure)


def run_steps(sample: TextSample, n: int, measure: str, tokenize: str, stemmer: str) -> tuple[Step, ...]:
    """Say how the only item of ``sample`` comes to its value."""
    from gate.samples.ngrams import rouge_n

    found = rouge_n(sample.texts[0] or "", sample.references[0], n, tokenize, stemmer)
    return steps_of(found, measure, "words" if n == 1 else f"runs of {n} words")


def best_of(found: Sequence[tuple[int, int, int]], measure: str) -> float:
    """Return a measure of the reference with the greatest f1.

    Args:
        found: By reference: what is shared, what the answer has, what the reference has.
        measure: ``f1``, ``precision`` or ``recall``.

    >>> best_of([(1, 4, 2), (3, 4, 5)], "precision")
    0.75
    """
    best = _best(found)
    return math.nan if best is None else _measured(*best, measure)


def steps_of(found: Sequence[tuple[int, int, int]], measure: str, unit: str) -> tuple[Step, ...]:
    """Say how :func:`best_of` comes to its value; ``unit`` is what was counted."""
    best = _best(found)
    assert best is not None
    both, mine, theirs = best
    worked = {"precision": f"{both} / {mine}", "recall": f"{both} / {theirs}"}
    return (
        Step(f"{unit} of both", "", float(both)),
        Step(f"{unit} of the answer", "", float(mine)),
        Step(f"{unit} of the reference", "", float(theirs), "the best of them" if len(found) > 1 else ""),
        Step(
            "",
            worked.get(measure, f"2 × {both} / ({mine} + {theirs})"),
            _measured(both, mine, theirs, measure),
            "" if mine or measure != "precision" else "0 where there is nothing to divide by",
        ),
    )


def _best(found: Sequence[tuple[int, int, int]]) -> tuple[int, int, int] | None:
    known = [(both, mine, theirs) for both, mine, theirs in found if theirs]
    return max(known, key=lambda c: 2 * c[0] / (c[1] + c[2])) if known else None


def _measured(both: int, mine: int, theirs: int, measure: str) -> float:
    match measure:
        case "precision":
            return both / mine if mine else 0.0
        case "recall":
            return both / theirs
        case _:
            return 2 * both / (mine + theirs)
