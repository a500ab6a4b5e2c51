"""How small a change this many items could show, and how many items a tolerance needs."""

from __future__ import annotations

import math
from bisect import bisect_left

from gate.stats import normal, students_t

MOST = 10**12
"""More items than anyone has: where a formula asks for more, or for endlessly many, this is the answer."""


def detectable(sd: float, n: int, *, tolerance: float, critical: float, power: float = 0.8) -> float:
    """Return the smallest true drop that blocks with probability ``power``.

    It must be significant and beyond the tolerance: at a true drop of exactly the tolerance the second
    condition is a coin flip. The first term leads on small sets, the second on large ones.

    Args:
        sd: Standard deviation of the paired differences, >= 0.
        n: Paired items, >= 1.
        tolerance: Drop that is accepted, >= 0.
        critical: Standardised drop at which the test blocks: the family's own, or a normal quantile.
        power: Chance of blocking, in (0, 1).

    >>> round(detectable(0.1, 50, tolerance=0.0, critical=1.959964), 3)
    0.04
    """
    error, reach = sd / math.sqrt(n), normal.quantile(power)
    return max((critical + reach) * error, tolerance + reach * error)


def needed(sd: float, *, tolerance: float, critical: float, power: float = 0.8) -> int:
    """Return how many items show a drop of ``tolerance``, or rule one out when nothing changed.

    The two questions have one answer: the interval must be ``(critical + z) * sd / sqrt(n)`` narrow. At
    most :data:`MOST`.

    Args:
        sd: Standard deviation of the paired differences, >= 0.
        tolerance: Drop to tell from 0, > 0.
        critical: As in :func:`detectable`.
        power: Chance of success, in (0, 1).

    >>> needed(0.154, tolerance=0.02, critical=1.959964)
    466
    """
    ratio = (critical + normal.quantile(power)) * sd / tolerance
    return _items(ratio * ratio)


def beyond(sd: float, n: int, *, tolerance: float, critical: float, power: float = 0.8) -> float:
    """Return the smallest true drop that is shown to be *larger than the tolerance* with chance ``power``.

    Arguments are those of :func:`detectable`. What ``minimum_effect`` needs: the whole interval beyond.

    >>> round(beyond(0.1, 50, tolerance=0.02, critical=1.959964), 3)
    0.06
    """
    return tolerance + (critical + normal.quantile(power)) * sd / math.sqrt(n)


def certified(sd: float, *, tolerance: float, confidence: float, whole: float, power: float = 0.8) -> int:
    """Return how many items rule out a drop of ``tolerance`` although one more item might be lost.

    What ``strict`` needs of a change that does no harm. However alike two versions are, one imaginary item
    that loses everything must not alter the answer: where nothing else differs, the interval then reaches
    ``(1 + t) / (n + 1)`` of that loss down, with Student's ``t`` of ``n`` degrees of freedom.
    At most :data:`MOST`.

    Args:
        sd: Standard deviation of the paired differences, >= 0.
        tolerance: Drop to rule out, > 0.
        confidence: Of the interval, in (0, 1).
        whole: What one item can lose at most, > 0; infinite where there is no such bound.
        power: Chance of success, in (0, 1).

    >>> certified(0.154, tolerance=0.02, confidence=0.95, whole=1.0)
    466
    >>> certified(0.01, tolerance=0.02, confidence=0.95, whole=1.0)
    148
    """
    tail = (1 + confidence) / 2
    spread = needed(sd, tolerance=tolerance, critical=normal.quantile(tail), power=power)
    if not math.isfinite(whole):
        return spread

    def is_enough(n: int) -> bool:
        return (1 + students_t.quantile(tail, n)) * whole <= tolerance * (n + 1) * (1 + 1e-12)

    most = 1
    while most < MOST and not is_enough(most):
        most *= 2
    return min(MOST, max(spread, 1 + bisect_left(range(1, most + 1), x=True, key=is_enough)))


def broken_needed(alpha: float) -> int:
    """Return how many more items must break than mend before a sign-flip test can block.

    ``k`` changes, all for the worse, have p = 2^-k.

    >>> broken_needed(0.01), broken_needed(0.05)
    (7, 5)
    """
    return math.ceil(-math.log2(alpha) - 1e-12)


def two_arm(sigma: float, delta: float, alpha: float = 0.05, power: float = 0.8) -> int:
    """Return the items per arm at which two *unpaired* arms show a difference of ``delta``.

    ``2 (z_(1 - alpha/2) + z_power)^2 sigma^2 / delta^2``, rounded up; two-sided. At most :data:`MOST`.

    >>> two_arm(0.5, 0.05), two_arm(0.5, 0.025), two_arm(0.5, 0.0125)
    (1570, 6280, 25117)
    """
    z = normal.quantile(1 - alpha / 2) + normal.quantile(power)
    ratio = z * sigma / delta
    return _items(2 * ratio * ratio)


def _items(number: float) -> int:
    return max(1, math.ceil(number)) if number < MOST else MOST
