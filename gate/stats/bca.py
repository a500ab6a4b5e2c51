"""BCa: which quantiles of the bootstrap distribution make an interval with the right coverage."""

from __future__ import annotations

from gate.stats import normal


def shares(
    below: float, acceleration: float, confidence: float, *, resamples: int = 0
) -> tuple[float, float]:
    """Return the shares of resamples at which the two ends of the interval lie.

    Args:
        below: Share of resamples below the value, ties counting half; 0.5 if there is no bias.
        acceleration: ``sum(u^3) / (6 sum(u^2)^1.5)`` of the centred influences ``u``: how fast the
            standard error grows with the value; 0 if it does not.
        confidence: In (0, 1).
        resamples: If they are a finite number, ``below`` is kept half a resample away from 0 and 1.

    Source:
        Efron, JASA 82, 1987, equation 2.3; the acceleration of a mean in closed form, section 7.

    >>> low, high = shares(0.5, 0.0, 0.95)          # no bias, no acceleration: the percentile interval
    >>> round(low, 6), round(high, 6)
    (0.025, 0.975)
    """
    edge = 0.5 / resamples if resamples else 1e-12
    bias = normal.quantile(min(max(below, edge), 1 - edge))

    def share(z: float) -> float:
        shifted = bias + z
        room = max(1 - acceleration * shifted, 1e-3)
        return normal.cdf(bias + shifted / room)

    z = normal.quantile((1 + confidence) / 2)
    return share(-z), share(z)
