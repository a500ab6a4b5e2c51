"""Interval of a statistic from what it would be without each unit, where no bootstrap is valid."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.estimate import Estimate
from gate.stats import students_t

if TYPE_CHECKING:
    from gate.arrays import FloatArray


def wider(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return the one of two columns that varies more, so that its interval is the wider one.

    >>> import numpy as np
    >>> wider(np.array([0.0, 0.0]), np.array([-0.5, 0.5])).tolist()
    [-0.5, 0.5]
    """
    squares = [math.fsum((each**2).tolist()) for each in (first, second)]
    return second if squares[1] > squares[0] else first


def level(
    value: float, pulls: FloatArray, *, bounds: tuple[float, float], confidence: float, n: int
) -> Estimate:
    """Interval of a level: the jackknife's standard error times Student's t.

    The variance of the jackknife is never too small on average, whatever the statistic (Efron & Stein), also
    where a bootstrap's is: a resample repeats some units and lacks others, so whatever counts distinct
    things is smaller on it, and varies less.

    Args:
        value: The statistic on the data as they are.
        pulls: ``(g,)`` what each unit does to it, summing to 0: its share of the weight times its influence.
        bounds: Smallest and largest value possible; may be infinite.
        confidence: In (0, 1).
        n: Items behind the value.

    Returns:
        An interval inside ``bounds``; of width 0 where all units do the same, without ends for one unit.

    Source:
        Efron & Stein, The jackknife estimate of variance, Annals of Statistics 9(3), 1981; for the number
        of distinct species, Heltshe & Forrester, Biometrics 39, 1983.

    >>> import numpy as np
    >>> e = level(0.5, np.array([-0.1, 0.0, 0.1]), bounds=(0.0, 1.0), confidence=0.95, n=3)
    >>> round(e.standard_error, 4), e.low, round(e.high, 4)  # sqrt(0.02 * 3 / 2); t is 4.3027
    (0.1732, 0.0, 1.0)
    """
    g = pulls.size
    if math.isnan(value):
        return Estimate.undefined("undefined on these items", n=n)
    if g < 2:
        return Estimate(value, math.nan, math.nan, "none", n, because="one item has no spread")
    standard_error = math.sqrt(math.fsum((pulls**2).tolist()) * g / (g - 1))
    if standard_error <= 1e-12 * abs(value):
        return Estimate(value, value, value, "no variation", n, standard_error=0.0, because="no variation")
    reach = students_t.quantile((1 + confidence) / 2, g - 1) * standard_error
    low, high = max(value - reach, min(bounds[0], value)), min(value + reach, max(bounds[1], value))
    return Estimate(value, low, high, "jackknife", n, standard_error=standard_error)
