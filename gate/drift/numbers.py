"""A field of numbers: its distribution, by Kolmogorov–Smirnov and in bins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.drift import histograms
from gate.drift.finding import Finding
from gate.drift.levels import too_few
from gate.stats import kolmogorov_smirnov as ks

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.config.monitor import Levels
    from gate.drift.finding import Kind
    from gate.readers.windows import Column

BINS = 10
"""Bins between the reference's deciles."""

CAP = 10_000
"""Records of a window that the Kolmogorov–Smirnov test counts: beyond, it sees what nobody minds."""


def numbers(
    field: str, kind: Kind, reference: Column, window: Column, levels: Levels, *, draws: int, seed: int
) -> list[Finding]:
    """Compare the distributions of a number.

    Args:
        field: Name of the field.
        kind: ``"number"``, or ``"text"`` whose words were counted.
        reference: The numbers of the reference; records without one are not counted here.
        window: The same in the window.
        levels: What is an alarm.
        draws: Labellings drawn for the permutation tests.
        seed: Of these draws.
    """
    few = too_few(field, kind, (sum(reference.counts), sum(window.counts)))
    if few is not None:
        return [few]
    old, new = _expanded(reference), _expanded(window)
    d = ks.distance(old, new)
    tested = Finding(
        field,
        kind,
        "kolmogorov_smirnov",
        value=d,
        p=ks.tail(d, min(CAP, old.size), min(CAP, new.size)),
        effect=d,
        level=levels.kolmogorov_smirnov,
        large=2 * levels.kolmogorov_smirnov,
        reference=float(np.median(old)),
        window=float(np.median(new)),
        reference_records=old.size,
        window_records=new.size,
        method="kolmogorov",
        because=f"each window counts as at most {CAP:,}" if max(old.size, new.size) > CAP else "",
    )
    edges = deciles(old)
    before, after = (histograms.counted(np.searchsorted(edges, x), edges.size + 1) for x in (old, new))
    p = histograms.chances(after, before, histograms.STATISTICS, draws=draws, seed=seed)
    cells = f"{edges.size + 1} bins at the reference's deciles"
    return [tested, *histograms.compared(field, kind, after, before, levels, p, cells=cells)]


def deciles(values: FloatArray) -> FloatArray:
    """Return the distinct deciles of sorted values; each is a value, and belongs to the bin below it.

    >>> deciles(np.arange(1.0, 11.0)).tolist(), deciles(np.ones(50)).tolist()
    ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], [1.0])
    """
    at = (np.arange(1, BINS) * values.size + BINS - 1) // BINS - 1
    return np.unique(values[at])


def _expanded(column: Column) -> FloatArray:
    return np.sort(np.repeat(np.array(column.values, dtype=np.float64), column.counts))
