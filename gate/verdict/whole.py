"""Many verdicts → one outcome, and the exit code it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.errors import ExitCode
from gate.verdict.outcomes import Mode, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate.verdict.facts import Verdict


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the most worrying outcome; nothing at all is not comparable, never a pass.

    An improvement outranks a pass only as news: ``improved`` is returned when nothing worries and
    something improved. ``not_affected`` is returned when that is all there is.
    """
    found = set(outcomes)
    for outcome in (Outcome.REGRESSED, Outcome.NOT_COMPARABLE, Outcome.INCONCLUSIVE, Outcome.IMPROVED):
        if outcome in found:
            return outcome
    if Outcome.PASS in found or Outcome.INFO in found:
        return Outcome.PASS
    return Outcome.NOT_AFFECTED if found else Outcome.NOT_COMPARABLE


def exit_code(verdicts: Iterable[tuple[Verdict, str]], *, mode: Mode, fail_on: Iterable[str]) -> ExitCode:
    """Return what the process should end with, before ``report_only`` is applied.

    Args:
        verdicts: Each verdict with its check's role.
        mode: ``strict`` also refuses an inconclusive headline.
        fail_on: Reasons of inconclusive checks that are refused.
    """
    refused = frozenset(fail_on)
    code = ExitCode.OK
    empty = True
    for verdict, role in verdicts:
        empty = False
        if verdict.outcome is Outcome.REGRESSED:
            return ExitCode.REGRESSED
        unsure = verdict.outcome is Outcome.INCONCLUSIVE and (
            verdict.reason in refused or (mode is Mode.STRICT and role == "headline")
        )
        if verdict.outcome is Outcome.NOT_COMPARABLE or unsure:
            code = ExitCode.NO_ANSWER
    return ExitCode.NO_ANSWER if empty else code
