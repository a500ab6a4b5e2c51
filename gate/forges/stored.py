"""A report that another job stored, and that a stranger may have written: read, bounded, and checked.

The job that comments on a fork's pull request holds a token that writes; the report comes from a job
whose code the fork wrote. So nothing in it is believed: it is small, it has the shape of a report, it is
rendered anew, and whom it speaks of must be whom the forge says the run was for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError, raise_all
from gate.forges import github
from gate.forges.job import Pull
from gate.reporters import machine
from gate.surroundings import at, event

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gate.forges.job import Job
    from gate.forges.web import Connection
    from gate.report import Document

LARGEST = 10 << 20
"""Bytes of a report."""

MOST = {
    "reports": 100,
    "checks": 6_000,
    "movers": 5_000,
    "notices": 2_000,
    "accounting": 1_000,
    "lost": 10_000,
}
"""Entries of each kind, over all its reports."""

LONGEST = 10_000
"""Characters of any one text in it."""

_FIX = "give the file that `gate check --output json:FILE` wrote in the run that was judged"


def read(path: Path) -> Document:
    """Read a report from a stranger.

    Raises:
        QuestionError: It is no plain file, too large, no report, or holds more than a report does.
    """
    where = str(path)
    try:
        if path.is_symlink() or not path.is_file():
            raise QuestionError(Problem("not a plain file", where, _FIX, code="stored_report"))
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise QuestionError(
            Problem(f"cannot be read: {error.strerror}", where, _FIX, code="stored_report")
        ) from None
    if len(content) > LARGEST:
        raise QuestionError(Problem(f"larger than {LARGEST >> 20} MiB", where, _FIX, code="stored_report"))
    document = machine.read(content, where)
    raise_all(_excesses(document, where))
    return document


def claims(document: Document, pull: Pull, where: str) -> None:
    """Make sure that a report speaks of the pull request and the commit that it is said to.

    Raises:
        QuestionError: It speaks of another, or says nothing of any.
    """
    problems = []
    for report in document.reports:
        said = dict(report.provenance.facts)
        for name, true in (("pull_request", str(pull.number)), ("head", pull.head)):
            claimed = said.get(name, "")
            if claimed != true:
                what = f"speaks of {claimed[:60]!r}" if claimed else "does not say"
                problems.append(
                    Problem(
                        f"{report.name!r:.80} {what} as its {name}, and the run was for {true!r}",
                        where,
                        _FIX,
                        code="stored_report",
                    )
                )
    if not document.reports:
        problems.append(Problem("it holds no report", where, _FIX, code="stored_report"))
    raise_all(problems[:10])


def origin(job: Job, forge: Connection) -> Pull | None:
    """Return the pull request that the run which started this one was for, by the forge's own word.

    The list of pull requests in the event is empty for forks, so the branch is looked up; a pull request
    counts if its newest commit is the one that the run was for.

    Returns:
        ``None`` if there is none, because it was closed or has a newer commit.

    Raises:
        QuestionError: The event is about no run of a pull request.
        ForgeError: The forge refused.
    """
    run = at(event(), "workflow_run")
    sha, branch = at(run, "head_sha"), at(run, "head_branch")
    owner = at(run, "head_repository", "owner", "login")
    if at(run, "event") != "pull_request" or not (sha and branch and owner):
        raise QuestionError(
            Problem(
                "the event is about no run of a pull request",
                fix="let the workflow listen to `workflow_run`, or name the pull request: --pull-request",
                code="no_pull_request",
            )
        )
    found = [
        entry
        for entry in github.pulls_of(forge, job.project, owner, branch)
        if at(entry, "head", "sha") == sha and at(entry, "base", "repo", "full_name") == job.project
    ]
    if len(found) > 1:
        numbers = ", ".join(f"#{at(entry, 'number')}" for entry in found)
        raise QuestionError(
            Problem(
                f"several pull requests have this commit: {numbers}",
                fix="name the one that is meant: --pull-request NUMBER",
                code="no_pull_request",
            )
        )
    return _pull(found[0], job.project) if found else None


def named(job: Job, forge: Connection, number: int) -> Pull:
    """Return a pull request as it is now.

    Raises:
        ForgeError: The forge refused, or has none of that number.
    """
    return _pull(github.pull(forge, job.project, number), job.project)


def _pull(entry: Any, project: str) -> Pull:
    return Pull(
        at(entry, "number"), at(entry, "head", "sha"), at(entry, "head", "repo", "full_name") != project
    )


def _excesses(document: Document, where: str) -> Iterable[Problem]:
    counts = {
        "reports": len(document.reports),
        "checks": sum(len(report.checks) for report in document.reports),
        "movers": sum(
            len(report.movers) + (len(report.pictures.movers) if report.pictures else 0)
            for report in document.reports
        ),
        "notices": sum(len(report.notices) for report in document.reports),
        "accounting": sum(len(report.accounting) for report in document.reports),
        "lost": sum(len(report.lost) for report in document.reports),
    }
    for name, count in counts.items():
        if count > MOST[name]:
            yield Problem(f"{count:,} {name}, more than {MOST[name]:,}", where, _FIX, code="stored_report")
    for report in document.reports:
        texts = (report.name, report.config, report.headline, *(check.because for check in report.checks))
        if any(len(text) > LONGEST for text in texts):
            yield Problem(f"a text of more than {LONGEST:,} characters", where, _FIX, code="stored_report")
            return
