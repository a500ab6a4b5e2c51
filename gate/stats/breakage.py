"""Items that lost everything: how rarely a harmless change does that, learnt from accepted ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PRIOR_LOST, PRIOR_KEPT = 2.0, 2.0
"""What is believed before anything was accepted: half of the changed items lose everything.

No harmless change does more than that, and one whose metrics know only hit and miss does as much.
"""

LARGEST_WEIGHT = 200.0
"""Changed items that the past counts for at most: changes differ from each other, so no past is certain."""

RAREST = 0.02
"""Least share of the changed items that is believed to lose everything, whatever the past says."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What a change did to the items of a golden set, in counts.

    Attributes:
        changed: Items that scored differently at all.
        lost: Items that had something to lose and ended with nothing.
        mended: Items that had nothing and ended with something.

    Raises:
        ValueError: A count is below 0, or more items were lost and mended than changed.
    """

    changed: int
    lost: int
    mended: int

    def __post_init__(self) -> None:
        if min(self.lost, self.mended) < 0 or self.lost + self.mended > self.changed:
            raise ValueError(f"{self.lost} lost and {self.mended} mended of {self.changed} changed items")


def chance(now: Tally, accepted: Sequence[Tally]) -> float:
    """Return how likely a harmless change loses so many items altogether.

    A sign flip cannot call five losses rarer than ``2^-5``, since it knows nothing but this change.
    Accepted changes say more: which share of the items that a harmless change touches ends with nothing.
    Losing and mending are equally likely there, so half of both together estimates it, and an accepted
    improvement does not make losses look rare. The share is uncertain and differs between changes: it has
    a Beta law, from a stated prior and the tallies so far, whose weight and mean are bounded. The number
    of losses among the changed items is then Beta-binomial.

    Args:
        now: The change to judge.
        accepted: Earlier accepted changes, identical ones left out; their order does not matter. A real
            loss among them makes the answer larger, never smaller.

    Returns:
        P(losses among ``now.changed`` items >= ``now.lost - now.mended``), in (0, 1]; 1 if no more were
        lost than mended. It assumes that the accepted changes are like this one, so it must not block
        alone: :func:`gate.verdict.judge` asks it only about a drop that sign flips call suspect.

    Source:
        Skellam, JRSS B 10, 1948 (Beta-binomial); Box, JRSS A 143, 1980 (predictive checks).

    >>> round(chance(Tally(changed=2, lost=2, mended=0), []), 5)    # nothing learnt yet: 2/4 * 3/5
    0.3
    >>> past = [Tally(changed=10, lost=0, mended=0)] * 20
    >>> round(chance(Tally(changed=2, lost=2, mended=0), past), 5)  # one in fifty: 4/200 * 5/201
    0.0005
    """
    losses = now.lost - now.mended
    if losses <= 0:
        return 1.0
    a, b = _share(accepted)
    return _tail(losses, now.changed, a, b)


def _share(accepted: Sequence[Tally]) -> tuple[float, float]:
    """Return both parameters of the Beta law of the share of changed items that lose everything."""
    lost = PRIOR_LOST + sum(t.lost + t.mended for t in accepted) / 2
    weight = PRIOR_LOST + PRIOR_KEPT + sum(t.changed for t in accepted)
    mean = max(lost / weight, RAREST)
    weight = min(weight, LARGEST_WEIGHT)
    return mean * weight, (1 - mean) * weight


def _tail(least: int, n: int, a: float, b: float) -> float:
    """Return P(X >= least) of a Beta-binomial, 1 <= least <= n: terms by their ratio, from ``least`` up."""
    term = math.exp(
        _log_beta(least + a, n - least + b)
        - _log_beta(a, b)
        - _log_beta(least + 1, n - least + 1)
        - math.log(n + 1)
    )
    total = term
    for k in range(least, n):
        ratio = (n - k) / (k + 1) * (k + a) / (n - k - 1 + b)
        term *= ratio
        total += term
        if ratio < 1 and term < 1e-17 * total:
            break
    return min(total, 1.0)


def _log_beta(x: float, y: float) -> float:
    return math.lgamma(x) + math.lgamma(y) - math.lgamma(x + y)
