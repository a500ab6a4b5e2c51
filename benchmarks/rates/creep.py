"""Sixty merges on one golden set: slow decline, harmless churn and one step, with and without an anchor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates.gated import ANCHORED, TOLERANCE, might_drop, verdicts
from benchmarks.rates.merges import SMALL, Scenario, spelt
from benchmarks.rates.population import (
    COMPETITORS,
    NOISE,
    RELEVANT,
    SIGNAL,
    SIGNAL_SPREAD,
    ranks_of,
    sample,
)
from benchmarks.rates.tables import Table
from gate.scoring import score
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample

MERGES = 60
CHANGING = 0.5
"""Chance that a merge changes results at all."""

CHURN = 0.995
"""Correlation of the system's noise from one changing merge to the next."""

Reds = tuple[tuple[float, float], ...]

SPELLINGS = ("ndcg@10", "recall@10")


@dataclass(frozen=True, slots=True)
class Course:
    """What happens to the signal of every relevant document.

    Attributes:
        name: For the table.
        drift: Lost at each changing merge, in standard deviations.
        step: Lost at once at the tenth merge.
    """

    name: str
    drift: float = 0.0
    step: float = 0.0


COURSES = (
    Course("harmless churn"),
    Course("0.3 points at each changing merge", drift=0.0135),
    Course("0.8 points at each changing merge", drift=0.034),
    Course("8 points at the tenth merge", step=0.35),
)


def versions(course: Course, n: int, rng: np.random.Generator) -> Iterator[tuple[int, float, RankedSample]]:
    """Yield the number of each merge that changes results, the signal lost so far, and the answers."""
    width = COMPETITORS + len(RELEVANT)
    relevant = 1 + np.searchsorted(np.cumsum(RELEVANT)[:-1], rng.random(n))
    latent = rng.standard_normal((n, width))
    latent[:, COMPETITORS:] += rng.normal(SIGNAL, SIGNAL_SPREAD, (n, 1))
    noise = rng.standard_normal((n, width))
    lost = 0.0
    for merge in range(MERGES + 1):
        changes = merge == 0 or rng.random() < CHANGING
        if merge and changes:
            noise = CHURN * noise + np.sqrt(1 - CHURN**2) * rng.standard_normal((n, width))
            lost += course.drift
        if merge == 10 and course.step:
            lost, changes = lost + course.step, True
        if changes:
            seen = latent + NOISE * noise
            seen[:, COMPETITORS:] -= lost
            yield merge, lost, sample(ranks_of(seen, relevant), relevant, ["a"] * n)


def tables(sizes: tuple[int, ...], runs: int) -> list[Table]:
    """Share of courses that are stopped, when, and at what loss."""
    rows = []
    for course in COURSES:
        harmless = not (course.drift or course.step)
        for n in sizes:
            many = runs if n <= 200 else max(20, runs // 4)
            found = first_reds(course, n, many)
            rows.append(
                [
                    course.name,
                    f"{n:,}",
                    *(_shown(f, many, harmless=harmless) for f in found),
                ]
            )
    return [
        Table(
            "Slow decline over sixty merges",
            "Half of the merges change results. Share of courses that are ever turned red; in brackets the "
            "loss of nDCG@10 since the anchor at that moment, in points: the true one on average / on the "
            "golden set itself, on average / at most in 95 % of the courses. The tolerance and the anchor's "
            f"budget are both {100 * TOLERANCE:g} points. {runs:,} courses a row, a quarter of that from "
            "1,000 queries on.",
            ["course", "n", "last accepted run only", "and the anchor, one family"],
            rows,
        )
    ]


@lru_cache(maxsize=64)
def first_reds(course: Course, n: int, runs: int) -> tuple[Reds, Reds]:
    """Return what was lost at the first red of each course: without and with an anchor.

    A pair each: signal lost, and nDCG@10 lost on the golden set itself.
    """
    rng = np.random.default_rng([n, *course.name.encode()])
    rolling: list[tuple[float, float]] = []
    anchored: list[tuple[float, float]] = []
    for _ in range(runs):
        alone = both = None
        first: tuple[RankedSample, FloatArray] | None = None
        last = first
        for _, lost, now in versions(course, n, rng):
            values = np.column_stack([score(now, *spelt(name)).parts for name in SPELLINGS])
            if first is None or last is None:
                first = last = now, values
                continue
            own = -float((values - first[1])[:, 0].mean())
            near, far = (might_drop(values - then) for _, then in (last, first))
            if alone is None and near and _is_red(last[0], now):
                alone = lost, own
            if both is None and (near or far) and _is_red(last[0], now, anchor=first[0]):
                both = lost, own
            last = now, values
            if alone is not None and both is not None:
                break
        rolling += [] if alone is None else [alone]
        anchored += [] if both is None else [both]
    return tuple(rolling), tuple(anchored)


def _is_red(before: RankedSample, after: RankedSample, *, anchor: RankedSample | None = None) -> bool:
    lines = verdicts(before, after, ANCHORED, anchor=anchor)
    return any(line.verdict.outcome is Outcome.REGRESSED for line in lines)


def _shown(reds: Reds, runs: int, *, harmless: bool) -> str:
    share = f"{100 * len(reds) / runs:.0f} %"
    if harmless or not reds:
        return share
    signal, own = np.array(reds).T
    true = 100 * points_lost(signal).mean()
    return f"{share} ({true:.1f} / {100 * own.mean():.1f} / {100 * np.quantile(own, 0.95):.1f})"


def points_lost(signal: FloatArray) -> FloatArray:
    """Turn lost signal into lost nDCG@10, linear between a few populations."""
    grid = [0.0, 0.05, 0.1, 0.2, 0.4, 0.8]
    return np.interp(signal, grid, [0.0, *(-Scenario("", SMALL, loss=g).true_gain() for g in grid[1:])])
