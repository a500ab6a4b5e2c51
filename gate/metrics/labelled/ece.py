"""Expected calibration error: how far probabilities are from what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.bin_steps import gap_of_all, gap_of_item
from gate.metrics.binned import BINS, ESTIMATED, of_two
from gate.metrics.declare import over_totals

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    better="lower",
    bounds=(0.0, 1.0),
    parameters=BINS,
    needs=("score",),
    groups=of_two,
    diagnostic=ESTIMATED,
    steps=gap_of_all,
    item_steps=gap_of_item,
)
def ece(totals: FloatArray, *, bins: float) -> FloatArray:
    """Distance between mean probability and share that came true, over bins of equal mass.

    ``ece = sum over bins of share of items * |mean probability - share true|``.

    Items are put into as many bins of equal weight as ``bins`` says, by their score, a probability of the
    positive class; equal ones share a bin. The value depends on the bins and is above 0 even for perfect
    probabilities, so it is reported and never gated: gate on ``brier`` or ``log_loss``.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without an item.

    Raises:
        QuestionError: Numbers are no probabilities; the message names the item.

    Source:
        Naeini, Cooper & Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning, AAAI
        2015.

    Example:
        In one of two equal bins the mean probability is 0.15, in the other 0.85, and in both half
        came true:
        (|0.15 - 0.5| + |0.85 - 0.5|) / 2 = 0.35

    >>> from gate.samples.labelled import LabelledSample
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.8, 0.2, 0.1])
    >>> totals = ece.groups(sample, bins=2).sum(axis=0, keepdims=True)
    >>> ece(totals, bins=2).round(4)  # (|0.15 - 0.5| + |0.85 - 0.5|) / 2
    array([0.35])
    """
    from gate.samples.calibration import gap

    return gap(totals, bins)
