"""What a check's line says beside its numbers: what these leave out, rest on, and could turn into."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted, number, typeset
from gate.telling.catalogue import list_notes
from gate.telling.chosen import chosen_threshold
from gate.telling.classes import class_notes
from gate.telling.raters import rater_notes
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.comparison import Comparison
    from gate.judgement.bounds import Bounds
    from gate.judgement.checks import Line
    from gate.judgement.standing import Standing
    from gate.samples.kinds import Sample
    from gate.scores import Score

UNEQUAL = 0.10
"""Relative difference of the two standard errors from which the report says so."""


def notes_on(
    line: Line, sample: Sample, *, bounds: Bounds | None = None, standing: Standing | None = None
) -> tuple[str, ...]:
    """Return what is said of a judged check; arguments are those of :func:`gate.telling.checks.tell_line`."""
    return (*_of_score(line, sample), *_swings(line, bounds), *_judged(line, standing))


def _of_score(line: Line, sample: Sample) -> list[str]:
    notes: list[str] = []
    score, comparison = line.candidate.score, line.comparison
    unanswered = score.rows & ~sample.answered
    if score.metric.form == "per_item" and score.metric.name != "error_rate" and unanswered.any():
        notes.append(_without_unanswered(score, sample))
    if comparison is not None and comparison.lost:
        lost = counted(comparison.lost, "item")
        notes.append(f"{lost} with a value in the baseline and none in the candidate: left out")
    if comparison is not None and comparison.gain.is_defined:
        if comparison.candidate.score.n != score.n:
            paired = comparison.candidate.score
            there = typeset(f"where it is {number(paired.value)}")
            notes.append(f"compared on the {paired.n:,} paired items, {there}")
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
    return notes


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
            f"corrected for a judge that recognises {number(100 * errors.true_positive)} % of the passes "
            f"and {number(100 * errors.true_negative)} % of the fails"
        )


def _swings(line: Line, bounds: Bounds | None) -> Iterator[str]:
    """Say of a gated check whether what was left unanswered could have turned its verdict.

    Nothing is said where perfect answers could not be compared, of which nobody knows the verdict.
    """
    if bounds is None or not line.blocks:
        return
    now = line.verdict.outcome
    for side, bound in (("candidate", bounds.best), ("baseline", bounds.worst)):
        if bound is None or bound.verdict.outcome is Outcome.NOT_COMPARABLE:
            continue
        items = f"its {counted(bound.unanswered, 'unanswered item')}"
        if bound.verdict.outcome is now:
            yield f"had the {side} answered {items} perfectly, this would still be {_spelt(now)}"
        else:
            then = _spelt(bound.verdict.outcome)
            yield f"the verdict hangs on {items}: had the {side} answered perfectly there, it would be {then}"


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
    return typeset(f"{missing}; over the {int(kept.sum()):,} answered ones it is {number(alone)}")


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
