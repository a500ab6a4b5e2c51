"""A history, counted, as text: for a terminal, as Markdown, and as plain values for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gate.digits import counted, number
from gate.reporters.columns import table
from gate.reporters.escaping import code, line, prose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gate.history import Alarm, Counts

SCHEMA_VERSION = 1
"""Version of the shape that :func:`machine` returns."""

_COLUMNS = (
    ("runs", "runs"),
    ("changed", "changed"),
    ("failed", "failed"),
    ("would_have_failed", "would have failed"),
    ("false_alarms", "false alarms"),
    ("accepted", "accepted"),
    ("inconclusive", "inconclusive"),
    ("not_comparable", "not comparable"),
    ("improved", "improved"),
)
_ALWAYS = frozenset({"runs", "changed"})


def machine(histories: Sequence[Counts]) -> dict[str, Any]:
    """Return ``histories`` as plain values: fields as :class:`gate.history.Counts` describes them."""
    return {"schema_version": SCHEMA_VERSION, "histories": [asdict(counts) for counts in histories]}


def terminal(histories: Sequence[Counts]) -> str:
    """Write ``histories`` for a terminal."""
    return "\n".join(text for counts in histories for text in _terminal(counts))


def markdown(histories: Sequence[Counts]) -> str:
    """Write ``histories`` as Markdown, every name and reason escaped."""
    return "\n".join(text for counts in histories for text in _markdown(counts))


def _terminal(counts: Counts) -> Iterator[str]:
    yield f"{line(counts.name)}: {_summary(counts)}"
    if not counts.runs:
        yield ""
        return
    rows = _rows(counts)
    yield from (f"  {text}" for text in table([[line(cell) for cell in row] for row in rows], "<" + ">" * 9))
    yield ""
    for alarm in counts.alarms:
        yield f"  {alarm.record}  {_when(alarm)}  {line(_happened(alarm))}"
        if said := _said(alarm):
            yield f"      {line(said)}"
    if counts.alarms:
        yield f"  {_rate(counts)}"
        yield "  `gate history mark CONFIG RECORD --false-alarm --reason TEXT` marks one that was harmless"
        yield ""


def _markdown(counts: Counts) -> Iterator[str]:
    yield f"### {code(counts.name)}"
    yield ""
    yield f"{prose(_summary(counts).capitalize())}."
    yield ""
    if not counts.runs:
        return
    head, *body = _rows(counts)
    kept = [i for i in range(len(head)) if any(row[i] for row in body)]
    yield "| " + " | ".join(head[i] for i in kept) + " |"
    yield "| " + " | ".join("---" if i == 0 else "--:" for i in kept) + " |"
    for row in body:
        yield "| " + " | ".join(code(row[i]) if i == 0 else row[i] for i in kept) + " |"
    yield ""
    for alarm in counts.alarms:
        said = _said(alarm)
        yield f"* {code(alarm.record)} {prose(_when(alarm))} {prose(_happened(alarm))}" + (
            f"; {prose(said)}" if said else ""
        )
    if counts.alarms:
        yield ""
        yield f"{_rate(counts)}"
        yield ""


def _summary(counts: Counts) -> str:
    if not counts.runs:
        return "nothing recorded yet"
    repeats = f" and {counted(counts.repeats, 'repeat')}" if counts.repeats else ""
    codes = ", ".join(f"{runs:,} with {exit_code}" for exit_code, runs in counts.codes.items())
    days = sorted({counts.first[:10], counts.last[:10]})
    return (
        f"{counted(counts.runs, 'run')}{repeats}, {counts.changed:,} of them with a changed result; "
        f"{' to '.join(days)}; by exit code, had each counted: {codes}"
    )


def _rows(counts: Counts) -> list[list[str]]:
    """Return head and body; the cells of a column that is 0 throughout are empty, so that it goes."""
    rows = [asdict(check) for check in counts.checks]
    shown = {key for key, _ in _COLUMNS if key in _ALWAYS or any(row[key] for row in rows)}
    body = [[row["name"], *(f"{row[key]:,}" if key in shown else "" for key, _ in _COLUMNS)] for row in rows]
    return [["check", *(title for _, title in _COLUMNS)], *body]


def _when(alarm: Alarm) -> str:
    return f"{alarm.time[:10]}  {alarm.commit[:12]}" if alarm.commit else alarm.time[:10]


def _happened(alarm: Alarm) -> str:
    checks = ", ".join(alarm.checks) or "no check by itself"
    return f"{'failed' if alarm.failed else 'would have failed'}: {checks}"


def _said(alarm: Alarm) -> str:
    if alarm.real and not alarm.false:
        return f"real alarm: {alarm.reason}"
    if alarm.false:
        which = "" if alarm.false == alarm.checks else f" ({', '.join(alarm.false)})"
        return f"false alarm{which}: {alarm.reason}"
    if alarm.accepted:
        return f"accepted as the baseline{f': {alarm.reason}' if alarm.reason else ''}"
    return ""


def _rate(counts: Counts) -> str:
    return (
        f"{counted(len(counts.alarms), 'alarm')} in {counted(counts.changed, 'changed run')}, "
        f"{counts.false_alarms:,} marked false: at most "
        f"{number(round(100 * counts.false_share_at_most, 1))} % of changed runs are falsely red "
        "(95 % confidence)"
    )
