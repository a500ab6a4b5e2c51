"""DCG: graded gain, discounted by rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError
from gate.metrics.declare import per_item
from gate.metrics.parameter import Parameter

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


@per_item(better="higher", bounds=(0.0, float("inf")), worst=0.0, cutoff="from_k", parameters={"gain": GAIN})
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
