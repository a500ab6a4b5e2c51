"""The kinds of simulated change: nothing, noise, and faults of known size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import number
from gate.judgement.checks import tolerance_in_unit
from gate.readers.values import label
from gate.scoring import matching, score
from gate.selftest.chance import Chance, taken
from gate.selftest.dosing import Pharmacy
from gate.selftest.perturb import jittered
from gate.selftest.plant import ladder, losing
from gate.selftest.rates import counted
from gate.selftest.resampled import drawn_again
from gate.selftest.strength import STRENGTHS
from gate.selftest.tasks import straying
from gate.selftest.trials import Bench
from gate.selftest.versions import Versions
from gate.verdict import SLACK, Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gate.arrays import BoolArray, IntArray
    from gate.config import CheckRule
    from gate.golden import GoldenSet
    from gate.inputs.reading import Inputs
    from gate.report.simulated import Row
    from gate.selftest.dosing import Dose
    from gate.selftest.perturb import Other
    from gate.selftest.strength import Strength
    from gate.selftest.trials import Trial

COPIES = 4
"""Noisy copies of the system for each strength; every item of a simulated change takes one of them."""

POINTS = (0.01, 0.02, 0.05, 0.1)
"""Planted drops of a metric with a finite range, as shares of that range."""

MULTIPLES = (1.0, 2.0, 3.0)
"""Planted drops of any other metric, in tolerances."""

BROKEN = (0.02, 0.05, 0.1)
"""Shares of the items that lose their answer altogether."""

OF_SLICE = 0.25
"""Share of one slice that loses its answers."""

TUNING = 12
"""Simulations of each step towards the drop that is just detectable."""

Change = tuple["IntArray", "IntArray"]
"""The version of every item before and after a change, ``(n,)`` each."""


class Scenarios:
    """All kinds of simulated change of one system.

    A change is a version of every item before it, and one after it. Nothing else is made up: samples,
    scores, tests and verdicts are the gate's own.

    Args:
        asked: One system, on both sides.
        simulations: Harmless changes of each kind, at least 1.
        planted: Faulty changes of each kind, at least 1.
        seed: Any whole number.

    Attributes:
        bench: Where changes are judged.
        versions: The system and what it can turn into.
        remarks: What was left out, and why.
    """

    def __init__(self, asked: Inputs, *, simulations: int, planted: int, seed: int) -> None:
        self.bench = Bench.of(asked)
        self._without_limits = self.bench.without_limits()
        self._simulations, self._planted, self._seed = simulations, planted, seed
        threshold = self.bench.lineup.threshold.value
        self.versions = Versions(asked.config, asked.golden, asked.run, threshold)
        self.remarks: list[str] = []
        clusters = self.bench.clusters
        self._unit = np.arange(len(self.versions.original.ids)) if clusters is None else clusters.index
        self._positive = None if asked.config.positive is None else label(asked.config.positive)
        self._other = _other_class(asked.golden, self._positive)
        self._straying = straying(asked.config, asked.golden, asked.run)
        faults = ladder(
            asked.run,
            relevant_grade=asked.config.relevant_grade,
            positive=self._positive,
            other=self._other,
            straying=self._straying,
        )
        self._pharmacy = Pharmacy(self.versions, asked.run, asked.golden, faults)
        self._copies: dict[str, int] = {}

    def rows(self) -> Iterator[Row]:
        """Try every kind of change in turn."""
        yield self._identical()
        for place, strength in enumerate(STRENGTHS, start=1):
            where = "every item" if strength.share == 1 else f"{100 * strength.share:g} % of the items"
            words = f"{strength.name} noise in {where}"
            change = self.harmless(strength)
            # Much noise lowers the level of both sides, which is no reason to cross a floor.
            yield self._row("harmless", words, place, change, limits=strength.near)
        yield from self._diffuse()
        units = len(np.unique(self._unit))
        broken = {taken(share, units): (place, share) for place, share in enumerate(BROKEN, start=20)}
        for many, (place, share) in broken.items():  # of few items, two shares may be one and the same
            words = losing(many, units, clustered=self.bench.clusters is not None)
            yield self._row("concentrated", words, place, self.concentrated(share))
        groups = self.groups()
        if groups:
            words = f"{100 * OF_SLICE:g} % of one slice loses its answers"
            yield self._row("slice", words, 30, self.in_slice(groups))

    def harmless(self, strength: Strength) -> Callable[[Chance], Change]:
        """Exchange some items between the system and a noisy copy of it, by the toss of a fair coin.

        Which side has the copy is chance alone, so that no side is better: what the gate's test assumes of
        a harmless change holds exactly.
        """
        first = self._noisy(strength)

        def change(chance: Chance) -> Change:
            copy = np.where(chance.touched(strength.share), first + chance.one_of(COPIES), 0)
            heads = chance.coin()
            return np.where(heads, copy, 0), np.where(heads, 0, copy)

        return change

    def diffuse(self, dose: Dose) -> Callable[[Chance], Change]:
        """Spread a fault over the items by chance, on top of small noise."""
        noise = self.harmless(STRENGTHS[0])

        def change(chance: Chance) -> Change:
            return _hit(noise(chance), chance.hit(dose.share), dose.version)

        return change

    def concentrated(self, share: float) -> Callable[[Chance], Change]:
        """Take the answers from a share of the clusters, on top of small noise."""
        noise, fatal = self.harmless(STRENGTHS[0]), self._pharmacy.version(-1)
        everything = np.ones(len(self._unit), dtype=np.bool_)

        def change(chance: Chance) -> Change:
            return _hit(noise(chance), chance.broken(share, everything), fatal)

        return change

    def in_slice(self, groups: list[BoolArray]) -> Callable[[Chance], Change]:
        """Take the answers from a part of one slice, each slice as likely, on top of small noise."""
        noise, fatal = self.harmless(STRENGTHS[0]), self._pharmacy.version(-1)

        def change(chance: Chance) -> Change:
            rows = groups[int(chance.single * len(groups))]
            return _hit(noise(chance), chance.broken(OF_SLICE, rows), fatal)

        return change

    def trial(
        self,
        change: Callable[[Chance], Change],
        scenario: int,
        trial: int,
        *,
        thorough: bool = False,
        limits: bool = True,
    ) -> Trial:
        """Judge one change of a kind; ``limits`` says whether floors and ceilings count."""
        chance = Chance.of(self._unit, seed=self._seed, scenario=scenario, trial=trial)
        before, after = (self.versions.mixed(pick) for pick in change(chance))
        bench = self.bench if limits else self._without_limits
        return bench.judge(before, after, thorough=thorough)

    def _row(
        self,
        kind: str,
        words: str,
        scenario: int,
        change: Callable[[Chance], Change],
        planted: float | None = None,
        *,
        limits: bool = True,
    ) -> Row:
        times = self._simulations if kind == "harmless" else self._planted
        trials = [self.trial(change, scenario, i, limits=limits) for i in range(times)]
        return counted(trials, kind, words, names=self.bench.names, planted=planted)

    def _identical(self) -> Row:
        trials = []
        for i in range(self._simulations):
            chance = Chance.of(self._unit, seed=self._seed, scenario=0, trial=i)
            sample, together = drawn_again(self.versions.original, self._unit, chance.drawn_again())
            trials.append(self._without_limits.judge_identical(sample, together))
        return counted(trials, "identical", "identical answers, items drawn anew", names=self.bench.names)

    def _noisy(self, strength: Strength) -> int:
        """Return the number of the first noisy copy of a strength; its others follow."""
        if strength.name not in self._copies:
            run = self.bench.asked.run
            streams = range(len(self._copies) * COPIES, (len(self._copies) + 1) * COPIES)
            numbers = [
                self.versions.add(
                    jittered(
                        run, strength, seed=self._seed, stream=s, other=self._other, straying=self._straying
                    )
                )
                for s in streams
            ]
            self._copies[strength.name] = numbers[0]
        return self._copies[strength.name]

    def _diffuse(self) -> Iterator[Row]:
        """Plant drops of the first headline, and one that is just detectable."""
        rule = self.bench.headline
        if rule is None:
            self.remarks.append("no check compares the whole set, so no drop of a known size was planted")
            return
        for place, drop in enumerate(self.sizes(), start=10):
            dose = self.dose(drop)
            if dose is None:
                self.remarks.append(f"{rule.identity} cannot drop by {number(drop)}, so that was not planted")
                continue
            yield self._row("diffuse", dose.words, place, self.diffuse(dose), drop)
        found = None if self.bench.terms.mode in {Mode.POINT, Mode.MINIMUM_EFFECT} else self._detectable()
        if found is not None:
            yield self._row("detectable", found.words, 19, self.diffuse(found), found.drop)

    def sizes(self) -> list[float]:
        """Return the drops of the first headline that are planted, in its unit.

        Where the tolerance is so wide that none of them is two tolerances, one more is.
        """
        rule, tolerance = self.bench.headline, self.tolerance()
        assert rule is not None
        low, high = rule.metric.bounds
        if math.isfinite(high - low):
            sizes = [share * (high - low) for share in POINTS]
            return sizes if 2 * tolerance <= sizes[-1] + SLACK else [*sizes, 2 * tolerance]
        if tolerance:
            return [factor * tolerance for factor in MULTIPLES]
        return [share * abs(self._value(rule)) for share in POINTS]

    def tolerance(self) -> float:
        """Return the tolerance of the first headline in its unit; 0 without one."""
        rule = self.bench.headline
        return 0.0 if rule is None else tolerance_in_unit(rule, self._value(rule)) or 0.0

    def _value(self, rule: CheckRule) -> float:
        return score(self.versions.original, rule.metric, rule.spec).value

    def dose(self, drop: float) -> Dose | None:
        """Return a fault that lowers the first headline by ``drop``; ``None`` if none does."""
        assert self.bench.headline is not None
        return self._pharmacy.dose(self.bench.headline, drop)

    def _detectable(self) -> Dose | None:
        """Return a fault of the size that the gate calls detectable when it meets that very fault.

        That size depends on how much the fault's items differ, so it is looked for in a few steps.
        """
        assert self.bench.headline is not None
        original = self.versions.original
        size = self.bench.judge(original, original, thorough=True).detectable
        found = None
        for step in range(3):
            found = None if math.isnan(size) else self.dose(size)
            if found is None:
                why = self._pharmacy.refusal(self.bench.headline, size)
                self.remarks.append(f"the smallest detectable drop could not be planted: {why}")
                return None
            change = self.diffuse(found)
            tried = [self.trial(change, 40 + step, i, thorough=True).detectable for i in range(TUNING)]
            size = math.fsum(tried) / len(tried)
        return self.dose(size)

    def groups(self) -> list[BoolArray]:
        """Return ``(n,)`` rows of every slice that some check with a say is about."""
        slices = {rule.slice_name: rule.where for rule in self.bench.acting if rule.where}
        rows = (matching(self.versions.original, where) for where in slices.values())
        return [each for each in rows if each.any()]


def _hit(change: Change, rows: BoolArray, version: int) -> Change:
    """Let a fault hit some items: as they were before, and damaged after."""
    before, after = change
    return np.where(rows, 0, before), np.where(rows, version, after)


def _other_class(golden: GoldenSet, positive: str | None) -> Other | None:
    negative = next((item.label for item in golden if item.label not in {None, positive}), None)
    if positive is None or negative is None:
        return None
    return lambda name: negative if name == positive else positive
