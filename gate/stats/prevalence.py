"""A rate seen through an instrument that errs, with the uncertainty about its errors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.estimate import Estimate
from gate.stats import normal
from gate.stats.interval import Extra

if TYPE_CHECKING:
    from gate.rating import Errors


def level(rate: float, n: float, errors: Errors, *, confidence: float, items: int) -> Estimate:
    """Interval of a rate that was corrected for the errors of what measured it.

    Args:
        rate: The rate as it was measured, in [0, 1].
        n: Items behind it, or their effective number.
        errors: Of the instrument, with how many items they were measured on.
        confidence: In (0, 1).
        items: Items behind the rate, for the record.

    Returns:
        The Rogan-Gladen estimate clipped to [0, 1], in an interval inside [0, 1] by Lang and Reiczigel: all
        three shares are drawn towards the middle as by Agresti and Coull, then the delta method adds the
        variances of all three. Undefined where the instrument is no better than chance.

    Source:
        Rogan & Gladen, American Journal of Epidemiology 107, 1978; Lang & Reiczigel, Preventive Veterinary
        Medicine 113, 2014.

    >>> from gate.rating import Errors
    >>> e = level(0.55, 200, Errors(0.9, 0.8, 100, 50), confidence=0.95, items=200)
    >>> round(e.value, 6), round(e.low, 3), round(e.high, 3)
    (0.5, 0.35, 0.624)
    """
    if n <= 0:
        return Estimate.undefined("no item takes part")
    if errors.reach <= 0:
        return Estimate.undefined(NO_BETTER, n=items)
    z = normal.quantile((1 + confidence) / 2)
    p, m = _drawn(rate, n, z * z)
    tpr, positives = _drawn(errors.true_positive, errors.positives, 2)
    tnr, negatives = _drawn(errors.true_negative, errors.negatives, 2)
    reach = tpr + tnr - 1
    value = min(max(errors.corrected(rate), 0.0), 1.0)
    if reach <= 0:
        return Estimate(value, 0.0, 1.0, METHOD, items)
    middle = (p + tnr - 1) / reach
    of_tpr, of_tnr = tpr * (1 - tpr) / positives, tnr * (1 - tnr) / negatives
    shift = 2 * z * z * (middle * of_tpr - (1 - middle) * of_tnr)
    variance = (p * (1 - p) / m + middle**2 * of_tpr + (1 - middle) ** 2 * of_tnr) / reach**2
    low, high = (middle + shift + sign * z * math.sqrt(variance) for sign in (-1, 1))
    return Estimate(
        value,
        min(max(low, 0.0), value),
        max(min(high, 1.0), value),
        METHOD,
        items,
        standard_error=math.sqrt(variance),
    )


METHOD = "Lang-Reiczigel"

NO_BETTER = "the judge is no better than chance: true-positive and true-negative rate sum to 1 or less"


def of_gain(gain: float, errors: Errors) -> Extra:
    """Return the variance that the errors of the instrument add to a difference of two corrected rates.

    Both sides are corrected by the same errors, so that only the scale is uncertain: by the delta method
    ``gain^2 * (var(tpr) + var(tnr)) / reach^2``; none where nothing changed.
    """
    tpr, tnr = errors.true_positive, errors.true_negative
    variance = tpr * (1 - tpr) / errors.positives + tnr * (1 - tnr) / errors.negatives
    freedom = max(1, round(errors.positives + errors.negatives) - 2)
    return Extra((gain / errors.reach) ** 2 * variance, freedom, "of the judge's errors")


def _drawn(share: float, n: float, more: float) -> tuple[float, float]:
    """Return a share with ``more`` items added, half of them successes; and the number of items then."""
    return (share * n + more / 2) / (n + more), n + more
