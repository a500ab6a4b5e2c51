"""Pairs of ratings inside items, and the agreement in them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.errors import Problem, QuestionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray, IntArray


def coincidences(ratings: IntArray, c: int) -> tuple[FloatArray, FloatArray]:
    """Count the ordered pairs of ratings of each item.

    Args:
        ratings: ``(n, r)`` places of verdicts, below 0 where there is none.
        c: How many verdicts there are.

    Returns:
        ``(n, c * c)`` pairs, ``1 / (m - 1)`` each in an item of ``m`` ratings; ``(n,)`` the number of
        ratings, both 0 for an item with fewer than two.
    """
    given = (ratings[:, :, None] == np.arange(c)).sum(axis=1).astype(np.float64)
    m = given.sum(axis=1)
    pairs = given[:, :, None] * given[:, None, :] - given[:, :, None] * np.eye(c)
    pairs /= np.maximum(m - 1, 1)[:, None, None]
    return pairs.reshape(len(ratings), c * c), np.where(m > 1, m, 0.0)


def values_of(classes: Sequence[str]) -> FloatArray:
    """Return ``(c,)`` the numbers that the verdicts are.

    Raises:
        QuestionError: One is no number.
    """
    odd = next((name for name in classes if not is_number(name)), None)
    if odd is None:
        return np.array([float(name) for name in classes], np.float64)
    raise QuestionError(
        Problem(
            f"the verdict {odd!r} is not a number, and level=interval subtracts verdicts",
            fix="write level=ordinal, or level=nominal",
            code="bad_value",
        )
    )


def is_number(name: str) -> bool:
    """Whether a verdict is spelt as a finite number.

    >>> [is_number(name) for name in ("-2", "0.5", "good", "nan")]
    [True, True, False, False]
    """
    try:
        return math.isfinite(float(name))
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What alpha compares, of ``r`` totals.

    Attributes:
        pairs: ``(r, c, c)`` ordered pairs of verdicts inside items.
        apart: ``(r, c, c)`` squared distances of verdicts.
        number: ``(r,)`` ratings, not weighted.
        observed: ``(r,)`` mean distance of two ratings of one item.
        expected: ``(r,)`` mean distance of any two ratings.
    """

    pairs: FloatArray
    apart: FloatArray
    number: FloatArray
    observed: FloatArray
    expected: FloatArray


def disagreement(totals: FloatArray, level: str) -> Disagreement:
    """Take ``(r, c * c + 1 + c)`` totals apart: pairs, ratings, ratings times values."""
    c = round((-1 + (4 * totals.shape[1] - 3) ** 0.5) / 2)
    table, number = totals[:, : c * c].reshape(-1, c, c), totals[:, c * c]
    margin = table.sum(axis=2)
    n = margin.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = _apart(margin, totals[:, c * c + 1 :] / number[:, None], level)
        observed = (table * apart).sum(axis=(1, 2)) / n
        # n (n - 1) pairs of n ratings, where weights are 1.
        expected = np.einsum("ri,rij,rj->r", margin, apart, margin) / (n * n * (1 - 1 / number))
    return Disagreement(table, apart, number, observed, expected)


def alpha(totals: FloatArray, level: str) -> FloatArray:
    """Return Krippendorff's alpha of ``(r, c * c + 1 + c)`` totals, as :func:`disagreement` reads them."""
    found = disagreement(totals, level)
    with np.errstate(invalid="ignore", divide="ignore"):
        values = 1 - found.observed / found.expected
    return np.where(found.expected > 0, values, np.nan)


def _apart(margin: FloatArray, values: FloatArray, level: str) -> FloatArray:
    """Return ``(r, c, c)`` squared distances of verdicts."""
    r, c = margin.shape
    match level:
        case "nominal":
            return np.broadcast_to(1 - np.eye(c), (r, c, c))
        case "interval":
            return np.asarray((values[:, :, None] - values[:, None, :]) ** 2)
        case _:
            # Ratings that lie between two verdicts, half of each end: the difference of their mean ranks.
            rank = np.cumsum(margin, axis=1) - margin / 2
            return np.asarray((rank[:, :, None] - rank[:, None, :]) ** 2)
