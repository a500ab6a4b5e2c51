"""Reliability: the part of the Brier score that better calibration would remove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.bin_steps import reliability_of_all, reliability_of_item
from gate.metrics.binned import BINS, ESTIMATED, of_classes
from gate.metrics.declare import over_totals

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    better="lower",
    bounds=(0.0, 2.0),
    parameters=BINS,
    needs=("probabilities",),
    groups=of_classes,
    diagnostic=ESTIMATED,
    steps=reliability_of_all,
    item_steps=reliability_of_item,
)
def brier_reliability(totals: FloatArray, *, bins: float) -> FloatArray:
    """Squared distance between probability and share that came true, over bins of equal mass.

    ``reliability = sum over classes and bins of share of items * (mean probability - share true)^2``.

    With ``brier_resolution`` and ``brier_uncertainty`` it takes the Brier score apart: reliability -
    resolution + uncertainty, up to what probabilities differ within a bin; here summed over the classes,
    each against the rest.

    Returns:
        ``(r,)`` values in [0, 2]; NaN without an item.

    Raises:
        QuestionError: Numbers are no probabilities; the message names the item.

    Source:
        Murphy, A new vector partition of the probability score, Journal of Applied Meteorology 12(4), 1973.

    Example:
        For each of two classes the probabilities of both bins lie 0.35 off what came true:
        2 * 0.35^2 = 0.245

    >>> from gate.samples.categorical import CategoricalSample
    >>> given = [{"a": p, "b": 1 - p} for p in (0.9, 0.2, 0.8, 0.1)]
    >>> sample = CategoricalSample.of(["a", "a", "b", "b"], None, given)
    >>> totals = brier_reliability.groups(sample, bins=2).sum(axis=0, keepdims=True)
    >>> brier_reliability(totals, bins=2).round(4)  # 2 * 0.35^2
    array([0.245])
    """
    from gate.samples.calibration import reliability

    return reliability(totals, bins)
