"""How every plot looks, and how it becomes bytes."""

from __future__ import annotations

import io
import re
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure

from gate.reporters.escaping import line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes

INK, FAINT, RULE, BAND = "#1f2328", "#57606a", "#d0d7de", "#e7ecf1"
LOSS, GAIN, BEFORE, NOW, MARK = "#b3261e", "#1a7038", "#6b4e9b", "#0b5cad", "#8a5a00"

COLOURS = {
    INK: "ink",
    FAINT: "faint",
    RULE: "rule",
    BAND: "band",
    LOSS: "loss",
    GAIN: "gain",
    BEFORE: "before",
    NOW: "now",
    MARK: "mark",
}
"""Colour → its name in a page, which may give it another value in the dark."""

SIDES = {"baseline": (BEFORE, (0, (4, 2))), "candidate": (NOW, "solid")}
"""Side → colour and dash: told apart without colour, too."""

WIDTH = 7.2
"""Inches of a plot's width."""

LABEL = 44
"""Longest label beside an axis, in characters."""

LARGEST = 1e100
"""Size from which a number is told in the tables only."""

_LOOK: Any = {
    "svg.hashsalt": "gate",
    "svg.fonttype": "none",
    "svg.id": None,
    "text.parse_math": False,
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": RULE,
    "legend.frameon": False,
    "axes.unicode_minus": True,
}

_TOO_WIDE = re.compile(r'(<svg\b[^>]*?) width="[^"]*" height="[^"]*"')


@dataclass(frozen=True, slots=True)
class Plot:
    """One drawn plot.

    Attributes:
        name: Stable, unique in its report: ``"checks"``, ``"items-ndcg@10"``.
        kind: Part of the page where it stands.
        title: What it is, in a few words, unescaped.
        caption: How to read it, and what was left out, in sentences, unescaped.
        figure: The drawing.
    """

    name: str
    kind: str
    title: str
    caption: str
    figure: Figure

    @property
    def svg(self) -> str:
        """The drawing as a file of its own, with its colours as they are."""
        stream = io.StringIO()
        with _look():
            self.figure.savefig(
                stream, format="svg", metadata={"Date": None, "Creator": None, "Title": line(self.title)}
            )
        return stream.getvalue()

    def inline(self, prefix: str) -> str:
        """The drawing for a page: ids start with ``prefix``, and colours follow the page's own."""
        text = self.svg
        text = text[text.index("<svg") :]
        text = re.sub(r"\s*<(metadata|title)>.*?</\1>", "", text, flags=re.DOTALL)
        text = re.sub(r'(?<=\bid=")(?=[^"]+")', f"{prefix}-", text)
        text = re.sub(r'(?<=url\(#)|(?<=xlink:href="#)', f"{prefix}-", text)
        for colour, name in COLOURS.items():
            text = text.replace(colour, f"var(--{name})")
        return _TOO_WIDE.sub(r'\1 aria-hidden="true" focusable="false"', text, count=1)

    def png(self) -> bytes:
        """The drawing as pixels, on white."""
        stream = io.BytesIO()
        with _look():
            self.figure.savefig(stream, format="png", dpi=144, facecolor="white", metadata={"Software": None})
        return stream.getvalue()


@contextmanager
def _look() -> Iterator[None]:
    with warnings.catch_warnings(), mpl.rc_context(_LOOK):
        # Of a script that the measuring font lacks, or of numbers too large for an axis: the page has them.
        warnings.simplefilter("ignore")
        yield


@contextmanager
def canvas(
    height: float, *, rows: int = 1, columns: int = 1, ratios: list[float] | None = None
) -> Iterator[tuple[Figure, list[Axes]]]:
    """Make a figure of ``height`` inches with a grid of axes, in the common look."""
    with _look():
        figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor="none")
        axes = figure.subplots(rows, columns, squeeze=False, height_ratios=ratios)
        for each in axes.flat:
            each.set_facecolor("none")
        yield figure, list(axes.flat)


def fits(*values: float | None) -> bool:
    """Return whether an axis can hold ``values``: the library reckons with sums and powers of them."""
    return all(value is None or abs(value) < LARGEST for value in values)


def label(text: str) -> str:
    """Spell what a stranger named, short and in one line."""
    return line(text, LABEL)
