"""Draw the pictures of docs/statistics.md.

    python -m benchmarks.pictures

Rates are read from the tables of docs/error_rates.md, so pictures and tables never disagree; the slide is
one simulated course of sixty merges. The same page gives the same bytes.
"""

from __future__ import annotations

from functools import partial
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates import creep
from benchmarks.rates.drawing import COLOURS, DASHES, INK, Axis, Picture, frame, labelled
from benchmarks.rates.gated import ANCHORED, TOLERANCE, verdicts
from benchmarks.rates.merges import spelt
from benchmarks.rates.tables import by_size
from gate.scoring import score
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gate.judgement.checks import Line

DOCS = Path(__file__).parents[1] / "docs"


def curves(
    title: str,
    sizes: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    *,
    beside: str,
    up: Sequence[tuple[float, str]],
    logarithmic: bool,
) -> Picture:
    """Draw per cent over the size of the golden set, one line a name."""
    picture = Picture(760, 380, title)
    x = Axis(sizes[0], sizes[-1], 60, 480, logarithmic=True)
    y = Axis(up[0][0], up[-1][0], 320, 62, logarithmic=logarithmic)
    frame(
        picture,
        x,
        y,
        across=[(n, f"{n:,}") for n in sizes],
        up=up,
        below="questions in the golden set",
        beside=beside,
    )
    ends = []
    for (name, values), colour, dash in zip(lines.items(), cycle(COLOURS), cycle(DASHES), strict=False):
        points = [(x.at(n), y.at(v)) for n, v in zip(sizes, values, strict=True)]
        picture.line(points, colour=colour, wide=2.2, dash=dash)
        for place in points:
            picture.dot(*place, colour=colour)
        ends.append((points[-1][1], name, colour))
    labelled(picture, ends, x=492)
    return picture


def false_red(page: str) -> Picture:
    """How often a harmless change is red, by rule."""
    sizes, rows = by_size(page, "Harmless changes that are turned red")
    names = {
        "this gate, 30 checks": "gate",
        "permutation test, each check alone": "permutation p < 0.05 and drop, any of 30, uncorrected",
        "bootstrap, each check alone": "paired bootstrap p < 0.05 and drop, any of 30",
        "any point drop": "point drop, any of 30",
        "bootstrap, one metric": "paired bootstrap p < 0.05 and drop, one metric",
    }
    return curves(
        "Harmless changes that turn the build red",
        sizes,
        {name: [cell[-1] for cell in rows[row]] for name, row in names.items()},
        beside="per cent of large harmless changes",
        up=[(0.1, "≤ 0.1"), (1, "1"), (10, "10"), (100, "100")],
        logarithmic=True,
    )


def power(page: str) -> Picture:
    """How often a loss is red, by its kind."""
    sizes, rows = by_size(page, "Losses that are turned red: the gate")
    spread = "every query a little: −{} points"
    broken = "10 % of the queries find nothing"
    lines = {f"{p} points, spread over all": [c[0] for c in rows[spread.format(p)]] for p in (5, 3, 2)}
    lines["a tenth finds nothing"] = [c[0] for c in rows[broken]]
    lines["the same, 20 accepted merges"] = [c[1] for c in rows[broken]]
    return curves(
        "Losses that turn the build red",
        sizes,
        lines,
        beside="per cent of changes, 30 checks, tolerance of two points",
        up=[(0, "0"), (25, "25"), (50, "50"), (75, "75"), (100, "100")],
        logarithmic=False,
    )


STATES = (
    ("regressed", "beyond the tolerance, and surely a drop", -0.045, 0.02, COLOURS[1]),
    ("inconclusive: noisy_drop", "beyond the tolerance, within noise", -0.028, 0.04, COLOURS[2]),
    (
        "inconclusive: underpowered",
        "no drop to speak of, but one cannot be ruled out",
        0.002,
        0.045,
        COLOURS[2],
    ),
    ("pass", "a drop beyond the tolerance is ruled out", -0.002, 0.012, COLOURS[0]),
    ("improved", "surely a gain", 0.035, 0.02, COLOURS[4]),
)
"""Name, meaning, gain, half of the interval, colour."""


