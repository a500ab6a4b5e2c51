"""Every check of a config, judged from one family: one line each."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from gate.judgement.evidence import of_candidate, of_pair, tally
from gate.judgement.family import Chance, judge_together
from gate.judgement.sensitivity import Power, critical_value, what_it_could_see
from gate.stats import breakage
from gate.verdict import Facts, Limit, Mode, Reason, Rule, Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.comparison import Comparison
    from gate.config import CheckRule
    from gate.measuring.levels import Measured
    from gate.stats.breakage import Tally


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a check could not be compared, in one word and in a sentence.

    ``means_nothing``: not even the candidate's own value says anything.
    """

    reason: Reason
    text: str
    means_nothing: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """One check before it is judged.

    Attributes:
        rule: What the config asks of it.
        candidate: The candidate on all of its golden items.
        comparison: Both runs on the paired items; ``None`` if nothing could be compared.
        obstacle: Why this check cannot be compared fairly; ``None`` if it can.
    """

    rule: CheckRule
    candidate: Measured
    comparison: Comparison | None
    obstacle: Obstacle | None = None


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
        retuned_is_fine: Whether the cost at a re-tuned threshold did not regress; ``None`` if unknown.
        accepted: What earlier accepted changes did to their items, by the check's identity and in any order;
            changes that changed nothing are left out.
        max_lost: Share of items that may lack the number a metric reads, all told or since the baseline,
            before the rest says nothing.
    """

    mode: Mode
    alpha: float
    first_run_passes: bool
    threshold_is_frozen: bool
    confidence: float
    retuned_is_fine: bool | None = None
    max_lost: float = 0.02
    accepted: Mapping[str, Sequence[Tally]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """One check: what was asked, what was found, and the decision.

    Attributes:
        rule: What the config asks of it.
        candidate: The candidate on all of its golden items.
        comparison: Both runs on the paired items; ``None`` if nothing could be compared.
        chance: What the family test says; ``None`` without a comparison.
        tolerance: In the metric's unit; ``None`` if not asked, or if it is relative to a baseline
            that is not there.
        power: What it could have seen; ``None`` without a comparison.
        verdict: The decision.
        blocks: Whether the check belongs to the family that can turn the build red.
        facts: What the decision was made from.
        asked: What it had to satisfy.
    """

    rule: CheckRule
    candidate: Measured
    comparison: Comparison | None
    chance: Chance | None
    tolerance: float | None
    power: Power | None
    verdict: Verdict
    blocks: bool
    facts: Facts
    asked: Rule


def judge_all(cases: Sequence[Case], *, terms: Terms) -> list[Line]:
    """Judge every check of a config, all from one family.

    Args:
        cases: The checks, those against the baseline and those against an anchor alike.
        terms: What holds for all of them.

    Returns:
        One line a case, in the same order.
    """
    compared = [i for i, case in enumerate(cases) if case.comparison is not None]
    chances: dict[int, Chance] = {}
    if compared:
        found = [c for case in cases if (c := case.comparison) is not None]
        blocking = [
            _is_gated(cases[i].rule, terms) and c.gain.is_defined
            for i, c in zip(compared, found, strict=True)
        ]
        chances = dict(
            zip(compared, judge_together(found, blocking=blocking, alpha=terms.alpha), strict=True)
        )
    family = sum(_is_gated(case.rule, terms) for case in cases)
    return [_line(case, chances.get(i), terms, family) for i, case in enumerate(cases)]


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


def _is_gated(rule: CheckRule, terms: Terms) -> bool:
    return rule.tolerance is not None and may_block(rule, terms)


def _line(case: Case, chance: Chance | None, terms: Terms, family: int) -> Line:
    rule, candidate, comparison = case.rule, case.candidate, case.comparison
    alone = _obstructed(of_candidate(candidate, max_lost=terms.max_lost), case, terms)
    blocks = _is_gated(rule, terms)
    before = comparison.baseline.score.value if comparison else math.nan
    tolerance = tolerance_in_unit(rule, before)
    if comparison is None or chance is None or not comparison.gain.is_defined:
        asked = _rule(rule, tolerance, terms)
        verdict = judge(alone, asked)
        return Line(rule, candidate, comparison, chance, tolerance, None, verdict, blocks, alone, asked)
    seen = what_it_could_see(
        comparison, tolerance=tolerance, critical=critical_value(chance, alpha=terms.alpha, family=family)
    )
    facts = of_pair(alone, comparison, chance, seen, confidence=terms.confidence, max_lost=terms.max_lost)
    if not rule.where and rule.since is None and facts.worse > terms.alpha:
        past = terms.accepted.get(rule.identity, ())
        facts = replace(facts, breakage=breakage.chance(tally(comparison), past))
    if rule.metric.name == "expected_cost" and not rule.where:
        facts = replace(facts, retuned_is_fine=terms.retuned_is_fine)
    asked = _rule(rule, tolerance, terms)
    verdict = judge(facts, asked)
    return Line(rule, candidate, comparison, chance, tolerance, seen, verdict, blocks, facts, asked)


def _obstructed(facts: Facts, case: Case, terms: Terms) -> Facts:
    facts = replace(facts, first_run_passes=terms.first_run_passes)
    if facts.means_nothing and not (case.rule.tolerance or case.rule.floor or case.rule.ceiling):
        facts = replace(facts, obstacle=None, means_nothing=False)  # reported, with its number of items
    if case.obstacle is None or facts.means_nothing:
        return facts
    why = case.obstacle
    return replace(facts, obstacle=why.reason, obstacle_text=why.text, means_nothing=why.means_nothing)


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
        advisory=rule.advisory,
        since=rule.since or "",
    )
