"""DCG: graded gain, discounted by rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.errors import Problem, QuestionError
from gate.metrics.declare import per_item
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample

GAIN = Parameter(
    "What a document of grade g is worth: g (linear), or 2^g - 1 (exponential).",
    default="linear",
    choices=("linear", "exponential"),
)

STEEPEST = 50
"""Largest grade that exponential gain accepts: above it one document outweighs every other."""


def _steps(sample: RankedSample, *, k: float, gain: str) -> tuple[Step, ...]:
    terms = discounted(sample, sample.rank, k, gain)
    return (Step("", summed(terms), sum(value for _, value in terms), "gain / log2(rank + 1)"),)


@per_item(
    better="higher",
    bounds=(0.0, float("inf")),
    worst=0.0,
    cutoff="from_k",
    parameters={"gain": GAIN},
    steps=_steps,
)
def dcg(sample: RankedSample, *, k: float, gain: str) -> FloatArray:
    """Discounted cumulative gain of the first ``k`` results.

    ``dcg@k = sum over ranks i <= k of gain_i / log2(i + 1)``. It has no upper bound and is not
    comparable between queries; :mod:`ndcg <gate.metrics.ranked.ndcg>` is.

    Returns:
        ``(n,)`` values >= 0.

    Raises:
        QuestionError: See :func:`gains`.

    Source:
        Järvelin & Kekäläinen, TOIS 20(4), 2002, with the discount of Burges et al., ICML 2005.

    Example:
        The only relevant document, of grade 3, is third, with linear gain:
        3 / log2(3 + 1) = 1.5

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["x", "y", "a"], {"a": 3}))
    >>> dcg(sample, k=3, gain="linear")  # 3 / log2(4)
    array([1.5])
    """
    import numpy as np

    discounted = gains(sample, gain) / np.log2(sample.rank + 1)
    return sample.total(np.where(sample.within(k), discounted, 0.0))


def gains(sample: RankedSample, gain: str) -> FloatArray:
    """Return ``(m,)`` gains of judged documents, >= 0; a grade below 0 gains 0.

    Raises:
        QuestionError: Exponential gain meets a grade above 50.
    """
    import numpy as np

    grade = np.maximum(sample.grade, 0.0)
    if gain == "linear":
        return grade
    if grade.max(initial=0.0) > STEEPEST:
        worst = int(grade.argmax())
        raise QuestionError(
            Problem(
                f"query {sample.ids[sample.query[worst]]!r} has a document of grade {grade[worst]:g}; "
                f"gain=exponential, 2^grade - 1, is for grades up to {STEEPEST}",
                fix="leave gain=exponential out, or map the grades to a scale such as 0 to 3",
                code="grade_too_large",
            )
        )
    return np.exp2(grade) - 1


def discounted(sample: RankedSample, ranks: FloatArray, k: float, gain: str) -> list[tuple[str, float]]:
    """Return the terms of the only query's DCG in order of ``ranks``, those of 0 left out."""
    import numpy as np

    worth = gains(sample, gain)
    kept = np.flatnonzero((ranks <= k) & np.isfinite(ranks) & (worth > 0))
    return [
        (f"{number(worth[row])}/log2({ranks[row] + 1:g})", float(worth[row] / np.log2(ranks[row] + 1)))
        for row in kept[np.argsort(ranks[kept], kind="stable")]
    ]