def states() -> Picture:
    """What an interval of a gain says against a tolerance."""
    picture = Picture(760, 330, "One interval, five verdicts")
    x = Axis(-0.08, 0.08, 40, 460)
    picture.words(40, 24, picture.title, size=15, bold=True)
    picture.box(x.at(-0.08), 40, x.at(-TOLERANCE) - x.at(-0.08), 232, colour="#fbeceb")
    for value, text, dash in ((-TOLERANCE, "−t", "5 4"), (0, "0", "")):
        picture.line([(x.at(value), 40), (x.at(value), 272)], colour=INK, dash=dash)
        picture.words(x.at(value), 290, text, anchor="middle")
    picture.words(x.at(-0.05), 290, "worse than tolerated", anchor="middle", size=12)
    picture.words(x.at(0.045), 290, "better", anchor="middle", size=12)
    picture.words(250, 314, "gain of the metric, candidate minus baseline", anchor="middle", size=12)
    for row, (name, meaning, gain, reach, colour) in enumerate(STATES):
        y = 66 + 46 * row
        picture.line([(x.at(gain - reach), y), (x.at(gain + reach), y)], colour=colour, wide=3)
        for end in (gain - reach, gain + reach):
            picture.line([(x.at(end), y - 7), (x.at(end), y + 7)], colour=colour, wide=2)
        picture.dot(x.at(gain), y, colour=colour, radius=5)
        picture.words(480, y - 2, name, colour=colour, bold=True)
        picture.words(480, y + 15, meaning, size=11)
    return picture


def slide() -> Picture:
    """One course of slow decline: where the anchor stops it, and that the last run never would."""
    course, n = creep.COURSES[1], 200
    rng = np.random.default_rng(7)
    measured, first, last, rolling, anchored = [], None, None, [], []
    for merge, _, now in creep.versions(course, n, rng):
        value = float(score(now, *spelt("ndcg@10")).value)
        measured.append((merge, value))
        if first is not None and last is not None:
            rolling += [merge] if _red(verdicts(last, now, ANCHORED)) else []
            anchored += [merge] if _red(verdicts(last, now, ANCHORED, anchor=first)) else []
        first, last = first or now, now
    start = measured[0][1]
    values = [v for _, v in measured]
    low, high = round(min(values) - 0.015, 2), round(max(values) + 0.015, 2)
    picture = Picture(760, 380, "A slow slide, and the anchor that stops it")
    x, y = Axis(0, creep.MERGES, 60, 520), Axis(low, high, 320, 62)
    ticks = np.arange(np.ceil(low * 50) / 50, high, 0.02)
    frame(
        picture,
        x,
        y,
        across=[(m, str(m)) for m in range(0, creep.MERGES + 1, 10)],
        up=[(float(t), f"{t:.2f}") for t in ticks],
        below="merges",
        beside="nDCG@10 on 200 questions; half of the merges lose 0.3 points each",
    )
    for value, text in ((start, "the anchor"), (start - TOLERANCE, "its budget: two points")):
        picture.line([(x.start, y.at(value)), (x.end, y.at(value))], colour=COLOURS[4], dash="5 4")
        picture.words(530, y.at(value) + 4, text, colour=COLOURS[4], size=12)
    steps = [(x.at(m), y.at(v)) for m, v in measured]
    picture.line(steps, colour=COLOURS[1], wide=1.6)
    for place in steps:
        picture.dot(*place, colour=COLOURS[1], radius=2.5)
    if anchored:
        at = dict(measured)[anchored[0]]
        picture.dot(x.at(anchored[0]), y.at(at), colour=INK, radius=6)
        picture.words(
            x.at(anchored[0]) + 10, y.at(at) - 10, "red here, against the anchor", bold=True, size=12
        )
    never = "never red" if not rolling else f"red at merge {rolling[0]}"
    picture.words(530, steps[-1][1] + 4, f"against the last run: {never}", colour=COLOURS[1], size=12)
    return picture


def _red(lines: Sequence[Line]) -> bool:
    return any(line.verdict.outcome is Outcome.REGRESSED for line in lines)


def drawn(page: str) -> dict[str, Callable[[], Picture]]:
    """Return what draws each picture, by its file's name."""
    return {
        "false_red": partial(false_red, page),
        "power": partial(power, page),
        "states": states,
        "creep": slide,
    }


def main() -> None:
    """Write all pictures."""
    page = (DOCS / "error_rates.md").read_text("utf-8")
    (DOCS / "images").mkdir(exist_ok=True)
    for name, draw in drawn(page).items():
        (DOCS / "images" / f"{name}.svg").write_text(str(draw()), "utf-8")
        print(f"docs/images/{name}.svg")


if __name__ == "__main__":
    main()
