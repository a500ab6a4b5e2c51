"""How many items a fault must hit for the first headline to lose a wanted amount."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import number
from gate.scoring import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import IntArray
    from gate.config import CheckRule
    from gate.golden import GoldenSet
    from gate.run import Run
    from gate.samples.kinds import Sample
    from gate.selftest.fault import Fault
    from gate.selftest.versions import Versions

SPREAD = 2.0
"""A fault is mild enough while it need not hit more than one item in so many."""

SAMPLES = 16
"""Systematic samples over which the drop of a metric that is no mean is averaged."""

STEPS = 14
"""Halvings of the share that is looked for."""


@dataclass(frozen=True, slots=True)
class Dose:
    """A fault that lowers the first headline by a wanted amount.

    Attributes:
        drop: The amount, in the metric's unit.
        words: What the fault does.
        version: Number of the version in which every item has it.
        share: Chance of each item to be hit, in (0, 1].
    """

    drop: float
    words: str
    version: int
    share: float


class Pharmacy:
    """All faults of one system, from mild to fatal, and what each does to a check.

    Args:
        versions: The system; versions with faults are added to it when they are first needed.
        run: What it answered.
        golden: What is right.
        faults: From the mildest to the one that loses answers altogether.
    """

    def __init__(self, versions: Versions, run: Run, golden: GoldenSet, faults: Sequence[Fault]) -> None:
        self._versions, self._run, self._golden = versions, run, golden
        self._faults = faults
        self._numbers: dict[int, int] = {}
        self._values: dict[str, float] = {}

    def version(self, severity: int) -> int:
        """Return the number of the version in which every answer has a fault; -1 is the fatal one."""
        place = severity % len(self._faults)
        if place not in self._numbers:
            self._numbers[place] = self._versions.add(self._faults[place].of(self._run, self._golden))
        return self._numbers[place]

    def dose(self, rule: CheckRule, drop: float) -> Dose | None:
        """Return the mildest fault that lowers a check by ``drop`` and hits half of the items at most.

        The fatal fault may hit them all. ``None`` if even that does not lower the check so far.
        """
        for severity, fault in enumerate(self._faults):
            version = self.version(severity)
            most = self._lost(rule, self._versions.sample(version))
            fatal = severity == len(self._faults) - 1
            if most >= drop * (1 if fatal else SPREAD) and most > 0:
                return Dose(drop, fault.words, version, self._share(rule, version, drop, most))
        return None

    def refusal(self, rule: CheckRule, drop: float) -> str:
        """Say why no fault lowers a check by ``drop``; NaN is a drop that nobody knows."""
        if math.isnan(drop):
            return f"items do not differ in {rule.identity}, so that none is known"
        most = self._lost(rule, self._versions.sample(self.version(-1)))
        return f"it is {number(drop)}, and {rule.identity} loses {number(most)} where every answer is damaged"

    def _share(self, rule: CheckRule, version: int, drop: float, most: float) -> float:
        """Return the share of items at which the expected drop is ``drop``: at once for means."""
        if rule.metric.form == "per_item":
            return drop / most
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            if self._expected(rule, version, middle) < drop:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    def _expected(self, rule: CheckRule, version: int, share: float) -> float:
        """Average the drop over systematic samples of the items, each of which is hit as often.

        The items stand in the order of what the fault does to them, so that every sample holds mild and
        grave hits alike; that needs far fewer samples than luck does.
        """
        order = self._order(rule, version)
        lost = []
        for start in range(SAMPLES):
            passed = np.floor(np.arange(order.size + 1) * share + (start + 0.5) / SAMPLES)
            pick = np.zeros(order.size, dtype=np.int64)
            pick[order[np.diff(passed) > 0]] = version
            lost.append(self._lost(rule, self._versions.mixed(pick)))
        return math.fsum(lost) / len(lost)

    def _order(self, rule: CheckRule, version: int) -> IntArray:
        sides = (self._versions.original, self._versions.sample(version))
        before, after = (score(side, rule.metric, rule.spec, where=rule.where) for side in sides)
        return np.argsort(after.influence - before.influence, kind="stable")

    def _lost(self, rule: CheckRule, sample: Sample) -> float:
        if rule.identity not in self._values:
            self._values[rule.identity] = _value(rule, self._versions.original)
        turn = 1.0 if rule.metric.direction(rule.spec) == "higher" else -1.0
        lost = turn * (self._values[rule.identity] - _value(rule, sample))
        return 0.0 if math.isnan(lost) else lost


def _value(rule: CheckRule, sample: Sample) -> float:
    return score(sample, rule.metric, rule.spec, where=rule.where).value
