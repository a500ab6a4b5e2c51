"""A field of categories: shares of its values, and which values came or went."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import number
from gate.drift import histograms
from gate.drift.finding import Finding
from gate.drift.levels import share_level, too_few
from gate.stats import chi_squared, contingency

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.arrays import FloatArray
    from gate.config.monitor import Levels
    from gate.readers.windows import Column

NAMED = 10
"""Categories that a finding names."""


def categories(
    field: str, reference: Column, window: Column, levels: Levels, *, draws: int, seed: int
) -> list[Finding]:
    """Compare the shares of all categories.

    A category that one window lacks is a cell like any other: smoothed, or given the least share.

    Args:
        field: Name of the field.
        reference: Its categories in the reference; records without one are not counted here.
        window: The same in the window.
        levels: What is an alarm.
        draws: Labellings drawn for the permutation tests.
        seed: Of these draws.
    """
    before, after = _counter(reference), _counter(window)
    few = too_few(field, "category", (before.total(), after.total()))
    if few is not None:
        return [few]
    names = sorted(before | after)
    old, new = (np.array([float(side[name]) for name in names]) for side in (before, after))
    statistics = {
        **histograms.STATISTICS,
        "chi_squared": contingency.statistic,
        "new_categories": histograms.unseen,
        "missing_categories": lambda w, r: histograms.unseen(r, w),
    }
    p = histograms.chances(new, old, statistics, draws=draws, seed=seed)
    found = [_chi_squared(field, names, old, new, levels, p["chi_squared"])]
    cells = f"{len(names):,} categories"
    found += histograms.compared(field, "category", new, old, levels, p, cells=cells)
    found.append(_unseen(field, "new_categories", after, before, levels, p))
    found.append(_unseen(field, "missing_categories", before, after, levels, p))
    return found


def _counter(column: Column) -> Counter[str]:
    found: Counter[str] = Counter()
    for value, count in zip(column.values, column.counts, strict=True):
        found[value] += count
    return found


def _chi_squared(
    field: str, names: list[str], old: FloatArray, new: FloatArray, levels: Levels, drawn: float
) -> Finding:
    """Test all shares at once; the share that moved most, as its level counts, is the effect."""
    exact = len(names) > 1 and contingency.least_expected(new, old) >= contingency.FEW
    value = float(contingency.statistic(new, old))
    before, after = old / old.sum(), new / new.sum()
    least = [share_level(share, levels.share) or levels.share for share in before.tolist()]
    most = int((np.abs(after - before) / np.array(least)).argmax())
    return Finding(
        field,
        "category",
        "chi_squared",
        value=value,
        p=chi_squared.tail(value, len(names) - 1) if exact else drawn,
        effect=abs(float(after[most] - before[most])),
        level=least[most],
        reference=float(before[most]),
        window=float(after[most]),
        reference_records=int(old.sum()),
        window_records=int(new.sum()),
        method="chi-squared" if exact else "permutation",
        because=f"the share of {names[most]!r} moved most: {number(before[most])} to {number(after[most])}",
        items=(names[most],),
    )


def _unseen(
    field: str,
    statistic: str,
    side: Counter[str],
    other: Counter[str],
    levels: Levels,
    p: Mapping[str, float],
) -> Finding:
    """Say which categories of ``side`` the other window lacks, and how many records have them."""
    only = sorted((name for name in side if side[name] and not other[name]), key=lambda n: (-side[n], n))
    value = sum(side[name] for name in only) / side.total()
    is_new = statistic == "new_categories"
    sizes = (other.total(), side.total()) if is_new else (side.total(), other.total())
    where = "reference" if is_new else "window"
    return Finding(
        field,
        "category",
        statistic,
        value=value,
        p=p[statistic],
        effect=value,
        level=levels.share,
        reference=0.0 if is_new else value,
        window=value if is_new else 0.0,
        reference_records=sizes[0],
        window_records=sizes[1],
        method="permutation",
        because=f"{len(only):,} not in the {where}" if only else "",
        items=tuple(only[:NAMED]),
    )
