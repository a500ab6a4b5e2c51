"""Every check on the whole set as a forest plot: gain, interval, tolerance; the anchor's as diamonds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import Plot, canvas
from gate.reporters.plots.gains import ROW, draw_rows, drawable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report import Check, Gain, Report

MOST = 40
"""Checks that are drawn."""


def plots(report: Report) -> Iterator[Plot]:
    """Draw the checks that were compared, metrics of unequal units apart."""
    compared = [
        (c.name, c, c.gain)
        for c in report.checks
        if c.gain and drawable(c) and c.slice is None and c.better != "zero"
    ]
    panels = _panels(compared[:MOST])
    if not panels:
        return
    counts = [len(rows) for rows in panels.values()]
    with canvas(
        0.55 * len(panels) + ROW * sum(counts) + 0.35,
        rows=len(panels),
        ratios=[c + 0.2 for c in counts],
    ) as (figure, axes):
        first = 0
        for one, rows in zip(axes, panels.values(), strict=True):
            draw_rows(one, rows, first=first)
            first += len(rows)
        axes[-1].set_xlabel("gain (right of zero is better)")
    caption = (
        "Points are gains, lines their intervals; shaded is what is tolerated. "
        "Red regressed, green improved, brown cannot tell."
    )
    if any(check.since for _, check, _ in compared):
        caption += " Diamonds compare with the anchor."
    if len(compared) > MOST:
        caption += f" The first {MOST} of {len(compared):,} checks are drawn; the table has all."
    yield Plot("checks", "checks", "Gains of all checks", caption, figure)


def _panels(compared: list[tuple[str, Check, Gain]]) -> dict[str, list[tuple[str, Check, Gain]]]:
    """Group checks that can share an axis: shares on one, any other metric on its own."""
    found: dict[str, list[tuple[str, Check, Gain]]] = {}
    for row in compared:
        found.setdefault("" if _is_share(row[1]) else row[1].metric, []).append(row)
    return found


def _is_share(check: Check) -> bool:
    levels = (check.candidate, check.baseline)
    return all(each is None or each.value is None or 0 <= each.value <= 1 for each in levels) and (
        check.better == "higher"
    )
