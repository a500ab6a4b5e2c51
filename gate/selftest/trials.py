"""One simulated change, judged by the gate's own code as a real one would be."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate import pipeline
from gate.comparison import compare
from gate.errors import ExitCode
from gate.judgement.checks import Case, judge_all, may_block, tolerance_in_unit
from gate.judgement.critical import follow
from gate.judgement.judged import Judged
from gate.lineup import Lineup, line_up
from gate.measuring.levels import Question, Sampling, measure
from gate.stats.signflip import ENUMERATE_UP_TO
from gate.verdict import SLACK, Limit, Mode, Outcome, Reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.comparison import Comparison
    from gate.config import CheckRule
    from gate.inputs.reading import Inputs
    from gate.judgement.checks import Line, Terms
    from gate.judgement.critical import Critical
    from gate.samples.clusters import Clusters
    from gate.samples.kinds import Sample

RESAMPLES = 100
"""Resamples that tell how often a metric is undefined."""

RARELY = 0.01
"""Share of resamples that may leave a metric undefined before every trial looks at it anew."""

CRITICAL = "critical items"
"""What stands for the critical items among the names of checks."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of one simulated change.

    Attributes:
        code: What the build would have ended with, ``report_only`` aside.
        red: Checks that turned it red, :data:`CRITICAL` among them.
        suspect: Whether a check was suspect and none red.
        drop: What the first headline lost, in its unit; below 0 where it gained, NaN without one.
        changed: Items that some check with a say scores differently.
        detectable: Smallest drop that the first headline could have seen; NaN where it was not worked out.
    """

    code: ExitCode
    red: tuple[str, ...]
    suspect: bool
    drop: float
    changed: int
    detectable: float = math.nan


@dataclass(frozen=True, slots=True)
class Bench:
    """What all simulated changes of one config have in common.

    Attributes:
        asked: What was read: one system, on both sides.
        lineup: That system as a sample, on both sides.
        rules: All checks of the config.
        terms: What holds for all of them.
        acting: The checks that can turn a build red.
        headline: The first of those with a tolerance on the whole set, headlines before guards; ``None``
            if there is none.
        clusters: Which items belong together; ``None`` if all stand alone.
        defined: Whether no check with a say is undefined on more than a few resamples.
    """

    asked: Inputs
    lineup: Lineup
    rules: tuple[CheckRule, ...]
    terms: Terms
    acting: tuple[CheckRule, ...]
    headline: CheckRule | None
    clusters: Clusters | None
    defined: bool

    @classmethod
    def of(cls, asked: Inputs) -> Bench:
        """Set up what :func:`gate.inputs.reading.read_system` returned.

        Raises:
            QuestionError: The config asks for what neither it nor the run has.
            NoAnswerError: The config asks for a frozen threshold that the baseline does not have.
        """
        lineup = line_up(asked)
        rules = tuple(pipeline.rules_of(asked))
        pipeline.refuse_unanswerable(rules, lineup.sample, asked.config)
        terms = pipeline.terms_of(asked.config, lineup)
        acting = tuple(
            rule
            for rule in rules
            if may_block(rule, terms) and (rule.tolerance or rule.floor or rule.ceiling)
        )
        whole = [rule for rule in acting if rule.tolerance and not rule.where and rule.line]
        whole.sort(key=lambda rule: rule.role != "headline")
        # What the baseline's file says of checks plays no part: both sides are the system itself.
        asked = replace(asked, stored=None)
        clusters = lineup.clusters(lineup.sample)
        sampling = Sampling(terms.confidence, 10 * RESAMPLES, asked.config.interval.seed, levels=False)
        levels = measure(lineup.sample, _questions(acting), sampling, clusters)
        defined = all(each.level.rejected <= RARELY for each in levels)
        return cls(asked, lineup, rules, terms, acting, whole[0] if whole else None, clusters, defined)

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that can turn a build red."""
        critical = any(item.critical for item in self.asked.golden)
        return (*(rule.identity for rule in self.acting), *([CRITICAL] if critical else []))

    def without_limits(self) -> Bench:
        """Return the bench without floors and ceilings.

        They speak of this golden set and this system; of others on both sides they say nothing.
        """
        rules = tuple(replace(rule, floor=None, ceiling=None) for rule in self.rules)
        acting = tuple(
            replace(rule, floor=None, ceiling=None) for rule in self.acting if rule.tolerance is not None
        )
        return replace(self, rules=rules, acting=acting)

    def judge(self, before: Sample, after: Sample, *, thorough: bool = False) -> Trial:
        """Judge a change from ``before`` to ``after``, which hold the items of the bench.

        Most harmless changes drop nothing beyond a tolerance and cross no limit. What the test of the family
        would say cannot matter then, and it is left out unless ``thorough``.
        """
        quick = Sampling(self.terms.confidence, 0, 0, levels=False)
        found = compare(before, after, _questions(self.acting), quick, self.clusters)
        lineup = replace(self.lineup, sample=after, shared=(before, after), anchored=None)
        critical = follow(lineup, self.asked.golden, k=self.asked.config.k)
        drop, changed = self._drop(found), _changed(found)
        if not thorough and self._is_settled(found, critical):
            return Trial(ExitCode.OK, (), suspect=False, drop=drop, changed=changed)
        if changed > ENUMERATE_UP_TO and self.defined and not any(both.is_cut for both in found):
            # Checks without a say, and levels, would not alter a bit of what follows.
            cases = [Case(rule, c.candidate, c) for rule, c in zip(self.acting, found, strict=True)]
            judged = Judged(self.asked, lineup, tuple(judge_all(cases, terms=self.terms)), critical, {})
        else:
            judged = self._judged(lineup, self.rules, critical)
        return self._trial(judged, drop, changed)

    def judge_identical(self, sample: Sample, cluster_of: Mapping[str, str]) -> Trial:
        """Judge a sample of other items against itself."""
        lineup = Lineup(sample, (sample, sample), None, self.lineup.threshold, cluster_of)
        return self._trial(self._judged(lineup, self.acting, None), 0.0, 0)

    def _judged(self, lineup: Lineup, rules: Sequence[CheckRule], critical: Critical | None) -> Judged:
        resamples = 0 if self.defined else RESAMPLES
        seed = self.asked.config.interval.seed
        sampling = Sampling(self.terms.confidence, resamples, seed, levels=False)
        candidates, comparisons, retuned = pipeline.measure_both(rules, lineup, sampling)
        del retuned  # it only gives a cost that regressed another name
        cases = [
            Case(rule, mine, both) for rule, mine, both in zip(rules, candidates, comparisons, strict=True)
        ]
        return Judged(self.asked, lineup, tuple(judge_all(cases, terms=self.terms)), critical, {})

    def _trial(self, judged: Judged, drop: float, changed: int) -> Trial:
        lines, critical = judged.lines, judged.critical
        red = [line.rule.identity for line in lines if line.verdict.outcome is Outcome.REGRESSED]
        if critical is not None and critical.verdict.outcome is Outcome.REGRESSED:
            red.append(CRITICAL)
        suspect = not red and any(line.verdict.reason is Reason.SUSPECT for line in lines)
        return Trial(judged.code, tuple(red), suspect, drop, changed, self._detectable(lines))

    def _is_settled(self, found: Sequence[Comparison], critical: Critical | None) -> bool:
        """Whether no p value can change how the build ends, and it ends well."""
        if self.terms.mode is Mode.STRICT or self.asked.config.decision.fail_on:
            return False
        if critical is not None and critical.verdict.outcome is not Outcome.PASS:
            return False
        return all(map(_is_harmless, self.acting, found))

    def _drop(self, found: Sequence[Comparison]) -> float:
        for rule, both in zip(self.acting, found, strict=True):
            if self.headline is not None and rule.identity == self.headline.identity:
                return -both.gain.value
        return math.nan

    def _detectable(self, lines: Sequence[Line]) -> float:
        for line in lines:
            if self.headline is not None and line.rule.identity == self.headline.identity:
                return line.power.detectable if line.power is not None else math.nan
        return math.nan


def _questions(rules: Sequence[CheckRule]) -> list[Question]:
    return [Question(rule.metric, rule.spec, rule.where) for rule in rules]


def _is_harmless(rule: CheckRule, both: Comparison) -> bool:
    """Whether a check dropped by no more than its tolerance, and lies within its limit."""
    if both.is_cut or not both.gain.is_defined:
        return False
    bound = rule.floor or rule.ceiling
    if bound is not None:
        limit = Limit(bound.value, is_floor=rule.floor is not None)
        if limit.beyond(both.candidate.score.value) > SLACK:
            return False
    tolerance = tolerance_in_unit(rule, both.baseline.score.value)
    return tolerance is None or both.gain.value >= -tolerance - SLACK


def _changed(found: Sequence[Comparison]) -> int:
    if not found:
        return 0
    moved = found[0].changed
    for both in found[1:]:
        moved = moved | both.changed
    return int(moved.sum())
