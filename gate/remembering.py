"""A finished report → the history; never a word in the verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gate import config as configs
from gate import surroundings
from gate.digits import counted
from gate.errors import NoAnswerError, Problem, QuestionError
from gate.history import kept, place
from gate.history.counts import regressed
from gate.inputs.basis import folder_store
from gate.notice import Notice
from gate.stores.records import Acceptance, CheckRecord, Mark, Provenance, Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Literal

    from gate.report import Check, Report

RUN, BASELINE = "run digest", "baseline run digest"
"""Facts of a report's provenance that name the answers of both sides."""

_GRAVITY = {1: 0, 3: 1, 0: 2}
"""Exit codes, the gravest first; any other comes before them."""


def remember(path: Path, reports: Sequence[Report], *, asked: bool = False) -> list[Report]:
    """Record what one config concluded, if the config or the caller asks for it.

    Of a change that was judged twice, by its own rules and by the base's, the graver report is recorded: a
    change is one record.

    Args:
        path: The config.
        reports: Its reports, those by its own rules first; at least one.
        asked: Whether to record although the config has no ``history``.

    Returns:
        The same reports. Where the history could not be written, or was found damaged, the first one says
        so in a notice; nothing else ever changes.
    """
    config = configs.load(path)
    if not asked and config.history is None:
        return list(reports)
    chosen = min(reports, key=lambda report: _GRAVITY.get(_would_be(report), -1))
    rules: Literal["own", "base"] = "own" if chosen is reports[0] else "base"
    record = record_of(chosen, name=config.name, rules=rules, run=_fact(reports[0], RUN))
    try:
        notices = place(config).append(record)
    except NoAnswerError as error:
        notices = tuple(
            Notice("not_recorded", f"not recorded: {p.what}{f'; {p.fix}' if p.fix else ''}", p.where)
            for p in error.problems
        )
    return [replace(reports[0], notices=(*reports[0].notices, *notices)), *reports[1:]]


def record_of(report: Report, *, name: str, rules: Literal["own", "base"] = "own", run: str = "") -> Record:
    """Return what is remembered of a report.

    Args:
        report: As it was decided.
        name: The config's ``name``.
        rules: Whose rules it was judged by.
        run: Digest of the candidate's answers to the golden items; empty if unknown.
    """
    return Record(
        name=name,
        mode=report.mode,
        outcome=report.outcome.value,
        exit_code=report.exit_code,
        would_be=_would_be(report),
        golden=report.conditions.fingerprint,
        baseline=_fact(report, BASELINE),
        run=run,
        checks=tuple(_check(check) for check in report.checks),
        rules=rules,
        provenance=Provenance(
            _fact(report, "time") or surroundings.now(),
            _fact(report, "commit"),
            _fact(report, "ci_run"),
            surroundings.version(),
        ),
    ).identified()


def mark(
    path: Path,
    start: str,
    *,
    says: Literal["false_alarm", "real_alarm"],
    reason: str,
    check: str | None = None,
) -> Mark:
    """Record what a person says of an alarm.

    Args:
        path: The config.
        start: The record's id, or the beginning of it.
        says: Whether the alarm was false, or real after all.
        reason: Why.
        check: The one check that is meant; all that regressed if not given.

    Raises:
        QuestionError: No record begins so, or several do; it raised no alarm; the check did not regress;
            there is no reason.
        NoAnswerError: The history is damaged, or cannot be written.
    """
    config = configs.load(path)
    file = place(config)
    records = [e for e in file.read().entries if isinstance(e, Record) and e.name == config.name]
    ids = sorted({record.id for record in records if record.id.startswith(start.lower())})
    see = f"`gate history {config.shown}` lists those that can be marked"
    if len(ids) != 1:
        found = "no record begins" if not ids else counted(len(ids), "record", "begins", "begin")
        raise QuestionError(Problem(f"{found} with {start!r}", file.shown, see, code="unknown_alarm"))
    record = next(record for record in records if record.id == ids[0])
    failing = regressed(record)
    problems = []
    if not record.is_alarm or not failing:
        problems.append(
            Problem(
                f"{record.id} raised no alarm: it was {record.outcome}", file.shown, see, code="unknown_alarm"
            )
        )
    elif check is not None and check not in failing:
        what = f"{check!r} did not regress in {record.id}; there did: {', '.join(failing)}"
        problems.append(Problem(what, "--check", code="unknown_alarm"))
    if not reason.strip():
        problems.append(
            Problem(
                "an alarm is marked for a reason", "--reason", "say why in a sentence", code="reason_missing"
            )
        )
    if problems:
        raise QuestionError(*problems)
    said = Mark(config.name, record.id, says, check, reason.strip(), surroundings.person(path), _here(path))
    file.append(said)
    return said


def acceptance(path: Path, *, reason: str) -> tuple[Notice, ...]:
    """Record that a person made what is the baseline in the work tree now, where a history is kept.

    Args:
        path: The config.
        reason: Why.

    Returns:
        What a reader should know, such as that it could not be recorded.
    """
    config = configs.load(path)
    file = kept(config)
    if file is None:
        return ()
    by, here = surroundings.person(path), _here(path)
    try:
        stored = folder_store(config).load(config.name)
        if stored is None:
            return ()
        return file.append(Acceptance(config.name, stored.summary.run.digest, reason.strip(), by, here))
    except NoAnswerError as error:
        return tuple(Notice("not_recorded", f"not recorded: {p.what}", p.where) for p in error.problems)


def _would_be(report: Report) -> int:
    return report.exit_code if report.would_be is None else report.would_be


def _check(check: Check) -> CheckRecord:
    gain = check.gain
    return CheckRecord(
        metric=check.metric,
        slice=check.slice,
        role=check.role,
        outcome=check.outcome.value,
        reason=check.reason.value,
        tolerance=check.tolerance,
        gain=gain.value if gain else None,
        p=check.p,
        n=gain.n if gain else None,
        changed=gain.changed if gain else None,
        worse=gain.worse if gain else None,
        better=gain.better if gain else None,
        broken=gain.broken if gain else None,
        mended=gain.mended if gain else None,
        since=check.since,
    )


def _fact(report: Report, name: str) -> str:
    return dict(report.provenance.facts).get(name, "")


def _here(path: Path) -> Provenance:
    facts = dict(surroundings.facts(path))
    return Provenance(
        surroundings.now(), facts.get("commit", ""), facts.get("ci_run", ""), surroundings.version()
    )
