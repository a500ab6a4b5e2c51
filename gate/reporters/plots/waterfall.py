"""What each item did to a headline, sorted: losers on the left, winners on the right."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import FAINT, GAIN, LOSS, RULE, Plot, Width, canvas, fits
from gate.reporters.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from gate.metrics.metric import Effect
    from gate.report import ItemGains, Report

MOST = 400
"""Bars of one colour; of more items every so-and-so-manieth is drawn, from the most extreme one on."""

TOGETHER = 800
"""Bars of one colour in all plots of a report: several headlines share them."""

METRICS = 6
"""Headlines that are drawn."""


AXES: dict[Effect, str] = {
    "gain": "gain of the item",
    "contribution": "contribution to the gain",
    "influence": "change of influence",
}
"""What the height of a bar is."""

SUMS: dict[Effect, str] = {
    "gain": "",
    "contribution": " All contributions add up to the gain.",
    "influence": " Influences add up to nothing: they say how hard an item pulls.",
}
"""What all bars come to."""


def plots(report: Report) -> Iterator[Plot]:
    """Draw the changed items of each headline."""
    found = report.pictures.gains if report.pictures else ()
    drawn = [each for each in found if each.items and fits(*each.gains)][:METRICS]
    most = min(MOST, TOGETHER // max(len(drawn), 1))
    for gains in drawn:
        lost = [gain for gain in gains.gains if gain < 0]
        won = [gain for gain in gains.gains if gain > 0]
        caption = _counts(gains, len(lost), len(won))
        if gains.left_out:
            caption += f"; {counted(gains.left_out, 'more item')} moved, less than those: not drawn"
        caption += f".{SUMS[gains.measure]}"
        if max(len(lost), len(won)) > most:
            caption += f" Of more than {most} bars of one colour, evenly spaced ones are drawn."
        draw = partial(_draw, gains, lost, won, most)
        title = f"Items by {gains.measure}: {gains.check}"
        yield Plot(f"items-{gains.check}", "items", title, caption, draw)


def _draw(gains: ItemGains, lost: Sequence[float], won: Sequence[float], most: int, width: Width) -> Figure:
    most = most // 2 if width is Width.NARROW else most
    with canvas(2.6, width=width) as (figure, (axes,)):
        _bars(axes, lost, range(len(lost)), LOSS, "lost", most)
        _bars(axes, won[::-1], range(gains.n - 1, -1, -1), GAIN, "gained", most)
        axes.axhline(0, color=FAINT, linewidth=1)
        axes.set_xlim(-0.5, gains.n - 0.5)
        axes.set_xlabel("items, sorted by what they did")
        axes.set_ylabel(AXES[gains.measure])
        axes.grid(axis="y", color=RULE, linewidth=0.6)
        axes.set_axisbelow(True)
    return figure


def _counts(gains: ItemGains, lost: int, won: int) -> str:
    same = counted(gains.n - len(gains.items) - gains.left_out, "item")
    if gains.measure == "influence":
        return (
            f"influence fell on {counted(lost, 'item')} and rose on {counted(won, 'item')}; {same} as before"
        )
    rest = "scored as before" if gains.measure == "gain" else "moved nothing"
    return f"{counted(lost, 'item')} got worse, {counted(won, 'item')} got better, {same} {rest}"


def _bars(axes: Axes, gains: Sequence[float], places: range, colour: str, gid: str, most: int) -> None:
    """Draw gains, the most extreme first, at ``places``, as one outline of ``most`` bars at most."""
    if not gains:
        return
    step = -(-len(gains) // most)
    drawn = [(places[i], gains[i]) for i in range(0, len(gains), step)]
    wide = step if places.step > 0 else -step
    edge = 0.5 if places.step > 0 else -0.5
    xs = [x for place, _ in drawn for x in (place - edge, place - edge + wide)]
    ys = [gain for _, gain in drawn for _ in range(2)]
    last = places[len(gains) - 1] + edge
    xs[-1] = last
    axes.fill_between(xs, ys, 0, color=colour, linewidth=0, gid=gid)
