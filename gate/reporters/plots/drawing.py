"""How every plot looks, and how it becomes bytes."""

from __future__ import annotations

import io
import re
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure

from gate.reporters.escaping import line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from matplotlib.axes import Axes

INK, FAINT, RULE, BAND, PAPER = "#1f2328", "#57606a", "#d0d7de", "#e7ecf1", "#ffffff"
LOSS, GAIN, BASELINE, CANDIDATE, MARK = "#b3261e", "#1a7038", "#6b4e9b", "#0b5cad", "#8a5a00"

COLOURS = {
    INK: "ink",
    FAINT: "faint",
    RULE: "rule",
    BAND: "band",
    PAPER: "paper",
    LOSS: "loss",
    GAIN: "gain",
    BASELINE: "baseline",
    CANDIDATE: "candidate",
    MARK: "mark",
}
"""Colour → its name in a page, which may give it another value in the dark."""

SIDES = {"baseline": (BASELINE, (0, (4, 2))), "candidate": (CANDIDATE, "solid")}
"""Side → colour and dash: told apart without colour, too."""

LABEL = 44
"""Longest label of an axis or a row, in characters."""

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
_TAG = re.compile(r"<[^>]+>")
_LONG = re.compile(r"-?\d+\.\d{3,}")


class Width(Enum):
    """Inches of a plot's width: on a desk or on paper, and on a telephone. The letters keep their size."""

    WIDE = 7.2
    NARROW = 3.7


@dataclass(frozen=True, slots=True)
class Plot:
    """One drawn plot.

    Attributes:
        name: Stable, unique in its report: ``"checks"``, ``"items-ndcg@10"``.
        kind: Part of the page where it stands.
        title: What it is, in a few words, unescaped.
        caption: How to read it, and what was left out, in sentences, unescaped.
        draw: Draws it as wide as is asked.
    """

    name: str
    kind: str
    title: str
    caption: str
    draw: Callable[[Width], Figure]

    @property
    def svg(self) -> str:
        """The drawing as a file of its own, with its colours as they are."""
        return self._svg(Width.WIDE)

    def inline(self, prefix: str) -> str:
        """The drawing for a page, wide and then narrow.

        Ids start with ``prefix``, and colours follow the page's own. Places are rounded to a hundredth of a
        point, which no screen shows.
        """
        return self._inline(prefix, Width.WIDE) + self._inline(f"{prefix}n", Width.NARROW)

    def _inline(self, prefix: str, width: Width) -> str:
        text = self._svg(width)
        text = text[text.index("<svg") :]
        text = re.sub(r"\s*<(metadata|title)>.*?</\1>", "", text, flags=re.DOTALL)
        text = re.sub(r"\n\s*", "\n", text)
        text = _TAG.sub(lambda tag: _LONG.sub(_short, tag[0]), text)
        text = re.sub(r'(?<=\bid=")(?=[^"]+")', f"{prefix}-", text)
        text = re.sub(r'(?<=url\(#)|(?<=xlink:href="#)', f"{prefix}-", text)
        for colour, name in COLOURS.items():
            text = text.replace(colour, f"var(--{name})")
        return _TOO_WIDE.sub(
            rf'\1 class="{width.name.lower()}" aria-hidden="true" focusable="false"', text, count=1
        )

    def png(self) -> bytes:
        """The drawing as pixels, on white."""
        stream = io.BytesIO()
        with _look():
            figure = self.draw(Width.WIDE)
            figure.savefig(stream, format="png", dpi=144, facecolor="white", metadata={"Software": None})
        return stream.getvalue()

    def _svg(self, width: Width) -> str:
        stream = io.StringIO()
        about = {"Date": None, "Creator": None, "Title": line(self.title)}
        with _look():
            self.draw(width).savefig(stream, format="svg", metadata=about)
        return stream.getvalue()


def _short(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


@contextmanager
def _look() -> Iterator[None]:
    with warnings.catch_warnings(), mpl.rc_context(_LOOK):
        # Of a script that the measuring font lacks, or of numbers too large for an axis: the page has them.
        warnings.simplefilter("ignore")
        yield


@contextmanager
def canvas(
    height: float,
    *,
    width: Width,
    rows: int = 1,
    columns: int = 1,
    ratios: list[float] | None = None,
    alike: bool = False,
) -> Iterator[tuple[Figure, list[Axes]]]:
    """Make a figure with a grid of axes, in the common look.

    Args:
        height: Inches of all rows together.
        width: Of the figure; if narrow, all axes stand in one column, each as high as it was.
        rows: Of axes.
        columns: Of axes.
        ratios: Heights of the rows, relative to each other.
        alike: Whether all vertical axes have one scale.
    """
    if width is Width.NARROW:
        height, rows, columns = height * columns, rows * columns, 1
    with _look():
        size = (width.value, height)
        figure = Figure(figsize=size, layout="constrained", facecolor="none")
        axes = figure.subplots(rows, columns, squeeze=False, height_ratios=ratios, sharey=alike)
        for each in axes.flat:
            each.set_facecolor("none")
        yield figure, list(axes.flat)


def write(axes: Axes, text: str, place: tuple[float, float], shift: tuple[float, float], **look: Any) -> None:
    """Write in a panel.

    Args:
        axes: The panel.
        text: What.
        place: Where: each in the units of its axis, or ``axes fraction`` where ``look`` says so.
        shift: Points to the right of that and above.
        **look: Of the text; ``units`` are those of ``place``, of the axes unless said.
    """
    units = look.pop("units", ("data", "data"))
    shifted: dict[str, Any] = {"xytext": shift, "textcoords": "offset points", "annotation_clip": False}
    axes.annotate(text, place, xycoords=units, **shifted, **look)


def legend(figure: Figure, *, columns: int) -> None:
    """Say below all axes what is what, each name once, where it hides nothing."""
    found: dict[str, Any] = {}
    for axes in figure.axes:
        for handle, name in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(name, handle)
    where: Any = "outside lower left"
    figure.legend(list(found.values()), list(found), loc=where, ncols=columns, fontsize=9)


def fits(*values: float | None) -> bool:
    """Return whether an axis can hold ``values``: the library reckons with sums and powers of them."""
    return all(value is None or abs(value) < LARGEST for value in values)


def label(text: str) -> str:
    """Spell what a stranger named, short and in one line."""
    return line(text, LABEL)
