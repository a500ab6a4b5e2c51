"""Every check of a config, measured, compared and judged: one line each."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.family import Chance, judge_together
from gate.sensitivity import Power, critical_value, what_it_could_see
from gate.stats import interval
from gate.verdict import Facts, Limit, Mode, Outcome, Reason, Rule, Verdict, exit_code, judge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.comparison import Comparison, Measured
    from gate.config import CheckRule
    from gate.errors import ExitCode
    from gate.inputs import Inputs
    from gate.lineup import Lineup
    from gate.stores.summary import Level as RecordedLevel


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why no check could be compared, in one word and in a sentence."""

    reason: Reason
    text: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for all checks of a config.

    Attributes:
        mode: How strictly a drop is judged.
        alpha: Family-wise chance of blocking a harmless change, in (0, 1).
        first_run_passes: Whether a missing baseline is fine.
        threshold_is_frozen: False where the threshold is optimised on the data it is judged on; what
            is decided at it must then not block.
        confidence: Of the intervals, in (0, 1).
        obstacle: Why nothing could be compared; ``None`` if something could.
        retuned_is_fine: Whether the cost at a re-tuned threshold did not regress; ``None`` if unknown.
        max_lost: Share of the baseline's items that may have lost the number a metric reads, before the
            rest is no fair comparison.
    """

    mode: Mode
    alpha: float
    first_run_passes: bool
    threshold_is_frozen: bool
    confidence: float
    obstacle: Obstacle | None = None
    retuned_is_fine: bool | None = None
    max_lost: float = 0.02


@dataclass(frozen=True, slots=True)
class Line:
    """One check: what was asked, what was found, and the decision.

    Attributes:
        rule: What the config asks of it.
        candidate: The candidate on all of its golden items.
        comparison: Both runs on the shared items; ``None`` if nothing could be compared.
        chance: What the family test says; ``None`` without a comparison.
        tolerance: In the metric's unit; ``None`` if not asked, or if it is relative to a baseline
            that is not there.
        power: What it could have seen; ``None`` without a comparison.
        verdict: The decision.
        blocks: Whether the check belongs to the family that can turn the build red.
    """

    rule: CheckRule
    candidate: Measured
    comparison: Comparison | None
    chance: Chance | None
    tolerance: float | None
    power: Power | None
    verdict: Verdict
    blocks: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """What was read, how it was lined up, and the decision on every check.

    Attributes:
        inputs: What was read.
        lineup: Both runs as samples.
        lines: One a check, in the config's order.
    """

    inputs: Inputs
    lineup: Lineup
    lines: tuple[Line, ...]

    @property
    def vanished(self) -> tuple[RecordedLevel, ...]:
        """The baseline's checks that the config no longer asks for."""
        if self.inputs.stored is None:
            return ()
        asked = {line.rule.identity for line in self.lines} | {"error_rate"}
        return tuple(c for c in self.inputs.stored.summary.checks if c.name not in asked)

    @property
    def code(self) -> ExitCode:
        """What the process should end with, ``report_only`` not yet applied."""
        told = [(line.verdict, line.rule.role) for line in self.lines]
        gone = Verdict(Outcome.NOT_COMPARABLE, Reason.VANISHED, "")
        told += [(gone, "guard") for _ in self.vanished]
        decision = self.inputs.config.decision
        return exit_code(told, mode=Mode(decision.mode), fail_on=decision.fail_on)


def judge_all(
    rules: Sequence[CheckRule],
    candidates: Sequence[Measured],
    comparisons: Sequence[Comparison] | None,
    ids: Sequence[str],
    *,
    terms: Terms,
) -> list[Line]:
    """Judge every check of a config, all from one family.

    Args:
        rules: What is asked, in the config's order.
        candidates: Each check on the candidate's golden items.
        comparisons: Each check on the shared items; ``None`` if nothing could be compared.
        ids: Shared items, ascending.
        terms: What holds for all of them.

    Returns:
        One line a rule.
    """
    chances: Sequence[Chance | None] = [None] * len(rules)
    if comparisons is not None:
        blocking = [
            may_block(r, terms) and r.tolerance is not None and c.gain.is_defined
            for r, c in zip(rules, comparisons, strict=True)
        ]
        chances = judge_together(comparisons, ids, blocking=blocking, alpha=terms.alpha)
    family = sum(may_block(rule, terms) and rule.tolerance is not None for rule in rules)
    lines = []
    for i, rule in enumerate(rules):
        comparison = comparisons[i] if comparisons is not None else None
        lines.append(_line(rule, candidates[i], comparison, chances[i], terms, family))
    return lines


def may_block(rule: CheckRule, terms: Terms) -> bool:
    """Whether a check is allowed to fail the build at all."""
    at_threshold = "threshold" in rule.metric.needs
    return (
        rule.role != "info" and not rule.metric.diagnostic and (terms.threshold_is_frozen or not at_threshold)
    )


