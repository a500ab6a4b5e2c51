"""Counts of simulated changes as rates, with the error that counting leaves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.errors import ExitCode
from gate.stats import binomial

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.selftest.trials import Trial

CONFIDENCE = 0.95
"""Of the interval around a rate."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of simulations, with its interval.

    Attributes:
        count: Simulations that did it.
        of: Simulations.
    """

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share itself; NaN without simulations."""
        return self.count / self.of if self.of else math.nan

    @property
    def low(self) -> float:
        """Lower end of the exact interval.

        Source: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934).

        >>> Rate(5, 100).low > 0.016, Rate(5, 100).high < 0.113, Rate(0, 100).low
        (True, True, 0.0)
        """
        return 1 - binomial.upper(self.of - self.count, self.of, (1 + CONFIDENCE) / 2) if self.of else 0.0

    @property
    def high(self) -> float:
        """Upper end of the same interval."""
        return binomial.upper(self.count, self.of, (1 + CONFIDENCE) / 2)

    def __add__(self, other: Rate) -> Rate:
        return Rate(self.count + other.count, self.of + other.of)


@dataclass(frozen=True, slots=True)
class Row:
    """What became of many simulated changes of one kind.

    Attributes:
        kind: ``"identical"``, ``"harmless"``, ``"diffuse"``, ``"concentrated"``, ``"slice"`` or
            ``"detectable"``.
        words: What was done to the answers.
        planted: True drop of the first headline on the whole set, in its unit; ``None`` where no size was
            planted.
        drop: What it lost on average; NaN without a headline.
        changed: Items that changed in some check with a say, on average.
        red: Blocked: exit code 1.
        suspect: Not red, and some check suspect.
        stopped: No answer: exit code 3.
        checks: Each check that can block: how often it was red.
    """

    kind: str
    words: str
    planted: float | None
    drop: float
    changed: float
    red: Rate
    suspect: Rate
    stopped: Rate
    checks: Mapping[str, Rate]


def counted(
    trials: Sequence[Trial], kind: str, words: str, *, names: Sequence[str], planted: float | None = None
) -> Row:
    """Count what became of at least one trial.

    Args:
        trials: Simulated changes of one kind.
        kind: See :class:`Row`.
        words: What was done to the answers.
        names: Every check that can block.
        planted: True drop of the first headline.
    """
    n = len(trials)
    return Row(
        kind,
        words,
        planted,
        math.fsum(t.drop for t in trials) / n,
        sum(t.changed for t in trials) / n,
        Rate(sum(t.code is ExitCode.REGRESSED for t in trials), n),
        Rate(sum(t.suspect for t in trials), n),
        Rate(sum(t.code is ExitCode.NO_ANSWER for t in trials), n),
        {name: Rate(sum(name in t.red for t in trials), n) for name in names},
    )
