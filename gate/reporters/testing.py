"""Checks as tests: what a runner of tests, or a reader of its results, should make of each.

One rule for the JUnit file and for pytest, so that no two of them disagree with the exit code.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from gate.errors import ExitCode
from gate.reporters import moves
from gate.reporters.escaping import SENTENCE, line
from gate.reporters.numbers import NOTHING, exact, plain
from gate.reporters.rows import row
from gate.verdict import Outcome

if TYPE_CHECKING:
    from gate.report import Check, Report


EXAMPLES = 5
"""Lost items that the text of a failure names; more are counted."""


class Result(StrEnum):
    """How a test ended."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    SKIPPED = "skipped"


def result(report: Report, check: Check) -> Result:
    """Return what ``check`` of ``report`` counts as, were it a test.

    Regressed is a failure, not comparable an error, inconclusive a skipped test. A config that only
    reports fails nothing: what would have failed is skipped, as the exit code is 0. Where
    the config wants an answer (exit code 3) and every check could be compared, the inconclusive ones are
    what holds the build up, and are errors.
    """
    if check.outcome in (Outcome.PASS, Outcome.IMPROVED, Outcome.INFO):
        return Result.PASSED
    if report.would_be is not None:
        return Result.SKIPPED
    if check.outcome is Outcome.REGRESSED:
        return Result.FAILED
    if check.outcome is Outcome.NOT_COMPARABLE:
        return Result.ERROR
    others = (each.outcome for each in report.checks)
    wanted = report.exit_code == ExitCode.NO_ANSWER and Outcome.NOT_COMPARABLE not in others
    return Result.ERROR if wanted else Result.SKIPPED


def explanation(report: Report, check: Check) -> str:
    """Say why ``check`` ended as it did: its sentence, its numbers, its notes, and what it lost most.

    Nothing in it acts unseen, and no line of it is a command to a build system.
    """
    lost = [each for each in report.lost if each.metric == check.name]
    told = [check.because, numbers(check), *check.notes]
    told += [f"lost: {moves.loss(each)}" for each in lost[:EXAMPLES]]
    if len(lost) > EXAMPLES:
        told.append(f"and {len(lost) - EXAMPLES:,} more")
    return "\n".join(line(text, SENTENCE) for text in told)


def numbers(check: Check) -> str:
    """Write the numbers of ``check`` in one line, what is missing left out.

    For example ``baseline 0.7312, candidate 0.7044, gain −0.0268 (95 % interval …)``, without the confidence.
    """
    cells = row(check)
    levels = (("baseline", cells.baseline), ("candidate", cells.candidate))
    parts = [f"{name} {text}" for name, text in levels if text not in ("", NOTHING)]
    if check.gain is not None:
        ends = "" if cells.interval == NOTHING else f" ({cells.interval})"
        parts.append(f"gain {cells.gain}{ends}")
    if cells.allowed:
        parts.append(f"allowed {cells.allowed}")
    if check.p is not None:
        parts.append(f"p {plain(check.p, 4)}")
    parts.append(f"n {exact(check.gain.n if check.gain else check.candidate.n)}")
    return ", ".join(parts)
