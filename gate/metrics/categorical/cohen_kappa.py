"""Cohen's kappa: agreement beyond what chance gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.categorical import WEIGHTS, kappa_of_item, kappa_steps
from gate.metrics.declare import over_totals

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.categorical import CategoricalSample


def _columns(sample: CategoricalSample, *, weights: str) -> FloatArray:
    from gate.samples.kappa import columns

    return columns(sample, weights)


@over_totals(
    better="higher", bounds=(-1.0, 1.0), parameters={"weights": WEIGHTS}, needs=("decision",),
    min_positives=30, groups=_columns, steps=kappa_steps, item_steps=kappa_of_item,
)  # fmt: skip
def cohen_kappa(totals: FloatArray, *, weights: str) -> FloatArray:
    """Agreement of decisions and true classes beyond the agreement that their shares alone would give.

    ``1 - observed / expected``, the mean distance of decision and true class over the mean distance that
    their shares alone would give. Two classes are 1 apart; with linear or quadratic weights, as many places
    of the config's ``classes`` as lie between them, or that squared. 0 for one decision for all items.

    Returns:
        ``(r,)`` values in [-1, 1] of ``(r, 1 + 2 c)`` totals: distance, decisions, true classes; NaN where
        all items are of one class and all are decided for it.

    Source:
        Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement
        20(1), 1960; with weights, Psychological Bulletin 70(4), 1968.

    Example:
        Of 4 items one is decided wrongly; by chance, with 2 and 2 decisions for classes of 1 and 3,
        half would be:
        1 - (1/4) / (1/2) = 0.5

    >>> import numpy as np
    >>> totals = np.array([[1.0, 2.0, 2.0, 1.0, 3.0]])  # 1 of 4 wrong; decided 2 and 2, truly 1 and 3
    >>> cohen_kappa(totals, weights="none")  # 1 - (1 / 4) / (1 / 2)
    array([0.5])
    """
    from gate.samples.kappa import kappa

    return kappa(totals, weights)
