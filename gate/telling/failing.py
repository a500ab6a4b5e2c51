"""A report judged by the word of whoever calls: more of what is unclear stops, or nothing does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from gate.config.decision import FailOn
from gate.errors import ExitCode
from gate.telling.headline import headline
from gate.verdict import Mode, Outcome

if TYPE_CHECKING:
    from collections.abc import Collection

    from gate.report import Report

NEVER = "never"
"""The word that lets nothing stop: the report says what the exit code would have been."""

WORDS = (*get_args(FailOn), NEVER)
"""What may be asked for: the kinds of unclear result that ``decision.fail_on`` knows, or :data:`NEVER`."""


def asked(report: Report, words: Collection[str]) -> Report:
    """Return ``report`` with the exit code that the caller's ``words`` ask for.

    They are added to the config's own ``decision.fail_on``; a config that only reports stays so.
    """
    if NEVER in words:
        would_be = report.exit_code if report.would_be is None else report.would_be
        return replace(report, exit_code=int(ExitCode.OK), would_be=would_be)
    unclear = any(c.outcome is Outcome.INCONCLUSIVE and c.reason in words for c in report.checks)
    code = report.exit_code if report.would_be is None else report.would_be
    if not unclear or code != ExitCode.OK:
        return report
    told = headline(report.checks, Outcome.INCONCLUSIVE, paired=report.conditions.paired)
    stopped = replace(report, outcome=Outcome.INCONCLUSIVE, headline=told)
    if report.mode == Mode.REPORT_ONLY:
        return replace(stopped, would_be=int(ExitCode.NO_ANSWER))
    return replace(stopped, exit_code=int(ExitCode.NO_ANSWER))
