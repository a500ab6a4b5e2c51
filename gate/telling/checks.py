"""Judged lines → the report's checks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.critical import CHECK as CRITICAL
from gate.digits import counted, number
from gate.report import Check, Gain, Level
from gate.telling.catalogue import list_notes
from gate.telling.chosen import chosen_threshold
from gate.telling.classes import class_notes
from gate.telling.raters import rater_notes
from gate.verdict import Outcome, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.bounds import Bounds
    from gate.comparison import Comparison
    from gate.config import Config
    from gate.critical import Critical
    from gate.estimate import Estimate
    from gate.judgement import Line
    from gate.samples.kinds import Sample
    from gate.scores import Score
    from gate.standing import Standing
    from gate.stores.summary import Level as RecordedLevel

LISTED = 10
"""Critical items that a note names."""

UNEQUAL = 0.10
"""Relative difference of the two standard errors from which the report says so."""

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
        because=line.verdict.because,
        detectable=_plain(seen.detectable) if seen else None,
        needed=seen.needed if seen else None,
        notes=(*_notes(line, sample), *_swings(line, bounds), *_judged(line, standing)),
        is_new=is_new,
        line=rule.line,
        since=rule.since,
    )


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


def _notes(line: Line, sample: Sample) -> tuple[str, ...]:
    notes = []
    score, comparison = line.candidate.score, line.comparison
    unanswered = score.rows & ~sample.answered
    if score.metric.form == "per_item" and unanswered.any():
        notes.append(_without_unanswered(score, sample))
    if comparison is not None and comparison.lost:
        notes.append(
            f"{counted(comparison.lost, 'item')} with a value in the baseline and none now: left out"
        )
    if comparison is not None and comparison.gain.is_defined:
        if comparison.candidate.score.n != score.n:
            shared = comparison.candidate.score
            notes.append(f"compared on the {shared.n:,} shared items, where it is {number(shared.value)}")
        notes += _standard_errors(comparison)
    if _is_zero_by_convention(score):
        notes.append("no positive prediction: where nothing is flagged, it is 0 by convention")
    notes += [*chosen_threshold(score), *class_notes(score, sample), *rater_notes(score, sample)]
    notes += list_notes(line, sample)
    if score.metric.diagnostic:
        notes.append(f"{score.metric.diagnostic}: a diagnostic, never blocking")
    rejected = line.candidate.level.rejected
    if rejected > 0:
        notes.append(_undefined(rejected))
    return tuple(notes)


def _undefined(rejected: float) -> str:
    """Say on how many of the resamples a metric was undefined, however few these are.

    >>> _undefined(0.132), _undefined(0.0002)
    ('undefined on 13.2 % of the resamples, which are left out',
    'undefined on 0.02 % of the resamples, which are left out')
    """
    share = f"{100 * rejected:.1f}" if rejected >= 0.001 else number(100 * rejected)
    return f"undefined on {share} % of the resamples, which are left out"


def _judged(line: Line, standing: Standing | None) -> Iterator[str]:
    """Say how well the judge behind a check agrees with people, and how often it errs."""
    if standing is not None and standing.told:
        yield standing.told
    errors = line.rule.metric.errors
    if errors is not None and errors.reach > 0:
        yield (
            f"corrected for a judge that calls {number(100 * errors.true_positive)} % of the passes and "
            f"{number(100 * errors.true_negative)} % of the fails by their name"
        )


def _swings(line: Line, bounds: Bounds | None) -> Iterator[str]:
    """Say of a gated check whether what was left unanswered could have turned its verdict."""
    if bounds is None or not line.blocks:
        return
    now = line.verdict.outcome
    for side, bound in (("candidate", bounds.best), ("baseline", bounds.worst)):
        if bound is None:
            continue
        items = f"its {counted(bound.unanswered, 'unanswered item')}"
        if bound.verdict.outcome is now:
            yield f"had the {side} answered {items} perfectly, this would still be {_spelt(now)}"
        else:
            then = _spelt(bound.verdict.outcome)
            yield f"the verdict hangs on them: had the {side} answered {items} perfectly, it would be {then}"


def _spelt(outcome: Outcome) -> str:
    return outcome.value.replace("_", " ")


def _is_zero_by_convention(score: Score) -> bool:
    """Whether the metric is a share of flagged items, and there is none to be a share of."""
    named = dict(zip(score.metric.columns, score.columns.T, strict=False))
    flagged = (name in named and not named[name].any() for name in ("tp", "fp"))
    return score.value == 0.0 and "tn" not in named and all(flagged)


def _without_unanswered(score: Score, sample: Sample) -> str:
    kept = score.rows & sample.answered
    unanswered = int((score.rows & ~sample.answered).sum())
    missing = f"{counted(unanswered, 'item')} without an answer counted as the worst value"
    if not kept.any():
        return missing
    alone = math.fsum(sample.weight[kept] * score.parts[kept]) / math.fsum(sample.weight[kept])
    return f"{missing}; over the {int(kept.sum()):,} answered ones it is {number(alone)}"


def _standard_errors(comparison: Comparison) -> list[str]:
    deciding, drawn = comparison.gain.standard_error, comparison.bootstrap_standard_error
    if not (np.isfinite(drawn) and np.isfinite(deciding) and deciding > 0):
        return []
    if abs(drawn / deciding - 1) <= UNEQUAL:
        return []
    return [
        (
            f"the paired bootstrap puts the standard error at {number(drawn)}, the influence column, "
            f"which decides, at {number(deciding)}"
        )
    ]


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None
