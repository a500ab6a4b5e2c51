"""Simulated changes, counted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.errors import ExitCode
from gate.report.simulated import Rate, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.selftest.trials import Trial


def counted(
    trials: Sequence[Trial], kind: str, words: str, *, names: Sequence[str], planted: float | None = None
) -> Row:
    """Count what became of at least one trial.

    Args:
        trials: Simulated changes of one kind.
        kind: See :class:`Row`.
        words: What was done to the answers.
        names: Every check that can block.
        planted: True drop of the first headline.
    """
    n = len(trials)
    return Row(
        kind,
        words,
        planted,
        math.fsum(t.drop for t in trials) / n,
        sum(t.changed for t in trials) / n,
        Rate(sum(t.code is ExitCode.REGRESSED for t in trials), n),
        Rate(sum(t.suspect for t in trials), n),
        Rate(sum(t.code is ExitCode.NO_ANSWER for t in trials), n),
        {name: Rate(sum(name in t.red for t in trials), n) for name in names},
    )
