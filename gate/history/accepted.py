"""Changes that were let in: what a harmless change does to a golden set, as experience has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gate.history.counts import count
from gate.stats.breakage import Tally
from gate.stores.records import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.history.counts import Alarm
    from gate.stores.records import CheckRecord, Entry

How = Literal["passed", "merged", "false_alarm"]

FINE = frozenset({"pass", "improved", "inconclusive"})
"""Outcomes of a record that do not stop a change."""


@dataclass(frozen=True, slots=True)
class AcceptedChange:
    """One check of one change that was let in.

    Attributes:
        record: Id of the record.
        check: Metric and slice.
        metric: Canonical spelling.
        slice: ``None`` for the whole set.
        n: Paired items.
        changed: Items that scored differently; 0 for a change that changed no result.
        losses: Items that lost.
        gains: Items that gained.
        broken: Items that lost outright; ``None`` if unknown.
        mended: Items that gained from nothing; ``None`` if unknown.
        how: ``"passed"``: the check did not stop it; ``"merged"``: it regressed, and the run was accepted, or
            a later baseline is that run; ``"false_alarm"``: it regressed, and a person called that false. The
            second may be a loss that somebody wanted: a null of harmless changes had better leave it out.
    """

    record: str
    check: str
    metric: str
    slice: str | None
    n: int
    changed: int
    losses: int
    gains: int
    broken: int | None
    mended: int | None
    how: How


def accepted(entries: Sequence[Entry], name: str) -> list[AcceptedChange]:
    """List every check of every change that was let in, oldest first.

    The same answers on the same golden set against the same baseline are one change, however often and
    under whatever rules they were judged; the latest record counts. Left out are checks that compared
    nothing, or compared with an anchor, many changes back; and a change that a person called a real alarm.

    Args:
        entries: A history, in the order in which it was recorded; may hold other configs too.
        name: The config's ``name``.
    """
    alarms = {alarm.record: alarm for alarm in count(entries, name).alarms}
    latest: dict[tuple[str, ...], Record] = {}
    for record in entries:
        if isinstance(record, Record) and record.name == name:
            key = (record.golden, record.baseline, record.run) if record.run else (record.id,)
            latest.pop(key, None)
            latest[key] = record
    return [
        change
        for record in latest.values()
        for check in record.checks
        if (how := _how(record, check, alarms.get(record.id))) is not None
        and (change := _change(record, check, how)) is not None
    ]


def tallies(entries: Sequence[Entry], name: str) -> dict[str, list[Tally]]:
    """Return what harmless accepted changes did to the items of each whole-set check.

    What :attr:`gate.judgement.checks.Terms.accepted` takes. A loss that was merged knowingly is no harmless
    change and is left out, as is a change that changed no score, and a check of which nobody knows what was
    lost.

    Args:
        entries: A history, in the order in which it was recorded; may hold other configs too.
        name: The config's ``name``.

    Returns:
        ``{check: tallies}``, oldest first.
    """
    found: dict[str, list[Tally]] = {}
    for change in accepted(entries, name):
        if change.slice is not None or change.how == "merged" or not change.changed:
            continue
        lost, mended = change.broken, change.mended
        if lost is not None and mended is not None and lost + mended <= change.changed:
            found.setdefault(change.check, []).append(Tally(change.changed, lost, mended))
    return found


def _how(record: Record, check: CheckRecord, alarm: Alarm | None) -> How | None:
    if alarm is None:
        return "passed" if record.outcome in FINE else None
    if alarm.real:
        return None
    if check.name in alarm.false or (alarm.false and set(alarm.false) == set(alarm.checks)):
        return "false_alarm"
    return "merged" if alarm.accepted else None


def _change(record: Record, check: CheckRecord, how: How) -> AcceptedChange | None:
    if check.since is not None:
        return None
    if check.n is None or check.changed is None or check.worse is None or check.better is None:
        return None
    return AcceptedChange(
        record.id,
        check.name,
        check.metric,
        check.slice,
        check.n,
        check.changed,
        check.worse,
        check.better,
        check.broken,
        check.mended,
        how,
    )
