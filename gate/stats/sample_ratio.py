"""Sample-ratio mismatch: whether counts are split as they were meant to be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gate.stats import binomial, chi_squared

if TYPE_CHECKING:
    from collections.abc import Sequence

ALARM = 0.001
"""Chance below which a split counts as broken: rare enough to ask on every run, and stop when it happens."""

FEW = 5.0
"""Expected count below which the chi-squared law is too rough to be trusted."""


@dataclass(frozen=True, slots=True)
class SampleRatio:
    """Counts beside what they should have been.

    Attributes:
        observed: Counts.
        expected: What the same total would be if split as planned.
        statistic: Sum of ``(observed - expected)^2 / expected``.
        df: Its degrees of freedom: one less than there are counts.
        p: Chance of a split at least this far off.
        method: ``"chi-squared"``; ``"exact"`` where a count below :data:`FEW` is expected: the most unlikely
            count, by the binomial law where it is small, times the number of counts.
    """

    observed: tuple[int, ...]
    expected: tuple[float, ...]
    statistic: float
    df: int
    p: float
    method: Literal["chi-squared", "exact"]


def sample_ratio(observed: Sequence[int], planned: Sequence[float] | None = None) -> SampleRatio:
    """Compare counts with a planned split.

    Args:
        observed: At least two counts, not negative, not all 0.
        planned: The planned ratio, one number above 0 a count, in any unit; equal shares by default.

    Raises:
        ValueError: Too few counts, none at all, or another number of shares.

    Source: Pearson's goodness of fit; as an alarm for experiments: A. Fabijan et al., "Diagnosing Sample
    Ratio Mismatch in Online Controlled Experiments", KDD 2019.

    >>> sample_ratio([201_000, 199_000]).statistic
    10.0
    """
    shares = [1.0] * len(observed) if planned is None else list(planned)
    total = sum(observed)
    if len(observed) < 2 or len(shares) != len(observed):
        raise ValueError("a split has at least two counts, and one planned share each")
    if total <= 0 or min(observed) < 0 or min(shares) <= 0:
        raise ValueError("counts are not negative and not all 0; shares are above 0")
    whole = math.fsum(shares)
    expected = tuple(total * share / whole for share in shares)
    statistic = math.fsum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    df = len(observed) - 1
    if min(expected) < FEW:
        chances = [_chance(o, total, share / whole) for o, share in zip(observed, shares, strict=True)]
        # Of two counts, one says all.
        p = min(1.0, min(chances) * (1 if df == 1 else len(observed)))
        return SampleRatio(tuple(observed), expected, statistic, df, p, "exact")
    p = chi_squared.tail(statistic, df)
    return SampleRatio(tuple(observed), expected, statistic, df, p, "chi-squared")


def _chance(count: int, total: int, share: float) -> float:
    """Return the two-sided chance of one count against all others."""
    expected, others = total * share, total * (1 - share)
    if min(expected, others) >= FEW:
        return chi_squared.tail((count - expected) ** 2 / expected * (total / others), 1)
    above = binomial.tail(count, total, share)
    below = binomial.tail(total - count, total, 1 - share)
    return min(1.0, 2 * min(above, below))
