"""What a self-test found: simulated changes counted, as rates with the error that counting leaves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.stats import binomial

if TYPE_CHECKING:
    from collections.abc import Mapping

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


@dataclass(frozen=True, slots=True)
class Study:
    """What a self-test found.

    Attributes:
        name: The config's.
        system: What stood on both sides, in words.
        items: Items behind the checks.
        clusters: Clusters among them; ``None`` where items stand alone.
        mode: How strictly the config judges.
        alpha: Chance, over all checks together, of blocking a harmless change, that the config allows.
        seed: Of all simulations.
        headline: The check whose drops are planted; ``None`` if nothing is compared on the whole set.
        tolerance: Of that check, in its unit; 0 without one.
        points: Whether that check lies between 0 and 1, so that people count it in points.
        rows: What was tried, in order.
        remarks: What was left out, and why.
    """

    name: str
    system: str
    items: int
    clusters: int | None
    mode: str
    alpha: float
    seed: int
    headline: str | None
    tolerance: float
    points: bool
    rows: tuple[Row, ...]
    remarks: tuple[str, ...]

    def of_kind(self, kind: str) -> list[Row]:
        """Return the rows of one kind."""
        return [row for row in self.rows if row.kind == kind]

    @property
    def false_alarms(self) -> Rate:
        """Harmless changes that were blocked, all strengths together."""
        return sum((row.red for row in self.of_kind("harmless")), Rate(0, 0))

    @property
    def typical(self) -> Row | None:
        """The planted drop that stands for all in a sentence: the one nearest to two tolerances.

        A drop of one tolerance is fine by definition, and the gate is not asked to see it.
        """
        rows = self.of_kind("diffuse")
        return min(rows, key=lambda row: abs((row.planted or 0.0) - 2 * self.tolerance), default=None)

    @property
    def over_budget(self) -> list[Row]:
        """Kinds of harmless change that are surely blocked more often than alpha allows."""
        rows = [*self.of_kind("identical"), *self.of_kind("harmless")]
        return [row for row in rows if row.red.low > (0 if row.kind == "identical" else self.alpha)]

    @property
    def promise(self) -> Rate | None:
        """How often the headline saw what it calls its smallest detectable drop; ``None`` if not tried."""
        rows = self.of_kind("detectable")
        return rows[0].checks[self.headline] if rows and self.headline is not None else None
