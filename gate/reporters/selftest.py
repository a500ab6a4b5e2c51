"""A self-test as text for a terminal, and as plain values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.digits import counted, number, typeset
from gate.reporters.columns import paragraph, table
from gate.reporters.escaping import line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report.simulated import Rate, Row, Study

SCHEMA_VERSION = 1
"""Version of the shape that :func:`machine` returns."""

WIDTH = 100
"""Cells of a line of running text."""

PROMISED = 0.8
"""Chance with which the smallest detectable drop is promised to be seen."""

NAMED = 2
"""Checks that a row names as those that blocked."""

OFF = 0.1
"""Share of a planted drop by which what was lost may miss it without a word."""

_HEADINGS = {
    "identical": "nothing changed",
    "harmless": "harmless changes",
    "diffuse": "losses of a known size, on top of small noise",
    "detectable": "",
    "concentrated": "some items broken altogether, on top of small noise",
    "slice": "",
}


def machine(study: Study) -> dict[str, Any]:
    """Return ``study`` as plain values: fields as :class:`~gate.report.simulated.Study` describes them."""
    promise = study.promise
    return {
        "schema_version": SCHEMA_VERSION,
        "name": study.name,
        "system": study.system,
        "items": study.items,
        "clusters": study.clusters,
        "mode": study.mode,
        "alpha": study.alpha,
        "seed": study.seed,
        "headline": study.headline,
        "false_alarms": _values(study.false_alarms),
        "within_budget": not study.over_budget,
        "detectable_seen": None if promise is None else _values(promise),
        "rows": [_row(row) for row in study.rows],
        "remarks": list(study.remarks),
    }


def terminal(study: Study) -> str:
    """Write ``study`` for a terminal."""
    return "\n".join(_lines(study))


def rate(found: Rate) -> str:
    """Write a rate with its interval.

    >>> from gate.report.simulated import Rate
    >>> rate(Rate(1, 400)), rate(Rate(0, 400)), rate(Rate(100, 100))
    ('0.2 % (0.006–1.4)', '0 % (0–0.9)', '100 % (96.4–100)')
    """
    low, high = (_percent(share) for share in (found.low, found.high))
    return f"{_percent(found.value)} % ({low}–{high})"


def lost(drop: float) -> str:
    """Write a mean loss to four decimals; one below 0 is a gain, and nothing has no sign.

    >>> lost(0.04761), lost(-0.00123), lost(-0.00001)
    ('0.0476', '−0.0012', '0')
    """
    return typeset(number(round(drop, 4) + 0.0))


def _lines(study: Study) -> Iterator[str]:
    what = counted(study.items, "item")
    if study.clusters is not None:
        what += f" in {counted(study.clusters, 'cluster')}"
    yield f"{line(study.name)}: self-test on {what}; mode {study.mode}, alpha {study.alpha:g}"
    yield f"  on both sides stands {line(study.system)}"
    if not study.rows:
        yield "  no check can fail a build, so there is nothing to test"
        return
    yield ""
    yield from paragraph(_verdict(study), WIDTH, first="  ", then="  ")
    for text in _complaints(study):
        yield from paragraph(text, WIDTH, first="  ", then="  ")
    yield ""
    yield from (f"  {text}".rstrip() for text in _table(study))
    yield ""
    yield from paragraph(
        "In brackets stands the 95 % interval of a rate, which more --simulations make narrower.",
        WIDTH,
        first="  ",
        then="  ",
    )
    for remark in study.remarks:
        yield from paragraph(line(remark), WIDTH, first="  note: ", then="  ")


def _verdict(study: Study) -> str:
    text = f"This gate would block {rate(study.false_alarms)} of harmless changes"
    typical = study.typical
    if typical is not None:
        text += f", and {rate(typical.red)} of changes that lose {_size(study, typical)}"
        text += _on_average(study, typical)
    text += "."
    promise = study.promise
    if promise is None:
        return text
    size = _size(study, study.of_kind("detectable")[0])
    kept = " Less than it promises: " if promise.high < PROMISED else " "
    return (
        f"{text}{kept}{'w' if kept.strip() else 'W'}hat it calls its smallest detectable drop, {size}, that "
        f"check sees {rate(promise)} of the time; {100 * PROMISED:g} % are promised."
    )


def _complaints(study: Study) -> Iterator[str]:
    for row in study.over_budget:
        if row.kind == "identical":
            yield f"Identical answers were blocked {rate(row.red)} of the time, which must never happen."
            continue
        yield (
            f"More than its budget: {row.words} is blocked {rate(row.red)} of the time, where alpha allows "
            f"{100 * study.alpha:g} %."
        )
    if study.over_budget:
        yield (
            "fix: `mode: point` takes no account of chance, `mode: significant` does"
            if study.mode == "point"
            else "fix: floors and critical items know no chance: give floors a `hysteresis`, and mark as "
            "critical only what must never move"
        )


def _on_average(study: Study, row: Row) -> str:
    """Say what a planted drop came to, where these few simulations missed it by more than a tenth."""
    assert row.planted is not None
    if abs(row.drop - row.planted) <= OFF * row.planted:
        return ""
    scale = 100 if study.points else 1
    return f" (in these {row.red.of:,}: {number(round(scale * row.drop, 4))} on average)"


def _size(study: Study, row: Row) -> str:
    assert row.planted is not None
    check = line(study.headline or "")
    if study.points:
        return f"{number(100 * row.planted)} points of {check}"
    return f"{number(row.planted)} of {check}"


def _table(study: Study) -> list[str]:
    check = line(study.headline or "")
    head = ["", "tried", "lost", "changed", "blocked", "suspect", "no answer", "blocked by"]
    rows = [head]
    headings: dict[int, str] = {}
    for row in study.rows:
        title = _HEADINGS[row.kind]
        if title and title not in headings.values():
            headings[len(rows)] = title
        suspect, stopped = (_percent(r.value) + " %" if r.count else "" for r in (row.suspect, row.stopped))
        rows.append(
            [
                _words(study, row),
                f"{row.red.of:,}",
                lost(row.drop) if study.headline and row.kind != "identical" else "",
                f"{row.changed:.1f}" if row.kind != "identical" else "",
                rate(row.red),
                suspect,
                stopped,
                _culprits(row),
            ]
        )
    lines = table(rows, "<>>>>>><")
    found = []
    for i, text in enumerate(lines):
        if i in headings:
            found.append(headings[i])
        found.append(text)
    legend = f"lost: what {check} lost on average; " if check else ""
    return [*found, "", f"{legend}changed: items that scored differently, on average"]


def _words(study: Study, row: Row) -> str:
    if row.planted is None:
        return f"  {row.words}"
    size = number(row.planted)
    if study.points:
        points = number(100 * row.planted)
        size = f"{points} point{'s' if points != '1' else ''}"
    just = ", just detectable" if row.kind == "detectable" else ""
    return f"  {size}{just}: {row.words}"


def _culprits(row: Row) -> str:
    often = sorted((each.count, name) for name, each in row.checks.items() if each.count)[::-1]
    return ", ".join(f"{line(name)} {_percent(count / row.red.of)} %" for count, name in often[:NAMED])


def _percent(share: float) -> str:
    """Write a share in per cent: one decimal, none for exactly none or all, never rounded into nothing.

    >>> _percent(0.0), _percent(0.00021), _percent(0.128), _percent(1.0), _percent(0.9999)
    ('0', '0.02', '12.8', '100', '99.9')
    """
    if share in {0, 1}:
        return f"{100 * share:g}"
    return f"{100 * share:.1g}" if share < 0.001 else f"{min(100 * share, 99.9):.1f}"


def _row(row: Row) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "words": row.words,
        "planted": row.planted,
        "drop": row.drop,
        "changed": row.changed,
        "blocked": _values(row.red),
        "suspect": _values(row.suspect),
        "no_answer": _values(row.stopped),
        "checks": {name: _values(found) for name, found in row.checks.items()},
    }


def _values(found: Rate) -> dict[str, Any]:
    return {
        "count": found.count,
        "of": found.of,
        "rate": found.value,
        "low": found.low,
        "high": found.high,
    }
