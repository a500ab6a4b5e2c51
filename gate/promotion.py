"""Whether a run may become the baseline by itself, or only by a person's word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from gate.digits import counted
from gate.verdict import SLACK, SUSPECT, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.judgement.checks import Line
    from gate.judgement.critical import Critical


class Step(StrEnum):
    """What a refresh or an accept does with the answers."""

    RECORD = "record"
    RAISE = "raise"
    APPEND = "append"
    KEEP = "keep"
    REFUSE = "refuse"
    ACCEPT = "accept"


@dataclass(frozen=True, slots=True)
class Promotion:
    """A step with its reason, to read aloud."""

    step: Step
    because: str


def promote(
    lines: Sequence[Line],
    critical: Critical | None = None,
    *,
    has_baseline: bool,
    added: int,
    unanswered: int,
    lost: int = 0,
) -> Promotion:
    """Decide what a refresh may do without a person.

    Answers are replaced only if a headline improved, no check dropped beyond noise, and every headline can
    tell; answers to items that are new are appended and touch nothing else; a refresh never lowers a
    baseline.

    Args:
        lines: The judged checks.
        critical: What became of the critical items; ``None`` where there are none.
        has_baseline: Whether there is one.
        added: Golden items that the baseline does not know and the candidate answers.
        unanswered: Golden items without an answer in the candidate.
        lost: Items that have a value in the baseline and lost it, over all checks.
    """
    regressed = [line for line in lines if line.verdict.outcome is Outcome.REGRESSED]
    if regressed:
        return Promotion(Step.REFUSE, f"{regressed[0].rule.identity}: {regressed[0].verdict.because}")
    if critical is not None and critical.broken and critical.verdict.outcome is Outcome.REGRESSED:
        return Promotion(Step.REFUSE, critical.verdict.because)
    if unanswered and not has_baseline:
        return Promotion(
            Step.REFUSE, f"the run is incomplete: {counted(unanswered, 'item', 'has', 'have')} no answer"
        )
    if not has_baseline:
        return Promotion(Step.RECORD, "there was no baseline: this is the first")
    improved = [
        line for line in lines if line.verdict.outcome is Outcome.IMPROVED and line.rule.role == "headline"
    ]
    dropped = [line for line in lines if _has_dropped(line)]
    unsure = [
        line
        for line in lines
        if line.verdict.outcome is Outcome.INCONCLUSIVE and line.rule.role == "headline"
    ]
    if improved and not dropped and not unsure and not unanswered and not lost:
        return Promotion(
            Step.RAISE, f"{improved[0].rule.identity} improved, and nothing dropped beyond noise"
        )
    if added:
        return Promotion(Step.APPEND, f"{added:,} golden items are new to the baseline")
    if improved and dropped:
        return Promotion(
            Step.KEEP, f"{improved[0].rule.identity} improved, but {dropped[0].rule.identity} dropped"
        )
    if improved and unsure:
        doubt = f"{unsure[0].rule.identity} cannot tell: {unsure[0].verdict.because}"
        return Promotion(Step.KEEP, f"{improved[0].rule.identity} improved, but {doubt}")
    if improved:
        gone = (
            f"{counted(unanswered, 'item', 'has', 'have')} no answer"
            if unanswered
            else f"{counted(lost, 'value', 'is', 'are')} gone"
        )
        return Promotion(Step.KEEP, f"improved, but {gone}")
    return Promotion(Step.KEEP, "no headline improved beyond noise")


def _has_dropped(line: Line) -> bool:
    """Whether a check lost something beyond noise.

    Guards are many, and one in forty intervals lies below 0 by chance: theirs is the family's word.
    """
    if line.comparison is None or not line.comparison.gain.high < -SLACK:
        return False
    return line.rule.role != "guard" or line.chance is None or line.chance.worse <= SUSPECT
