"""What stands beside the answers of a sample, and the entries that every kind of sample has an item."""

from __future__ import annotations

import math
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.golden import GoldenItem
    from gate.run import Answer
    from gate.samples.kinds import Sample


def numbers_of(answers: Sequence[Answer | None]) -> dict[str, FloatArray]:
    """Return ``{field: (n,)}`` the further numbers of the answers; NaN where an answer has none."""
    names = sorted({name for a in answers if a is not None for name in a.numbers})
    carried = [a.numbers if a is not None else {} for a in answers]
    return {name: np.array([c.get(name, math.nan) for c in carried], np.float64) for name in names}


def groups_of(items: Collection[GoldenItem]) -> dict[str, tuple[str, ...]]:
    """Return ``{slice field: n values}``; ``""`` where an item has none."""
    fields = sorted({field for item in items for field in item.slices})
    return {field: tuple(item.slices.get(field, "") for item in items) for field in fields}


def taken(sample: Sample, rows: BoolArray) -> dict[str, Any]:
    """Return what every sample has an entry an item of, by name, where ``(n,)`` ``rows`` is true."""
    return {
        "ids": tuple(compress(sample.ids, rows)),
        "weight": sample.weight[rows],
        "numbers": {field: values[rows] for field, values in sample.numbers.items()},
        "answered": sample.answered[rows],
        "groups": {field: tuple(compress(values, rows)) for field, values in sample.groups.items()},
        "repeated": None if sample.repeated is None else sample.repeated.take(rows),
    }
