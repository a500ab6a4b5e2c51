"""One page for a browser: everything a report holds, with its plots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from gate.reporters import classes, moves, pages, readings, rows, words
from gate.reporters.moved import Moved, moved, stories
from gate.reporters.naming import paths
from gate.reporters.numbers import exact, exact_change
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jinja2 import Environment

    from gate.report import Document, ItemGains, Mover, Place, Report, Side
    from gate.reporters.plots.drawing import Plot

BUDGET = 950_000
"""Bytes of a page for a set of up to a thousand items; a page for more items may have more, in proportion."""

SMALL = 1_000
"""Items of a set below which no room is taken away."""

LEAST = 100_000
"""Bytes for the items that moved, however much else there is."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot as it stands in the page.

    Attributes:
        name: Of the plot.
        kind: Part of the page where it stands.
        title: What it is, unescaped.
        caption: How to read it, unescaped.
        drawing: For a desk or paper, then for a telephone; style shows one of them.
    """

    name: str
    kind: str
    title: str
    caption: str
    drawing: Markup


def render(document: Document, *, plots: Sequence[Sequence[Plot]] | None = None) -> str:
    """Render ``document`` as one HTML file.

    Args:
        document: What is told.
        plots: The plots of each report, as :func:`gate.reporters.plots.draw` yields them; ``None`` where
            they cannot be drawn, which the page then says.
    """
    figures = [
        [_figure(plot, f"p{i + 1}-{j + 1}") for j, plot in enumerate(drawn)]
        for i, drawn in enumerate(plots if plots is not None else [()] * len(document.reports))
    ]
    n = max((gains.n for report in document.reports for gains in _gains(report)), default=0)
    bare = _page(document, figures, [Moved()] * len(document.reports), can_draw=plots is not None)
    room = max(LEAST, BUDGET * max(SMALL, n) // SMALL - len(bare.encode("utf-8")))
    return _page(document, figures, moved(document, room, _size), can_draw=plots is not None)


def _gains(report: Report) -> tuple[ItemGains, ...]:
    return report.pictures.gains if report.pictures else ()


def _page(
    document: Document, figures: Sequence[Sequence[Figure]], shown: Sequence[Moved], *, can_draw: bool
) -> str:
    return pages.written(
        _pages(),
        "page.html.j2",
        document=document,
        figures=figures,
        moved=shown,
        paths=paths(document.reports),
        can_draw=can_draw,
        parts=[_parts(*each) for each in zip(document.reports, figures, shown, strict=True)],
    )


def _parts(report: Report, figures: Sequence[Figure], shown: Moved) -> dict[str, str]:
    """Return the sections of a report that are there, by the end of their ids, in the order of the page."""
    kinds = {figure.kind for figure in figures}
    has_classes = report.threshold or report.confusion or report.labels or report.reliability
    found = (
        ("checks", "Checks", report.checks),
        ("slices", "Slices", "slices" in kinds),
        ("items", "Items", report.movers or shown.rows),
        ("classes", "Classes, scores and thresholds", has_classes or _has_scores(report)),
        ("sight", "What the gate could not see", report.blind_spots or "sight" in kinds),
        ("notices", "Notices", report.notices),
        ("accounting", "Where the items went", report.accounting),
        ("conditions", "Conditions", True),
        ("provenance", "Provenance", True),
    )
    return {key: title for key, title, is_there in found if is_there}


def _has_scores(report: Report) -> bool:
    return report.pictures is not None and report.pictures.scores is not None


def _figure(plot: Plot, prefix: str) -> Figure:
    drawing = Markup(plot.inline(prefix))  # noqa: S704 - drawn by the package, names escaped
    return Figure(plot.name, plot.kind, plot.title, plot.caption, drawing)


def _size(mover: Mover) -> int:
    """Return the bytes that both sides of an item take in the page."""
    parts: Any = _pages().get_template("page_sides.html.j2").module
    return len(str(parts.folded(mover)).encode("utf-8"))


@cache
def _pages() -> Environment:
    found = pages.templates()
    found.filters |= {
        "row": rows.row,
        "counts_more_now": rows.counts_more_now,
        "grids": classes.grids,
        "prices": rows.prices,
        "readings": readings.readings,
        "stories": stories,
        "attention": words.attention,
        "exact": exact,
        "change": exact_change,
        "ending": words.ending,
        "rank": list(Outcome).index,
        "remark": _remark,
    }
    found.globals |= {"outcome": words.OUTCOMES, "measures": moves.MEASURES}
    return found


def _remark(place: Place, other: Side | None) -> str:
    """Return a document's grade, and where it stood on the other side if that is asked and differs."""
    told = "unjudged" if place.grade is None else f"grade {exact(place.grade)}"
    if other is None or not other.places:
        return told
    then = {each.document: each.rank for each in other.places}
    was = then.get(place.document)
    if was == place.rank:
        return told
    return f"{told}, was {was}" if was is not None else f"{told}, new here"
