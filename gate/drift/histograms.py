"""Two histograms over the same cells: statistics, and the chance of each where nothing drifted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.drift.finding import Finding
from gate.stats import permutation
from gate.stats import population_stability as stability
from gate.stats.jensen_shannon import jensen_shannon
from gate.stats.kullback_leibler import kullback_leibler

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gate.arrays import FloatArray, IntArray
    from gate.config.monitor import Levels
    from gate.drift.finding import Kind

    Statistic = Callable[[FloatArray, FloatArray], FloatArray]

SLACK = 1e-12
"""Draws that differ from the observed value by rounding alone count as equal to it."""

LARGE = 2.5
"""Multiple of the stability index's level from which an alarm is large: 0.25 where 0.1 is the level."""


def unseen(window: FloatArray, reference: FloatArray) -> FloatArray:
    """Return the share of the window's records whose cell is empty in the reference."""
    total = np.maximum(1.0, window.sum(axis=-1))
    found: FloatArray = np.where(reference == 0, window, 0.0).sum(axis=-1) / total
    return found


def chances(
    window: FloatArray,
    reference: FloatArray,
    statistics: Mapping[str, Statistic],
    *,
    draws: int,
    seed: int,
) -> dict[str, float]:
    """Return the chance of each statistic by drawing anew which window every record belongs to.

    A record falls to the window with chance n / (m + n), whatever its cell, so the sizes of the windows
    vary a little, as they do in production.

    Returns:
        ``{name: p}``; the observed labelling counts as one draw, so no chance is 0.
    """
    both = (window + reference).astype(np.int64)
    share = float(window.sum() / both.sum())
    observed = {name: float(of(window, reference)) for name, of in statistics.items()}
    reached = dict.fromkeys(statistics, 1)
    for drawn in permutation.cell_splits(both, share, draws, seed=seed):
        others = both - drawn
        whole = (drawn.sum(axis=1) > 0) & (others.sum(axis=1) > 0)
        for name, of in statistics.items():
            reached[name] += int((of(drawn[whole], others[whole]) >= observed[name] - SLACK).sum())
            reached[name] += int((~whole).sum())
    return {name: count / (draws + 1) for name, count in reached.items()}


def compared(
    field: str,
    kind: Kind,
    window: FloatArray,
    reference: FloatArray,
    levels: Levels,
    p: Mapping[str, float],
    *,
    cells: str,
) -> list[Finding]:
    """Return the stability index and both divergences of two histograms.

    Args:
        field: Name of the field.
        kind: What it holds.
        window: ``(k,)`` counts.
        reference: ``(k,)`` counts.
        levels: What is an alarm.
        p: The chances of :data:`STATISTICS`.
        cells: What the cells are, for the report.
    """
    m, n = int(reference.sum()), int(window.sum())
    by_chance = stability.critical(max(2, window.size), m, n, p=levels.p)
    least = {
        "population_stability": max(levels.population_stability, by_chance),
        "jensen_shannon": levels.jensen_shannon,
        "kullback_leibler": levels.kullback_leibler,
    }
    found = []
    for name, of in STATISTICS.items():
        value = float(of(window, reference))
        large = max(least[name], LARGE * levels.population_stability)
        found.append(
            Finding(
                field,
                kind,
                name,
                value=value,
                p=p[name],
                effect=value,
                level=least[name],
                large=large if name == "population_stability" else np.inf,
                reference_records=m,
                window_records=n,
                method="permutation",
                because=cells,
            )
        )
    return found


STATISTICS: Mapping[str, Statistic] = {
    "population_stability": stability.population_stability,
    "jensen_shannon": jensen_shannon,
    "kullback_leibler": kullback_leibler,
}
"""Every statistic of two histograms that has a level of its own."""


def counted(cells: IntArray, k: int) -> FloatArray:
    """Return how often each of k cells occurs, as ``(k,)`` counts."""
    return np.bincount(cells, minlength=k).astype(np.float64)
