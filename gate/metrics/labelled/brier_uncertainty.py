"""Uncertainty: the Brier score of always saying how common the positive class is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.bin_steps import uncertainty_of_all, uncertainty_of_item
from gate.metrics.binned import BINS, ESTIMATED, of_two
from gate.metrics.declare import over_totals

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    better="lower",
    bounds=(0.0, 0.25),
    parameters=BINS,
    needs=("score",),
    groups=of_two,
    diagnostic=ESTIMATED,
    steps=uncertainty_of_all,
    item_steps=uncertainty_of_item,
)
def brier_uncertainty(totals: FloatArray, *, bins: float) -> FloatArray:
    """Variance of what comes true: the part of the Brier score that lies in the labels.

    ``uncertainty = share true * (1 - share true)``.

    See ``brier_reliability``. It moves only with the golden set.

    Returns:
        ``(r,)`` values in [0, 0.25]; NaN without an item.

    Raises:
        QuestionError: Numbers are no probabilities; the message names the item.

    Source:
        Murphy, A new vector partition of the probability score, Journal of Applied Meteorology 12(4), 1973.

    Example:
        Half of all items came true:
        0.5 * (1 - 0.5) = 0.25

    >>> from gate.samples.labelled import LabelledSample
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.8, 0.2, 0.1])
    >>> totals = brier_uncertainty.groups(sample, bins=2).sum(axis=0, keepdims=True)
    >>> brier_uncertainty(totals, bins=2).round(4)  # 0.5 * 0.5
    array([0.25])
    """
    from gate.samples.calibration import uncertainty

    return uncertainty(totals, bins)
