"""What an item's change of answer did to a formula over totals: its two answers exchanged, alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.stats.aumann_shapley import settled

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray
    from gate.samples.clusters import Clusters
    from gate.scores import Score

UNDERSTATED = 2.0
"""How many times the influences' spread exchanges must show before they are believed instead."""

UNDERSTATED_BY_FEW = 1.2
"""The same for metrics in which some items are much larger than others, as long texts are, where few items
made the change: influences of all items carry what only these few did."""

FEW = 16
"""Items (or clusters) of equal parts below which a change was made by few."""

_AT_ONCE = 1_000
"""Items exchanged in one go: each of them has totals of its own."""


def exchanges(
    before: Score, after: Score, rows: BoolArray, clusters: Clusters | None = None
) -> FloatArray | None:
    """Return each item's part in the change of a value, where influences leave most of it out.

    An influence is a derivative. Where all items of a rare class turn from right to wrong, its F1 stands at 1
    and then at 0, and at neither end does the weight of any item move it: influences see nothing, and so a
    loss of two items seems to be beyond all chance. Exchanging the two answers of an item, in either run and
    alone, sees it: the part of an item is the mean of what that takes away from the one value and adds to
    the other.

    Where a formula jumps (the precision of a class that is decided for no more), any one item given back
    undoes the whole jump, so parts come to far more than the gain; they are shared in proportion to that.

    Args:
        before: One side.
        after: The other side, on the same rows.
        rows: ``(n,)`` the items that take part.
        clusters: Which of the items belong together and vary as one; ``None`` if all stand alone.

    Returns:
        ``(n,)`` parts, which sum to ``after.value - before.value`` over ``rows`` and are exactly 0 for items
        with the same answer; ``None`` where influences say as much, where nothing moved or an exchange has no
        value, and where many items moved a metric whose items differ in size; also for a diagnostic, for what
        is best at 0, and for a formula that has no columns, or columns of an item that speak of the others.
    """
    metric = after.metric
    if metric.form != "over_totals" or metric.relative or metric.diagnostic or metric.best_at_zero:
        return None
    old, new = before.columns, after.columns
    moved = np.flatnonzero(rows & (old != new).any(axis=1))
    if not moved.size:
        return None
    then, now = (columns[rows].sum(axis=0) for columns in (old, new))
    parts = np.zeros(len(rows))
    for start in range(0, moved.size, _AT_ONCE):
        some = moved[start : start + _AT_ONCE]
        change = new[some] - old[some]
        taken = after.value - after.of_totals(now - change)
        given = before.of_totals(then + change) - before.value
        parts[some] = (taken + given) / 2
    if np.isnan(parts).any():
        return None
    gain = after.value - before.value
    parts = settled(parts, gain, (old != new).any(axis=1) & rows, after.share)
    pulls = (after.share * after.influence - before.share * before.influence)[rows]
    own = parts[rows]
    if clusters is not None:
        own, pulls = (clusters.take(rows).totals(each) for each in (own, pulls))
    squares = math.fsum(own**2)
    if metric.groups is None:
        understated = squares > UNDERSTATED**2 * math.fsum(pulls**2)
    else:
        by_few = math.fsum(np.abs(own)) ** 2 < FEW * squares
        understated = by_few and squares > UNDERSTATED_BY_FEW**2 * math.fsum(pulls**2)
    return parts if understated else None
