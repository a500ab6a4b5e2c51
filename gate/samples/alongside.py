"""What stands beside the answers of a sample: further numbers, and the slices of its items."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from gate.arrays import FloatArray
    from gate.golden import GoldenItem
    from gate.run import Answer


def numbers_of(answers: Sequence[Answer | None]) -> dict[str, FloatArray]:
    """Return ``{field: (n,)}`` the further numbers of the answers; NaN where an answer has none."""
    names = sorted({name for a in answers if a is not None for name in a.numbers})
    carried = [a.numbers if a is not None else {} for a in answers]
    return {name: np.array([c.get(name, math.nan) for c in carried], np.float64) for name in names}


def groups_of(items: Collection[GoldenItem]) -> dict[str, tuple[str, ...]]:
    """Return ``{slice field: n values}``; ``""`` where an item has none."""
    fields = sorted({field for item in items for field in item.slices})
    return {field: tuple(item.slices.get(field, "") for item in items) for field in fields}
