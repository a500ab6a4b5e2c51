"""One page for a browser: everything a report holds, with its plots.

The file needs nothing but itself: style, script and drawings stand in it, and its content policy forbids any
other. The script only sorts and filters tables. Text that strangers chose is escaped by the template, after
what acts unseen has been made visible.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from gate.reporters import classes, moves, rows, words
from gate.reporters.escaping import ID, line
from gate.reporters.numbers import exact, exact_change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.metrics.metric import Effect
    from gate.report import Document, ItemGains, Place, Side
    from gate.reporters.plots.drawing import Plot

ROWS = 380
"""Bytes per item of the set for the rows of items that moved: a page of a thousand stays below a megabyte."""

SMALL = 1_000
"""Items of a set below which no room is taken away."""

NAME = 200
"""Longest name that is printed in full in a row of its own, in characters."""

ROW = 120
"""Bytes of such a row beside the names in it."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The items that moved one headline, as far as they are shown.

    Attributes:
        check: Name of the check.
        n: Paired items behind it.
        moved: How many of them changed.
        rows: Those that are shown, with what they did to the gain: the ones that moved most, worst first.
        measure: In what sense.
    """

    check: str
    n: int
    moved: int
    rows: tuple[tuple[str, float], ...]
    measure: Effect

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return len(self.rows) == self.moved


def render(document: Document, *, plots: Sequence[Sequence[Plot]] | None = None) -> str:
    """Render ``document`` as one HTML file.

    Args:
        document: What is told.
        plots: The plots of each report, as :func:`gate.reporters.plots.draw` yields them; ``None`` where
            they cannot be drawn, which the page then says.
    """
    script = _source("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    text = (
        _pages()
        .get_template("page.html.j2")
        .render(
            document=document,
            plots=plots,
            moved=_moved(document),
            style=Markup(_source("page.css")),  # noqa: S704 - the package's own file
            script=Markup(script),  # noqa: S704 - the same
            script_digest=digest,
        )
    )
    return "\n".join(each.rstrip() for each in text.split("\n") if each.strip()) + "\n"


def _moved(document: Document) -> list[list[Moved]]:
    """Share :data:`ROWS` among the headlines of all reports; what one does not need is for the others."""
    found = {
        (place, i): gains
        for place, report in enumerate(document.reports)
        for i, gains in enumerate(report.pictures.gains if report.pictures else ())
        if gains.items
    }
    shown: dict[tuple[int, int], Moved] = {}
    room = ROWS * max((SMALL, *(gains.n for gains in found.values())))
    for key in sorted(found, key=lambda key: (len(found[key].items), key)):
        shown[key], used = _most(found[key], room // (len(found) - len(shown)))
        room -= used
    return [[shown[key] for key in found if key[0] == place] for place in range(len(document.reports))]


def _most(gains: ItemGains, room: int) -> tuple[Moved, int]:
    """Keep the items that moved most, as many as ``room`` bytes hold; return them and what they take."""
    fixed = ROW + _size(gains.check)
    used = 0
    kept: list[int] = []
    for i in sorted(range(len(gains.items)), key=lambda i: -abs(gains.gains[i])):
        size = fixed + _size(gains.items[i])
        if used + size > room:
            break
        used += size
        kept.append(i)
    rows = tuple((gains.items[i], gains.gains[i]) for i in sorted(kept))
    return Moved(gains.check, gains.n, len(gains.items) + gains.left_out, rows, gains.measure), used


def _size(name: str) -> int:
    return len(escape(_text(name, NAME)).encode("utf-8"))


def _source(name: str) -> str:
    loader = _pages().loader
    assert loader is not None
    return loader.get_source(_pages(), name)[0]


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("gate.reporters"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    pages.filters |= {
        "text": _text,
        "row": rows.row,
        "grids": classes.grids,
        "exact": exact,
        "change": exact_change,
        "ending": words.ending,
        "value": _value,
        "measure": moves.measure_of,
        "remark": _remark,
        "drawing": Markup,
    }
    pages.globals |= {
        "outcome": words.OUTCOMES,
        "counted": words.counted,
        "measures": moves.MEASURES,
        "split": rows.split,
        "prices": rows.prices,
    }
    return pages


def _text(text: str, limit: int = ID) -> str:
    """Spell what a stranger chose in one line; the template escapes it."""
    return line(text, limit)


def _value(value: float | None) -> Markup:
    """Return the attribute by which the script sorts a number; nothing sorts first."""
    return Markup(' data-value="{}"').format("" if value is None else repr(value))


def _remark(place: Place, other: Side | None) -> str:
    """Return a document's grade, and where it stood on the other side if that is asked and differs."""
    told = "not judged" if place.grade is None else f"grade {exact(place.grade)}"
    if other is None or not other.places:
        return told
    then = {each.document: each.rank for each in other.places}
    was = then.get(place.document)
    if was == place.rank:
        return told
    return f"{told}, was {was}" if was is not None else f"{told}, new here"
