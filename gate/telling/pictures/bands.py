"""Bootstrap bands around the curves of a classifier's scores: pointwise, on a grid that no data move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.report import Band
from gate.samples.curve import Curve, interchangeable
from gate.stats import resample

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gate.arrays import FloatArray
    from gate.report.pictures import Which
    from gate.samples.clusters import Clusters
    from gate.samples.curve import Cells
    from gate.samples.labelled import LabelledSample

RESAMPLES = 400
"""Resamples at most: the ends of a band are looked at, and decide nothing."""

GRID = 101
"""Places on either axis, from 0 to 1."""

BY_CELL_FROM = 20_000
"""Items from which scores are put into :data:`CELLS` cells of equal mass before they are drawn."""

CELLS = 2_000
"""Cells, twenty to each place of the grid."""

FEW = 20
"""Items of the rarer class below which the exact multinomial law is drawn."""

MAX_REJECTED = 0.05
"""Share of resamples without one of the classes above which no band is drawn."""


def bands(
    sides: Mapping[Which, LabelledSample],
    clusters: Mapping[Which, Clusters | None],
    *,
    confidence: float,
    resamples: int,
    seed: int,
) -> tuple[tuple[Band, ...], tuple[Band, ...]]:
    """Resample both sides' items and follow their curves on a fixed grid.

    Args:
        sides: Samples with scores and items of both classes.
        clusters: What is drawn as one; ``None`` if each item stands alone.
        confidence: Of the interval at each place, in (0, 1).
        resamples: The config's; at most :data:`RESAMPLES` are used.
        seed: The config's.

    Returns:
        Bands of the ROC curve, then of precision and recall; a side whose resamples too often lack a class
        has none. A place of the ROC curve has the highest recall whose false positive rate is no more than
        that; a place of the other has the precision of the highest threshold that finds as much.

    Source:
        Percentile intervals of the bootstrap at each false positive rate and each recall, the "vertical
        averaging" of Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 27(8), 2006,
        section 7.
    """
    found: tuple[list[Band], list[Band]] = ([], [])
    grid = np.linspace(0.0, 1.0, GRID)
    tail = (1.0 - confidence) / 2
    draws = min(resamples, RESAMPLES)
    for side, sample in sides.items():
        blocks = list(_resampled(sample, clusters[side], draws, seed))
        recalls, precisions = (np.concatenate(parts) for parts in zip(*map(_follow, blocks), strict=True))
        if len(recalls) < (1.0 - MAX_REJECTED) * draws:
            continue
        for kept, values in zip(found, (recalls, precisions), strict=True):
            low, high = np.quantile(values, [tail, 1.0 - tail], axis=0)
            kept.append(Band(side, tuple(grid.tolist()), tuple(low.tolist()), tuple(high.tolist())))
    return tuple(found[0]), tuple(found[1])


def _resampled(sample: LabelledSample, clusters: Clusters | None, draws: int, seed: int) -> Iterator[Cells]:
    curve = Curve.of(sample)
    if clusters is None and curve.weight is None and len(sample.ids) >= BY_CELL_FROM:
        sizes, (curve,) = interchangeable(_in_cells(sample))
        for totals in resample.cell_totals(sizes, draws, seed=seed):
            yield curve.reduce(totals)
        return
    units = sample.ids if clusters is None else clusters.names
    few = min(sample.positives, len(sample.ids) - sample.positives) < FEW
    for drawn in resample.weights(units, draws, seed=seed, few=few):
        yield curve.reduce(drawn if clusters is None else clusters.spread(drawn))


def _in_cells(sample: LabelledSample) -> Curve:
    """Sort items by their cell instead of their score; scores that are equal stay together."""
    ordered = np.sort(sample.score)
    ends = ordered[np.linspace(0, ordered.size - 1, CELLS).round().astype(np.int64)]
    cell = np.searchsorted(ends, sample.score, side="left").astype(np.float64)
    return Curve.of_scores(sample.positive, cell, sample.answered, weight=sample.weight)


def _follow(cells: Cells) -> tuple[FloatArray, FloatArray]:
    """Return recall at each false positive rate, and precision at each recall, a row a resample.

    Resamples without one of the classes are left out.
    """
    whole = np.flatnonzero((cells.positives > 0) & (cells.negatives > 0))
    recall, precision = np.empty((whole.size, GRID)), np.empty((whole.size, GRID))
    places = np.arange(GRID)
    for i, row in enumerate(whole.tolist()):
        tp, fp = cells.tp[row], cells.fp[row]
        # The grid is stretched, not the counts divided: whole weights then meet it exactly.
        reached = np.searchsorted(fp * (GRID - 1), places * cells.negatives[row], side="right")
        recall[i] = np.append(0.0, tp)[reached] / cells.positives[row]
        first = np.searchsorted(tp * (GRID - 1), places * cells.positives[row], side="left")
        first = np.maximum(first.clip(max=tp.size - 1), np.searchsorted(tp, 0.0, side="right"))
        precision[i] = tp[first] / (tp[first] + fp[first])
    return recall, precision
