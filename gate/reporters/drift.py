"""What `gate monitor` found, as text: for a terminal, as Markdown, and as plain values for JSON."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gate.digits import counted, number
from gate.drift.finding import SCHEMA_VERSION, Outcome
from gate.reporters.columns import cells_wide, fitted, paragraph
from gate.reporters.escaping import SENTENCE, code, line, prose, sentence, to_ascii

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.drift import Finding, Report, Side
    from gate.notice import Notice

WIDTH = 100
"""Cells of a line where nobody says otherwise."""

OUTCOMES = {
    Outcome.ALARM: "alarm",
    Outcome.NO_ANSWER: "no answer",
    Outcome.WARNING: "warning",
    Outcome.QUIET: "no alarm",
    Outcome.INFO: "reported",
}
_MARKS = {
    Outcome.ALARM: "✗",
    Outcome.NO_ANSWER: "?",
    Outcome.WARNING: "!",
    Outcome.QUIET: "✓",
    Outcome.INFO: "·",
}
_NAMES = {
    "chi_squared": "chi-squared",
    "jensen_shannon": "Jensen–Shannon",
    "kolmogorov_smirnov": "Kolmogorov–Smirnov",
    "kullback_leibler": "Kullback–Leibler",
}
"""Statistics that are not spelt like their key in a config."""
_HEAD = ("", "field", "statistic", "value", "interval", "p (Holm)", "alarm above", "records")
_INTERVAL, _RECORDS = _HEAD.index("interval"), _HEAD.index("records")
_GIVEN_UP = ((), (_RECORDS,), (_RECORDS, _INTERVAL))
"""Columns left out of a table too narrow for them, and said beneath it; what is tried first stands first."""
_TOLD = frozenset({Outcome.ALARM, Outcome.NO_ANSWER, Outcome.INFO})
"""Outcomes that are explained beneath the table."""
_ABOUT_RECORDS = "records: of the reference / of the window, where a statistic does not rest on all of them"


def machine(report: Report, exit_code: int) -> dict[str, Any]:
    """Return ``report`` as plain values; an undefined number is ``None``."""
    return {
        "schema_version": SCHEMA_VERSION,
        "name": report.name,
        "outcome": report.outcome.value,
        "exit_code": exit_code,
        "headline": report.headline,
        "reference": asdict(report.reference),
        "window": asdict(report.window),
        "findings": [
            {**_finite(asdict(each)), "outcome": each.outcome.value, "is_large": each.is_large}
            for each in report.findings
        ],
        "notices": [asdict(each) for each in report.notices],
        "conditions": dict(report.conditions),
    }


def terminal(report: Report, *, width: int = WIDTH, ascii_only: bool = False) -> str:
    """Write ``report`` for a terminal of ``width`` cells; every line ends in a newline."""
    text = "".join(f"{each}\n" for each in _terminal(report, width))
    return "".join(to_ascii(each) + "\n" for each in text.splitlines()) if ascii_only else text


def markdown(report: Report) -> str:
    """Write ``report`` as Markdown, every name and sentence escaped."""
    return "".join(f"{each}\n" for each in _markdown(report))


def _terminal(report: Report, width: int) -> Iterator[str]:
    yield f"{_MARKS[report.outcome]} {line(report.name)}: {OUTCOMES[report.outcome]}"
    yield from paragraph(line(report.headline, SENTENCE), width, first="  ", then="  ")
    yield from paragraph(f"reference: {side(report.reference)}", width, first="  ", then="    ")
    yield from paragraph(f"window: {side(report.window)}", width, first="  ", then="    ")
    yield ""
    rows = [_row(each, report) for each in report.findings]
    table, given_up = _table(rows, width - 2)
    if rows:
        yield from (f"  {text}" for text in table)
        if any(row[_RECORDS] for row in rows):
            yield from paragraph(_ABOUT_RECORDS, width, first="  ", then="    ")
        yield ""
    for each, row in zip(report.findings, rows, strict=True):
        said = [_said(each)] if each.outcome in _TOLD else []
        said += [f"{_HEAD[i]} {row[i]}" for i in reversed(given_up) if row[i]]
        if text := "; ".join(filter(None, said)):
            opening = f"{_MARKS[each.outcome]} {line(each.field)} {_named(each)}: {line(text, SENTENCE)}"
            yield from paragraph(opening, width, first="  ", then="    ")
    for notice in report.notices:
        yield from paragraph(line(_notice(notice), SENTENCE), width, first="  ! ", then="    ")
    for name, value in report.conditions:
        yield from paragraph(f"{name}: {value}", width, first="  · ", then="    ")


def _table(rows: list[tuple[str, ...]], width: int) -> tuple[list[str], tuple[int, ...]]:
    """Line ``rows`` up in ``width`` cells, intervals unbroken; return the columns left out for it, too."""
    lines: list[str] = []
    for given_up in _GIVEN_UP:
        cells = [["" if i in given_up else line(cell) for i, cell in enumerate(row)] for row in rows]
        lines = fitted([_HEAD, *cells], "<<<>>>>>", width, whole={_INTERVAL, _RECORDS})
        if max(map(cells_wide, lines), default=0) <= width:
            return lines, given_up
    return lines, given_up


def _markdown(report: Report) -> Iterator[str]:
    yield f"### {_MARKS[report.outcome]} {code(report.name)}: {OUTCOMES[report.outcome]}"
    yield ""
    yield sentence(report.headline)
    yield ""
    yield f"Reference: {_side_in_markdown(report.reference)}; window: {_side_in_markdown(report.window)}."
    yield ""
    if report.findings:
        yield "| " + " | ".join(_HEAD) + " |"
        yield "| --- | --- | --- | --: | --: | --: | --: | --: |"
        for each in report.findings:
            mark, field, *rest = _row(each, report)
            yield "| " + " | ".join([mark, code(field), *rest]) + " |"
        yield ""
        if any(_row(each, report)[_RECORDS] for each in report.findings):
            yield f"{_ABOUT_RECORDS[0].upper()}{_ABOUT_RECORDS[1:]}."
            yield ""
    listed = [
        f"* {code(each.field)} {_named(each)}: {prose(said)}"
        for each in report.findings
        if each.outcome in _TOLD and (said := _said(each))
    ]
    listed += [f"* {sentence(_notice(notice))}" for notice in report.notices]
    listed += [f"* {name}: {value}" for name, value in report.conditions]
    yield from listed


@dataclass(frozen=True, slots=True)
class Cells:
    """One finding as a row of a table, unescaped; what is undefined is empty.

    Attributes:
        statistic: What was computed.
        value: Its value.
        interval: The interval of the value.
        chance: ``p`` by Holm's method.
        level: What is an alarm above it; says of what it is the level where that is not the value.
        records: Behind it in the reference and in the window; empty where all of them are.
        said: What a reader wants to know beside the numbers.
    """

    statistic: str
    value: str
    interval: str
    chance: str
    level: str
    records: str
    said: str


def cells(finding: Finding, report: Report) -> Cells:
    """Write the numbers of a finding of ``report``."""
    it = finding
    behind = (it.reference_records, it.window_records)
    everything = behind == (report.reference.records, report.window.records)
    # The chi-squared value grows with the windows; what is held against the level is a change of a share.
    change = "share moved " if it.statistic == "chi_squared" else ""
    return Cells(
        statistic=_named(it),
        value="" if math.isnan(it.value) else number(it.value),
        interval="" if math.isnan(it.low) else f"{number(it.low)} to {number(it.high)}",
        chance="" if math.isnan(it.corrected) else f"{it.corrected:.2g}",
        level="" if math.isnan(it.level) else f"{change}{number(it.level)}",
        records="" if everything else f"{behind[0]:,} / {behind[1]:,}",
        said=_said(it),
    )


def _row(finding: Finding, report: Report) -> tuple[str, ...]:
    it = cells(finding, report)
    numbers = (it.value, it.interval, it.chance, it.level, it.records)
    return (_MARKS[finding.outcome], finding.field, it.statistic, *numbers)


def _named(finding: Finding) -> str:
    return _NAMES.get(finding.statistic) or finding.statistic.replace("_", " ")


def _said(finding: Finding) -> str:
    """Say what a reader wants to know, beside the numbers of its row."""
    parts = [finding.because]
    if finding.statistic in {"rate_change", "missing_values", "kolmogorov_smirnov"}:
        what = "median" if finding.statistic == "kolmogorov_smirnov" else "share"
        parts.insert(0, f"{what} {number(finding.reference)} to {number(finding.window)}")
    if finding.statistic in {"new_categories", "missing_categories"}:
        parts.append(", ".join(map(repr, finding.items)))
    if finding.is_large:
        parts.append("by far")
    return "; ".join(part for part in parts if part)


def side(side: Side) -> str:
    """Name a window, its records, and whether it is the golden set; unescaped, in one line."""
    golden = " (inputs of the golden set)" if side.is_golden else ""
    return f"{line(side.source, SENTENCE)}, {counted(side.records, 'record')}{golden}"


def _side_in_markdown(side: Side) -> str:
    golden = " (inputs of the golden set)" if side.is_golden else ""
    return f"{code(side.source)}, {counted(side.records, 'record')}{golden}"


def _notice(notice: Notice) -> str:
    return f"{notice.where}: {notice.text}" if notice.where else notice.text


def _finite(fields: dict[str, Any]) -> dict[str, Any]:
    return {k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in fields.items()}
