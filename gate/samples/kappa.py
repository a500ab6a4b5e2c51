"""Cohen's kappa from totals that grow with the number of classes, and not with its square."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.categorical import CategoricalSample


def columns(sample: CategoricalSample, weights: str) -> FloatArray:
    """Return ``(n, 1 + 2 c)``: how far apart decision and class of an item are; decision and class.

    A decision for none of the classes is shared out evenly among the other ones that have an example.
    """
    predicted, true = sample.column("predicted"), sample.column("true")
    apart = np.einsum("ni,ij,nj->n", true, _distance(len(sample.classes), weights), predicted)
    return np.hstack([apart[:, None], predicted, true])


def kappa(totals: FloatArray, weights: str) -> FloatArray:
    """Return ``(r,)`` kappa of ``(r, 1 + 2 c)`` totals of :func:`columns`; NaN where all are of one class."""
    c = totals.shape[1] // 2
    apart, predicted, true = totals[:, 0], totals[:, 1 : c + 1], totals[:, c + 1 :]
    by_chance = np.einsum("ri,ij,rj->r", true, _distance(c, weights), predicted)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = 1 - true.sum(axis=1) * apart / by_chance
    return np.where(by_chance <= 0, np.nan, found)


def _distance(c: int, weights: str) -> FloatArray:
    """Return ``(c, c)`` how much it weighs to take one class for another."""
    apart = np.abs(np.arange(c)[:, None] - np.arange(c)).astype(np.float64)
    return np.asarray({"none": apart > 0, "linear": apart, "quadratic": apart**2}[weights], np.float64)
