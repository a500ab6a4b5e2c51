"""Embeddings: two clouds of vectors, by their means, by a classifier and by their divergence."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from gate.drift.finding import Finding
from gate.drift.levels import too_few
from gate.stats import cloud, neighbours, permutation

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.config.monitor import Embeddings, Levels
    from gate.stats.neighbours import Neighbours

FIELD = "embeddings"

SLACK = 1e-9
"""Relative; draws that differ from the observed value by rounding alone count as equal to it."""


def embeddings(
    rule: Embeddings, reference: FloatArray, window: FloatArray, levels: Levels, *, draws: int, seed: int
) -> list[Finding]:
    """Compare two clouds of vectors by permutation tests on at most ``rule.sample`` of each.

    Args:
        rule: How many vectors and dimensions are used.
        reference: ``(m, d)`` vectors.
        window: ``(n, d)`` vectors.
        levels: What is an alarm.
        draws: Labellings drawn.
        seed: Of the sample and the draws.
    """
    sizes = (len(reference), len(window))
    few = too_few(FIELD, "embeddings", sizes)
    if few is not None:
        return [few]
    old, new = (_sample(vectors, rule.sample, seed) for vectors in (reference, window))
    points, in_window = _pooled(old, new, seed)
    near = neighbours.neighbours(points)
    low = cloud.principal(points, rule.dimensions)
    near_low = near if low is points else neighbours.neighbours(low)
    voters = neighbours.voters(len(points))
    statistics: dict[str, Callable[[BoolArray], FloatArray]] = {
        "mean_distance": partial(cloud.mean_distance, points),
        "separation": partial(neighbours.separation, near, k=voters),
        "embedding_divergence": partial(_divergences, near_low, low.shape[1]),
    }
    observed = {name: float(of(in_window[None, :])[0]) for name, of in statistics.items()}
    reached = dict.fromkeys(statistics, 1)
    for labels in permutation.labels(len(points), len(new), draws, seed=seed):
        for name, of in statistics.items():
            least = observed[name] - SLACK * abs(observed[name])
            reached[name] += int((of(labels) >= least).sum())
    told = {
        "mean_distance": (levels.mean_distance, "in units of the cloud's spread"),
        "separation": (levels.separation, f"ROC-AUC of a rule of {voters} nearest neighbours"),
        "embedding_divergence": (
            levels.embedding_divergence,
            f"nats, {neighbours.NEAREST} nearest neighbours in {low.shape[1]} dimensions",
        ),
    }
    cut = f"; {len(old):,} and {len(new):,} vectors drawn" if max(sizes) > rule.sample else ""
    return [
        Finding(
            FIELD,
            "embeddings",
            name,
            value=observed[name],
            p=reached[name] / (draws + 1),
            effect=observed[name],
            level=level,
            reference_records=sizes[0],
            window_records=sizes[1],
            method="permutation",
            because=f"{what}{cut}",
        )
        for name, (level, what) in told.items()
    ]


def _divergences(near: Neighbours, dimensions: int, labels: BoolArray) -> FloatArray:
    return np.array([neighbours.divergence(near, row, dimensions=dimensions) for row in labels])


def _sample(vectors: FloatArray, most: int, seed: int) -> FloatArray:
    """Return at most ``most`` vectors, drawn in a way that their order has no part in."""
    ordered = vectors[_canonical(vectors)]
    if len(ordered) <= most:
        return ordered
    return ordered[np.sort(permutation.shuffled(len(ordered), seed=seed)[:most])]


def _pooled(old: FloatArray, new: FloatArray, seed: int) -> tuple[FloatArray, BoolArray]:
    """Return both clouds on one grid, in an order that says nothing about which window a point is of."""
    points = cloud.gridded(np.concatenate([old, new]))
    in_window: BoolArray = np.arange(len(points)) >= len(old)
    # Equal points would else stand reference first, and the first of equal distances counts as nearer.
    mixed = permutation.shuffled(len(points), seed=seed)
    return points[mixed], in_window[mixed]


def _canonical(vectors: FloatArray) -> IntArray:
    """Return the order of the rows by their bytes."""
    rows = np.ascontiguousarray(vectors + 0.0)  # there is a negative zero
    whole = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
    order: IntArray = whole.argsort(kind="stable").astype(np.int64)
    return order
