"""Log loss: minus the logarithm of the probability given to the true class."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.categorical import CategoricalSample


WORST = 36.04365338911715
"""``-ln(2 ** -52)``: probabilities are kept one float64 step away from 0 and 1."""


def _steps(sample: CategoricalSample) -> tuple[Step, ...]:
    given = float(sample.trusted[0, sample.truth[0]])
    clipped = min(max(given, 2.0**-52), 1 - 2.0**-52)
    note = f"of the class {sample.classes[sample.truth[0]]!r}"
    return Step("probability", "", clipped, note), Step("", f"-ln({clipped:.6g})", -math.log(clipped))


@per_item(better="lower", bounds=(0.0, WORST), worst=WORST, needs=("probabilities",), steps=_steps)
def log_loss(sample: CategoricalSample) -> FloatArray:
    """Minus the natural logarithm of the probability that an item's true class was given.

    Probabilities are clipped to ``[eps, 1 - eps]``, ``eps = 2 ** -52``, so that one certain mistake does
    not make the mean infinite.

    Returns:
        ``(n,)`` values in [0, 36.04]; the upper end for an item without an answer.

    Raises:
        QuestionError: Numbers are no probabilities, or do not sum to 1; the message names the item.

    Source:
        Good, Rational decisions, Journal of the Royal Statistical Society B 14(1), 1952; clipped as
        scikit-learn does.

    Example:
        The true class of one item is given 0.5, that of another 0.25:
        -(ln(0.5) + ln(0.25)) / 2 = 1.0397

    >>> from gate.samples.categorical import CategoricalSample
    >>> given = [{"a": 0.5, "b": 0.25, "c": 0.25}, {"a": 0.5, "b": 0.25, "c": 0.25}]
    >>> log_loss(CategoricalSample.of(["a", "b"], None, given)).round(4)  # ln 2, ln 4
    array([0.6931, 1.3863])
    """
    import numpy as np

    given = np.take_along_axis(sample.trusted, sample.truth[:, None], axis=1)[:, 0]
    loss = -np.log(np.clip(given, 2.0**-52, 1 - 2.0**-52))
    return np.where(sample.answered, loss, WORST)