def tolerance_in_unit(rule: CheckRule, before: float) -> float | None:
    """Turn a tolerance into the metric's unit; NaN-safe: ``None`` if ``before`` is needed and missing."""
    if rule.tolerance is None:
        return None
    if not rule.tolerance.relative:
        return rule.tolerance.amount
    return None if math.isnan(before) else rule.tolerance.amount * abs(before)


def _line(
    rule: CheckRule,
    candidate: Measured,
    comparison: Comparison | None,
    chance: Chance | None,
    terms: Terms,
    family: int,
) -> Line:
    alone = _alone(candidate, terms)
    blocks = rule.tolerance is not None and may_block(rule, terms)
    if comparison is None or chance is None or not comparison.gain.is_defined:
        before = comparison.baseline.score.value if comparison else math.nan
        tolerance = tolerance_in_unit(rule, before)
        verdict = judge(alone, _rule(rule, tolerance, terms))
        return Line(rule, candidate, comparison, chance, tolerance, None, verdict, blocks)
    score = comparison.candidate.score
    rows = score.rows
    tolerance = tolerance_in_unit(rule, comparison.baseline.score.value)
    seen = what_it_could_see(
        comparison.column[rows],
        score.influence[rows] * score.share[rows] * score.n,
        changed=int((comparison.effect != 0).sum()),
        tolerance=tolerance,
        critical=critical_value(chance, alpha=terms.alpha, family=family),
    )
    facts = _compared(alone, rule, comparison, chance, terms, seen)
    if comparison.lost > terms.max_lost * comparison.asked:
        lost = (
            f"{comparison.lost:,} of {comparison.asked:,} items had a value in the baseline and have none now"
        )
        facts = replace(facts, obstacle=Reason.UNDEFINED, obstacle_text=lost)
    verdict = judge(facts, _rule(rule, tolerance, terms))
    return Line(rule, candidate, comparison, chance, tolerance, seen, verdict, blocks)


def _rule(rule: CheckRule, tolerance: float | None, terms: Terms) -> Rule:
    if tolerance is None and rule.tolerance is not None:
        tolerance = rule.tolerance.amount
    bound = rule.floor or rule.ceiling
    limit = None
    if bound is not None:
        limit = Limit(bound.value, bound.hysteresis or 0.0, is_floor=rule.floor is not None)
    return Rule(
        terms.mode,
        terms.alpha,
        tolerance,
        limit,
        min_positives=0 if terms.mode is Mode.POINT else rule.metric.min_positives,
        may_block=may_block(rule, terms),
    )


def _alone(candidate: Measured, terms: Terms) -> Facts:
    """What is known of a check from the candidate alone."""
    obstacle = terms.obstacle
    return Facts(
        value=candidate.level.value,
        because=candidate.level.because,
        scarce=_scarce(candidate)[0],
        scarce_class=_scarce(candidate)[1],
        rejected=candidate.level.rejected,
        obstacle=obstacle.reason if obstacle else None,
        obstacle_text=obstacle.text if obstacle else "",
        first_run_passes=terms.first_run_passes,
    )


def _scarce(measured: Measured) -> tuple[int | None, str]:
    """Return how many items of the rarer class there are, where the metric needs both classes."""
    positives, n = measured.positives, measured.score.n
    if positives is not None and measured.score.metric.form == "curve" and n - positives < positives:
        return n - positives, "negatives"
    return positives, "positives"


def _compared(
    alone: Facts, rule: CheckRule, comparison: Comparison, chance: Chance, terms: Terms, seen: Power
) -> Facts:
    """What the comparison adds."""
    gain, column = comparison.gain, comparison.column[comparison.candidate.score.rows]
    reach = chance.critical * gain.standard_error if math.isfinite(chance.critical) else math.inf
    return replace(
        alone,
        before=comparison.baseline.level.value,
        gain=gain.value,
        low=gain.low,
        high=gain.high,
        strict_low=_one_more_lost(column, comparison, terms.confidence),
        unchanged=not column.any(),
        n=gain.n,
        worse=chance.worse,
        better=chance.better,
        worse_alone=chance.worse_alone,
        simultaneous_high=gain.value + reach,
        scarce=_scarce(comparison.candidate)[0],
        scarce_class=_scarce(comparison.candidate)[1],
        rejected=comparison.rejected,
        needed=seen.needed,
        retuned_is_fine=terms.retuned_is_fine if rule.metric.name == "expected_cost" else None,
    )


def _one_more_lost(column: FloatArray, comparison: Comparison, confidence: float) -> float:
    """Lower end of the gain with one imaginary item that lost everything the metric can lose.

    Without a finite range (costs, losses) the largest change seen stands in for it.
    """
    low, high = comparison.candidate.score.metric.bounds
    whole = high - low if math.isfinite(high - low) else float(np.abs(column).max(initial=0.0))
    longer = np.append(column, -whole)
    return interval.gain(float(longer.mean()), longer, confidence=confidence).low
