"""Worst and best case of what was left unanswered: could it have turned a verdict?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate.comparison import compare
from gate.judgement.checks import Case, judge_all
from gate.measuring.levels import Question
from gate.samples.perfect import perfected
from gate.verdict import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.judgement.checks import Line, Terms
    from gate.lineup import Lineup
    from gate.measuring.levels import Sampling
    from gate.samples.kinds import Sample
    from gate.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Bound:
    """A verdict as it would be, had one side answered everything perfectly.

    Attributes:
        unanswered: Paired items that the check is about and this side left unanswered.
        verdict: What would then be decided.
    """

    unanswered: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one check would be at best for the candidate, and at worst.

    ``None`` where nothing is missing among the items that the check is about.

    Attributes:
        best: The candidate's unanswered items answered perfectly.
        worst: The baseline's unanswered items answered perfectly, which raises the bar.
    """

    best: Bound | None
    worst: Bound | None


def bounds(lines: Sequence[Line], lineup: Lineup, sampling: Sampling, terms: Terms) -> dict[str, Bounds]:
    """Judge the checks against the baseline again at both ends of what is not known.

    A missing answer counts as the worst one, on either side. That is against the candidate where its own are
    missing, and in its favour where the baseline's are.

    Args:
        lines: The judged checks.
        lineup: Both runs as samples.
        sampling: How intervals are made.
        terms: What holds for all checks.

    Returns:
        ``{check: bounds}`` of the checks that compare with the baseline; empty where all was answered.
    """
    if lineup.shared is None:
        return {}
    before, after = lineup.shared
    rolling = [
        line
        for line in lines
        if line.rule.since is None
        and line.comparison is not None
        and line.verdict.reason not in (Reason.STALE_JUDGE, Reason.UNFIT_JUDGE)  # whatever was answered
        and not _is_of_numbers(line)
    ]
    best = _judged(rolling, before, perfected(after), lineup, sampling, terms)
    worst = _judged(rolling, perfected(before), after, lineup, sampling, terms)
    if best is None and worst is None:
        return {}
    return {
        line.rule.identity: Bounds(_bound(after, best, i), _bound(before, worst, i))
        for i, line in enumerate(rolling)
    }


def _is_of_numbers(line: Line) -> bool:
    """Whether a check correlates numbers, of which nobody knows the one that fits people best."""
    given = line.rule.spec.arguments
    return "people" in given and (given["people"], given["field"]) != ("label", "predicted")


def _bound(side: Sample, judged: Sequence[Line] | None, place: int) -> Bound | None:
    """Return what the check at ``place`` would be; ``None`` if ``side`` answered all that it is about."""
    if judged is None:
        return None
    comparison = judged[place].comparison
    assert comparison is not None
    unanswered = int((comparison.candidate.score.rows & ~side.answered).sum())
    return Bound(unanswered, judged[place].verdict) if unanswered else None


def _judged(
    lines: Sequence[Line],
    before: Sample | None,
    after: Sample | None,
    lineup: Lineup,
    sampling: Sampling,
    terms: Terms,
) -> list[Line] | None:
    if before is None or after is None or not lines:
        return None
    questions = [Question(line.rule.metric, line.rule.spec, line.rule.where) for line in lines]
    found = compare(before, after, questions, sampling, lineup.clusters(after))
    cases = [Case(line.rule, each.candidate, each) for line, each in zip(lines, found, strict=True)]
    return judge_all(cases, terms=replace(terms, retuned_is_fine=None))
