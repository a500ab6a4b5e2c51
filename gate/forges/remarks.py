"""Remarks beside the lines of a config: which check got worse, at the line that asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import relpath
from typing import TYPE_CHECKING, Literal

from gate.digits import counted
from gate.forges.commands import command
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from gate.errors import Problem
    from gate.report import Document, Report

MOST = 10
"""Remarks of each kind that GitHub shows for one step; the others are dropped without a word."""

Kind = Literal["error", "warning", "notice"]
KINDS: tuple[Kind, ...] = ("error", "warning", "notice")

LOUD = frozenset(
    {"rules_edited", "baseline_edited", "baseline_is_new", "baseline_not_used", "baseline_old", "base"}
)
"""Notices of a report that a reviewer should see without opening it."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark.

    Attributes:
        kind: How grave.
        title: A few words.
        text: A sentence.
        file: Path, relative to the working directory; empty if it is about no file.
        line: From 1; 0 if it is about no line.
    """

    kind: Kind
    title: str
    text: str
    file: str = ""
    line: int = 0


def of_document(document: Document) -> Iterator[Remark]:
    """Yield what a document has to remark; nothing where all is well."""
    seen: set[str] = set()
    for report in document.reports:
        # The second report about a config has the lines of the base's version of it.
        yield from _of_report(report, has_lines=report.config not in seen)
        seen.add(report.config)


def of_problems(problems: Sequence[Problem], title: str) -> Iterator[Remark]:
    """Yield one error for each problem that kept the gate from answering."""
    for problem in problems:
        file, _, line = problem.where.rpartition(":")
        at_line = bool(file) and line.isdecimal()
        text = f"{problem.coded}; fix: {problem.fix}" if problem.fix else problem.coded
        yield Remark("error", title, text, file if at_line else problem.where, int(line) if at_line else 0)


def lines(found: Sequence[Remark], *, workspace: Path | None, here: Path) -> Iterator[str]:
    """Yield remarks as commands, errors first, at most :data:`MOST` of each kind.

    Args:
        found: All of them.
        workspace: Folder of the checkout, which the forge counts paths from; ``here`` if unknown.
        here: Working directory, which the remarks count paths from.
    """
    for kind in KINDS:
        same = [each for each in found if each.kind == kind]
        shown = same if len(same) <= MOST else same[: MOST - 1]
        for each in shown:
            place = _place(each.file, workspace or here, here)
            yield command(kind, each.text, file=place, line=each.line if place else 0, title=each.title)
        if len(same) > len(shown):
            rest = f"and {counted(len(same) - len(shown), f'more {kind}')}; the report has everything"
            yield command(kind, rest, title="gate")


def _of_report(report: Report, *, has_lines: bool) -> Iterator[Remark]:
    title = f"gate: {report.name}"
    for check in report.checks:
        text = f"{check.name}: {check.because}"
        line = check.line if has_lines else 0
        if check.outcome in {Outcome.REGRESSED, Outcome.NOT_COMPARABLE}:
            kind: Kind = "error" if report.exit_code else "warning"
            yield Remark(kind, title, text, report.config, line)
        elif check.outcome is Outcome.INCONCLUSIVE and check.role == "headline":
            yield Remark("warning", title, text, report.config, line)
    if not report.checks and report.outcome is Outcome.NOT_COMPARABLE:
        yield Remark("error", title, report.headline, report.config)
    for notice in report.notices:
        if notice.code in LOUD:
            yield Remark("notice", title, notice.text, report.config)


def _place(file: str, workspace: Path, here: Path) -> str:
    """Return the path from the top of the checkout, with ``/``; empty for what lies outside of it."""
    if not file or "\0" in file:
        return ""
    # As it is written: what a link points to is no path of the pull request.
    path = relpath(here / file, workspace).replace("\\", "/")
    return "" if path.startswith("../") or not (here / file).is_file() else path
