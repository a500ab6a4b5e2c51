"""Log loss: minus the logarithm of the probability given to what happened."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.labelled import LabelledSample

WORST = 36.04365338911715
"""``-ln(2 ** -52)``: probabilities are kept one float64 step away from 0 and 1."""


def _steps(sample: LabelledSample) -> tuple[Step, ...]:
    score = float(sample.probability[0])
    given = score if sample.positive[0] else 1 - score
    worked = number(given) if sample.positive[0] else f"1 - {number(score)}"
    clipped = min(max(given, 2.0**-52), 1 - 2.0**-52)
    note = "kept 2^-52 away from 0 and 1" if clipped != given else ""
    return (
        Step("probability of what happened", worked, clipped, note),
        Step("", f"-ln({clipped:.6g})", -math.log(clipped)),
    )


@per_item(better="lower", bounds=(0.0, WORST), worst=WORST, needs=("score",), steps=_steps)
def log_loss(sample: LabelledSample) -> FloatArray:
    """Minus the natural logarithm of the probability that the score gave to the true class.

    Probabilities are clipped to ``[eps, 1 - eps]``, ``eps = 2 ** -52``, so that one certain mistake
    does not make the mean infinite.

    Returns:
        ``(n,)`` values in [0, 36.04]; the upper end for an item without an answer.

    Raises:
        QuestionError: A score is not a probability; the message names the item.

    Source:
        Good, Rational decisions, Journal of the Royal Statistical Society B 14(1), 1952; clipped as
        scikit-learn does.

    Example:
        Both classes are given 0.5:
        -ln(0.5) = 0.6931

    >>> from gate.samples.labelled import LabelledSample
    >>> log_loss(LabelledSample.of([1, 0], [0.5, 0.5])).round(4)  # ln 2
    array([0.6931, 0.6931])
    """
    import numpy as np

    probability = sample.probability
    given = np.where(sample.positive, probability, 1 - probability)
    return np.asarray(-np.log(np.clip(given, 2.0**-52, 1 - 2.0**-52)))
