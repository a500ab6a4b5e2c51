"""Plain SVG: a chart with axes, lines and words, the same bytes every time."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

INK, FAINT, PAPER = "#1f2933", "#c5ced8", "#ffffff"
COLOURS = ("#0b6e4f", "#b3261e", "#b26a00", "#5b4b9a", "#1f6fb2")
DASHES = ("", "7 4", "2 4", "9 3 2 3", "4 2")


@dataclass
class Picture:
    """A drawing in pixels, from the top left.

    Attributes:
        width: In pixels.
        height: In pixels.
        title: Read aloud in its place, and shown as its heading.
        parts: What was drawn so far.
    """

    width: int
    height: int
    title: str
    parts: list[str] = field(default_factory=list)

    def line(
        self,
        points: Sequence[tuple[float, float]],
        *,
        colour: str = INK,
        wide: float = 1.0,
        dash: str = "",
    ) -> None:
        """Draw a line through points."""
        through = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<polyline points="{through}" fill="none" stroke="{colour}" stroke-width="{wide:g}"{dashed}/>'
        )

    def dot(self, x: float, y: float, *, colour: str = INK, radius: float = 3.5) -> None:
        """Draw a dot."""
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"/>')

    def box(self, left: float, top: float, wide: float, high: float, *, colour: str) -> None:
        """Fill a box."""
        self.parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{colour}"/>'
        )

    def words(
        self,
        x: float,
        y: float,
        text: str,
        *,
        colour: str = INK,
        size: int = 13,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Write words; ``anchor`` is the end that ``x`` says: ``start``, ``middle`` or ``end``."""
        weight = ' font-weight="600"' if bold else ""
        style = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}'
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>')

    def __str__(self) -> str:
        """Return the SVG."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" role="img" font-family="Helvetica, Arial, sans-serif">'
        )
        paper = f'<rect width="{self.width}" height="{self.height}" fill="{PAPER}"/>'
        title = f"<title>{escape(self.title)}</title>"
        return "\n".join([head, title, paper, *self.parts, "</svg>", ""])


@dataclass(frozen=True)
class Axis:
    """One axis: from data to pixels.

    Attributes:
        low: Data at ``start``.
        high: Data at ``end``.
        start: Pixel.
        end: Pixel.
        logarithmic: Whether equal factors are equal distances.
    """

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """Return the pixel of a value; what lies outside is put on the edge."""
        low, high, value = self.low, self.high, min(max(value, self.low), self.high)
        if self.logarithmic:
            low, high, value = math.log(low), math.log(high), math.log(value)
        return self.start + (value - low) / (high - low) * (self.end - self.start)


def frame(
    picture: Picture,
    x: Axis,
    y: Axis,
    *,
    across: Sequence[tuple[float, str]],
    up: Sequence[tuple[float, str]],
    below: str,
    beside: str,
) -> None:
    """Draw heading, grid lines, ticks and the names of both axes."""
    picture.words(x.start, 24, picture.title, size=15, bold=True)
    for value, text in up:
        picture.line([(x.start, y.at(value)), (x.end, y.at(value))], colour=FAINT, wide=0.7)
        picture.words(x.start - 8, y.at(value) + 4, text, anchor="end", size=12)
    for value, text in across:
        picture.words(x.at(value), y.start + 18, text, anchor="middle", size=12)
        picture.line([(x.at(value), y.start), (x.at(value), y.start + 4)])
    picture.line([(x.start, y.start), (x.end, y.start)])
    picture.words((x.start + x.end) / 2, y.start + 38, below, anchor="middle", size=12)
    picture.words(x.start, 44, beside, size=12)


def labelled(
    picture: Picture, ends: Sequence[tuple[float, str, str]], *, x: float, apart: float = 17
) -> None:
    """Write a name at the end of each line, moved apart where they would overlap.

    Args:
        picture: To write on.
        ends: Pixel, name and colour of each line's end.
        x: Where names begin.
        apart: Least distance of two names.
    """
    last = -math.inf
    for y, name, colour in sorted(ends):
        place = max(y + 4, last + apart)
        picture.words(x, place, name, colour=colour, size=12)
        last = place
