"""Whether a run may become the baseline by itself, or only by a person's word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from gate.verdict import SLACK, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.judgement import Line


class Step(StrEnum):
    """What a refresh does with the answers."""

    RECORD = "record"
    RAISE = "raise"
    APPEND = "append"
    KEEP = "keep"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Promotion:
    """A step with its reason, to read aloud."""

    step: Step
    because: str


def promote(
    lines: Sequence[Line], *, has_baseline: bool, added: int, unanswered: int, lost: int = 0
) -> Promotion:
    """Decide what a refresh may do without a person.

    Answers are replaced only if a headline improved and no check dropped beyond noise; answers to
    items that are new are appended and touch nothing else; a refresh never lowers a baseline.

    Args:
        lines: The judged checks.
        has_baseline: Whether there is one.
        added: Golden items that the baseline does not know and the candidate answers.
        unanswered: Golden items without an answer in the candidate.
        lost: Items that have a value in the baseline and lost it, over all checks.
    """
    regressed = [line for line in lines if line.verdict.outcome is Outcome.REGRESSED]
    if regressed:
        return Promotion(Step.REFUSE, f"{regressed[0].rule.identity}: {regressed[0].verdict.because}")
    if unanswered and not has_baseline:
        return Promotion(Step.REFUSE, f"the run is incomplete: {unanswered:,} items have no answer")
    if not has_baseline:
        return Promotion(Step.RECORD, "there was no baseline: this is the first")
    improved = [
        line for line in lines if line.verdict.outcome is Outcome.IMPROVED and line.rule.role == "headline"
    ]
    dropped = [x for x in lines if x.comparison is not None and x.comparison.gain.high < -SLACK]
    if improved and not dropped and not unanswered and not lost:
        return Promotion(
            Step.RAISE, f"{improved[0].rule.identity} improved, and nothing dropped beyond noise"
        )
    if added:
        return Promotion(Step.APPEND, f"{added:,} golden items are new to the baseline")
    if improved and dropped:
        return Promotion(
            Step.KEEP, f"{improved[0].rule.identity} improved, but {dropped[0].rule.identity} dropped"
        )
    if improved:
        gone = f"{unanswered:,} items have no answer" if unanswered else f"{lost:,} values are gone"
        return Promotion(Step.KEEP, f"improved, but {gone}")
    return Promotion(Step.KEEP, "no headline improved beyond noise")
