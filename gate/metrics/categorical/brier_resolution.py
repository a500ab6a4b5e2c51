"""Resolution: how well the probabilities tell items apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.bin_steps import resolution_of_all, resolution_of_item
from gate.metrics.binned import BINS, ESTIMATED, of_classes
from gate.metrics.declare import over_totals

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    better="higher",
    bounds=(0.0, 1.0),
    parameters=BINS,
    needs=("probabilities",),
    groups=of_classes,
    diagnostic=ESTIMATED,
    steps=resolution_of_all,
    item_steps=resolution_of_item,
)
def brier_resolution(totals: FloatArray, *, bins: float) -> FloatArray:
    """Squared distance between the share of a bin that came true and the share of all items.

    ``resolution = sum over classes and bins of share of items * (share true - share true of all)^2``.

    A part of the Brier score, see ``brier_reliability``; bins of equal mass; here summed over the classes,
    each against the rest. The larger, the better the probabilities tell what comes true from what does not,
    however they are scaled.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without an item.

    Raises:
        QuestionError: Numbers are no probabilities; the message names the item.

    Source:
        Murphy, A new vector partition of the probability score, Journal of Applied Meteorology 12(4), 1973.

    Example:
        For both classes half of the items came true, and half of those in each bin:
        2 * (0.5 - 0.5)^2 = 0

    >>> from gate.samples.categorical import CategoricalSample
    >>> given = [{"a": p, "b": 1 - p} for p in (0.9, 0.2, 0.8, 0.1)]
    >>> sample = CategoricalSample.of(["a", "a", "b", "b"], None, given)
    >>> totals = brier_resolution.groups(sample, bins=2).sum(axis=0, keepdims=True)
    >>> brier_resolution(totals, bins=2).round(4)  # half came true in all bins
    array([0.])
    """
    from gate.samples.calibration import resolution

    return resolution(totals, bins)
