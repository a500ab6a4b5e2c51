"""Judged lines → the report's checks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import typeset
from gate.judgement.critical import CHECK as CRITICAL
from gate.report import Check, Gain, Level
from gate.telling.notes import notes_on
from gate.verdict import Outcome, Reason

if TYPE_CHECKING:
    from gate.comparison import Comparison
    from gate.config import Config
    from gate.estimate import Estimate
    from gate.judgement.bounds import Bounds
    from gate.judgement.checks import Line
    from gate.judgement.critical import Critical
    from gate.judgement.standing import Standing
    from gate.samples.kinds import Sample
    from gate.stores.summary import Level as RecordedLevel
    from gate.verdict import Verdict

LISTED = 10
"""Critical items that a note names."""

ORDER = {outcome: i for i, outcome in enumerate(Outcome)}


def tell_line(
    line: Line,
    sample: Sample,
    *,
    is_new: bool,
    bounds: Bounds | None = None,
    standing: Standing | None = None,
) -> Check:
    """Turn a judged line into plain facts.

    Args:
        line: The judged check.
        sample: The candidate on all its golden items.
        is_new: Whether the baseline was recorded before this check existed.
        bounds: What unanswered items could have turned it into.
        standing: Whether the judge behind its numbers may be relied on; if not, no number is told.
    """
    rule, comparison, now = line.rule, line.comparison, level(line.candidate.level)
    seen = line.power
    if standing is not None and standing.obstacle is not None:
        comparison, now = None, Level(None, None, None, "none", now.n, standing.obstacle.text)
    return Check(
        metric=str(rule.spec),
        slice=rule.slice_name,
        role=rule.role,
        better="zero" if rule.metric.best_at_zero else rule.metric.direction(rule.spec),
        summary=rule.metric.summary,
        baseline=level(comparison.baseline.level) if comparison else None,
        candidate=now,
        gain=_gain(comparison) if comparison and comparison.gain.is_defined else None,
        tolerance=line.tolerance,
        tolerance_text=rule.tolerance.text if rule.tolerance else "",
        floor=rule.floor.value if rule.floor else None,
        ceiling=rule.ceiling.value if rule.ceiling else None,
        p=max(line.chance.worse, line.facts.skewed) if line.chance else None,
        p_smallest=line.chance.smallest if line.chance and rule.metric.form == "per_item" else None,
        outcome=line.verdict.outcome,
        reason=line.verdict.reason,
        because=_because(line.verdict),
        detectable=_plain(seen.detectable) if seen else None,
        needed=seen.needed if seen else None,
        notes=notes_on(line, sample, bounds=bounds, standing=standing),
        is_new=is_new,
        line=rule.line,
        since=rule.since,
    )


_OF_NUMBERS = frozenset({Reason.FLOOR, Reason.FLOOR_WITHIN_NOISE, Reason.ABOVE_FLOOR})
"""Reasons whose sentence compares a value, which may lie below 0, and quotes nothing."""


def _because(verdict: Verdict) -> str:
    return typeset(verdict.because) if verdict.reason in _OF_NUMBERS else verdict.because


def vanished(recorded: RecordedLevel, config: Config) -> Check:
    """Tell of a check that the baseline has and nothing measures any more.

    Either the config no longer asks for it, or it slices by a field whose value no golden item has now.
    """
    field = recorded.slice.partition("=")[0] if recorded.slice else ""
    asked = {(each.field, str(each.check.spec)) for each in config.slice_checks}
    if (field, recorded.metric) in asked and "|" not in str(recorded.slice):  # of several values at once
        gone = f"no golden item has {recorded.slice} any more"
        because = f"{gone}; `gate accept --reason` drops it for good"
    else:
        gone = "the config no longer asks for it"
        because = f"the baseline has this check and {gone}; `gate accept --reason` drops it for good"
    unmeasured = Level(None, None, None, "none", 0, gone)
    return Check(
        metric=recorded.metric,
        slice=recorded.slice,
        role="guard",
        better="higher",
        summary="",
        baseline=Level(recorded.value, recorded.low, recorded.high, "as recorded", recorded.n),
        candidate=unmeasured,
        gain=None,
        tolerance=None,
        tolerance_text="",
        floor=None,
        ceiling=None,
        p=None,
        p_smallest=None,
        outcome=Outcome.NOT_COMPARABLE,
        reason=Reason.VANISHED,
        because=because,
        detectable=None,
        needed=None,
    )


def critical_items(critical: Critical) -> Check:
    """Tell of the critical items as one check: how many are right, and what follows from it."""
    decided = critical.n - len(critical.undecided)
    share = len(critical.right) / decided if decided else None
    told = []
    for name, items in (*critical.still_wrong, ("nothing can be said of", critical.undecided)):
        if items:
            some = ", ".join(repr(i) for i in items[:LISTED])
            more = f" and {len(items) - LISTED:,} more" if len(items) > LISTED else ""
            told.append(f"{name}: {some}{more}")
    return Check(
        metric=CRITICAL,
        slice=None,
        role="guard",
        better="higher",
        summary="share of the critical items that are answered rightly",
        baseline=None,
        candidate=Level(share, None, None, "counted", decided),
        gain=None,
        tolerance=None,
        tolerance_text="",
        floor=None,
        ceiling=None,
        p=None,
        p_smallest=None,
        outcome=critical.verdict.outcome,
        reason=critical.verdict.reason,
        because=critical.verdict.because,
        detectable=None,
        needed=None,
        notes=tuple(told),
    )


def most_worrying_first(checks: list[Check]) -> tuple[Check, ...]:
    """Order checks by outcome, keeping the config's order within one."""
    return tuple(sorted(checks, key=lambda check: ORDER[check.outcome]))


def level(estimate: Estimate) -> Level:
    """Turn an estimate into plain values."""
    return Level(
        _plain(estimate.value),
        _plain(estimate.low),
        _plain(estimate.high),
        estimate.method,
        estimate.n,
        estimate.because,
    )


def _gain(comparison: Comparison) -> Gain:
    gain = comparison.gain
    effect = comparison.effect
    before = comparison.baseline.score.value
    broken, mended = _outright(comparison)
    return Gain(
        value=gain.value,
        low=_plain(gain.low),
        high=_plain(gain.high),
        standard_error=_plain(gain.standard_error),
        bootstrap_standard_error=_plain(comparison.bootstrap_standard_error),
        relative=gain.value / abs(before) if before else None,
        n=gain.n,
        changed=int(comparison.changed.sum()),
        worse=int((effect < 0).sum()),
        better=int((effect > 0).sum()),
        broken=broken,
        mended=mended,
    )


def _outright(comparison: Comparison) -> tuple[int | None, int | None]:
    """Return how many items fell to the metric's worst value, and how many rose from it."""
    before, after = comparison.baseline.score, comparison.candidate.score
    worst = before.metric.worst
    if before.metric.form != "per_item" or worst is None or not math.isfinite(worst):
        return None, None
    was, now = (side.parts[side.rows] == worst for side in (before, after))
    return int((now & ~was).sum()), int((was & ~now).sum())


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None
