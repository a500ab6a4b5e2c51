"""A history, counted: how often each check was measured, failed, would have failed, or was wrong to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.stats import binomial
from gate.stores.records import Acceptance, Mark, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gate.stores.records import CheckRecord, Entry


@dataclass(frozen=True, slots=True)
class CheckCounts:
    """One check over all records. A record that says what an earlier one said counts once.

    Attributes:
        name: Metric and slice.
        runs: Records that have the check.
        changed: Runs in which at least one item scored differently from the baseline.
        failed: Runs in which it regressed and could fail the build.
        would_have_failed: Runs in which it regressed and the config only reported.
        false_alarms: Of these two, how many a person called a false alarm.
        accepted: Of these two, how many runs were made the baseline all the same.
        inconclusive: Runs in which it could not tell.
        not_comparable: Runs in which there was nothing fair to compare with.
        improved: Runs in which it improved.
    """

    name: str
    runs: int
    changed: int
    failed: int
    would_have_failed: int
    false_alarms: int
    accepted: int
    inconclusive: int
    not_comparable: int
    improved: int


@dataclass(frozen=True, slots=True)
class Alarm:
    """A record that failed the build, or would have.

    Attributes:
        record: Its id.
        time: When it was recorded first.
        commit: At which commit; empty outside git.
        checks: The checks that regressed.
        failed: Whether it failed the build; otherwise it would have.
        false: The checks that a person called false alarms.
        real: The checks that a person called real alarms.
        accepted: Whether the run was made the baseline all the same.
        reason: What the person said last; empty if nobody said anything.
    """

    record: str
    time: str
    commit: str
    checks: tuple[str, ...]
    failed: bool
    false: tuple[str, ...]
    real: tuple[str, ...]
    accepted: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Counts:
    """The history of one config.

    Attributes:
        name: The config's ``name``.
        runs: Records that differ.
        repeats: Records that say what an earlier one said, and are not counted again.
        changed: Runs in which any check's items scored differently.
        codes: ``{exit code: runs}``: what they ended with, or would have, ascending.
        first: Time of the earliest record; empty without one.
        last: Time of the latest record.
        checks: In the order of the latest record that has them.
        alarms: Oldest first.
        false_alarms: Alarms in which any check was called false.
        false_share_at_most: Upper 95 % limit of the share of changed runs that are falsely red.
    """

    name: str
    runs: int
    repeats: int
    changed: int
    codes: Mapping[int, int]
    first: str
    last: str
    checks: tuple[CheckCounts, ...]
    alarms: tuple[Alarm, ...]
    false_alarms: int
    false_share_at_most: float


def count(entries: Sequence[Entry], name: str) -> Counts:
    """Count what is known of the config called ``name``.

    Args:
        entries: A history, in the order in which it was recorded; may hold other configs too.
        name: The config's ``name``.
    """
    everything = [e for e in entries if isinstance(e, Record) and e.name == name]
    records = list({record.id: record for record in reversed(everything)}.values())[::-1]
    said = _Said(entries, name)
    alarms = [said.of(record) for record in records if record.is_alarm]
    changed = sum(any(check.changed for check in record.checks) for record in records)
    wrong = sum(bool(alarm.false) for alarm in alarms)
    times = sorted(record.provenance.time for record in everything)
    return Counts(
        name=name,
        runs=len(records),
        repeats=len(everything) - len(records),
        changed=changed,
        codes=dict(sorted(Counter(record.would_be for record in records).items())),
        first=times[0] if times else "",
        last=times[-1] if times else "",
        checks=tuple(_counted(name, records, alarms) for name in _names(records)),
        alarms=tuple(alarms),
        false_alarms=wrong,
        false_share_at_most=binomial.upper(wrong, max(wrong, changed)),
    )


def regressed(record: Record) -> tuple[str, ...]:
    """Return the names of the checks that a record found regressed."""
    return tuple(check.name for check in record.checks if check.outcome == "regressed")


def _names(records: Iterable[Record]) -> list[str]:
    """Return every check's name once; the latest record's first, in its own order of metric and slice."""
    seen: dict[str, None] = {}
    for record in reversed(list(records)):
        for check in record.checks:
            seen.setdefault(check.name)
    return list(seen)


def _counted(name: str, records: Sequence[Record], alarms: Sequence[Alarm]) -> CheckCounts:
    found: list[tuple[Record, CheckRecord]] = [
        (record, check) for record in records for check in record.checks if check.name == name
    ]
    outcomes = Counter(check.outcome for _, check in found)
    silent = sum(check.outcome == "regressed" and record.is_report_only for record, check in found)
    return CheckCounts(
        name=name,
        runs=len(found),
        changed=sum(bool(check.changed) for _, check in found),
        failed=outcomes["regressed"] - silent,
        would_have_failed=silent,
        false_alarms=sum(name in alarm.false for alarm in alarms),
        accepted=sum(alarm.accepted and name in alarm.checks for alarm in alarms),
        inconclusive=outcomes["inconclusive"],
        not_comparable=outcomes["not_comparable"],
        improved=outcomes["improved"],
    )


class _Said:
    """What people said of alarms, and which runs became the baseline."""

    def __init__(self, entries: Sequence[Entry], name: str) -> None:
        mine = [entry for entry in entries if entry.name == name]
        self._marks = [entry for entry in mine if isinstance(entry, Mark)]
        self._taken = {entry.run: entry.reason for entry in mine if isinstance(entry, Acceptance)}
        self._last_as_baseline: dict[str, tuple[str, int]] = {}
        self._first: dict[str, tuple[str, int]] = {}
        for i, entry in enumerate(mine):
            if isinstance(entry, Record):
                when = (entry.provenance.time, i)  # by time: lines of two copies may stand in any order
                self._first[entry.id] = min(when, self._first.get(entry.id, when))
                known = self._last_as_baseline.get(entry.baseline, when)
                self._last_as_baseline[entry.baseline] = max(when, known)

    def of(self, record: Record) -> Alarm:
        checks = regressed(record)
        said: dict[str, str] = {}
        reason = self._taken.get(record.run, "") if record.run else ""
        for mark in self._marks:
            if mark.record == record.id:
                reason = mark.reason
                for check in checks if mark.check is None else {mark.check} & set(checks):
                    said[check] = mark.says
        return Alarm(
            record=record.id,
            time=record.provenance.time,
            commit=record.provenance.commit,
            checks=checks,
            failed=record.exit_code == 1,
            false=tuple(check for check in checks if said.get(check) == "false_alarm"),
            real=tuple(check for check in checks if said.get(check) == "real_alarm"),
            accepted=self._is_accepted(record),
            reason=reason,
        )

    def _is_accepted(self, record: Record) -> bool:
        """Whether the run became the baseline; one that was it already did not."""
        if not record.run or record.run == record.baseline:
            return False
        later = self._last_as_baseline.get(record.run)
        return record.run in self._taken or (later is not None and later > self._first[record.id])
