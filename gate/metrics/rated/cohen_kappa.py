"""Cohen's kappa of a judge and people: agreement beyond what chance gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.categorical import WEIGHTS, kappa_of_item, kappa_steps
from gate.metrics.declare import over_totals
from gate.metrics.rated import MISSING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.metrics.steps import Step
    from gate.samples.rated import RatedSample


def _columns(sample: RatedSample, *, weights: str, missing: str) -> FloatArray:
    import numpy as np

    from gate.samples.kappa import columns

    return np.where(sample.compared(missing)[:, None], columns(sample, weights), np.nan)


def _steps(
    totals: Sequence[float],
    classes: Sequence[str],
    *,
    weights: str,
    missing: str,  # noqa: ARG001 (the totals follow it)
) -> tuple[Step, ...]:
    return kappa_steps(totals, classes, weights=weights)


def _of_item(
    own: Sequence[float],
    totals: Sequence[float],
    classes: Sequence[str],
    *,
    weights: str,
    missing: str,  # noqa: ARG001 (the totals follow it)
) -> tuple[Step, ...]:
    return kappa_of_item(own, totals, classes, weights=weights)


@over_totals(
    better="higher",
    bounds=(-1.0, 1.0),
    parameters={"weights": WEIGHTS, "missing": MISSING},
    needs=("verdict",),
    min_positives=30,
    groups=_columns,
    undefined="only one label is used, by people and judge alike",
    steps=_steps,
    item_steps=_of_item,
)
def cohen_kappa(totals: FloatArray, *, weights: str, missing: str) -> FloatArray:  # noqa: ARG001
    """Agreement of judge and people beyond the agreement that their shares of verdicts alone would give.

    ``1 - observed / expected``, the mean distance of verdict and label over the mean distance that their
    shares alone would give. Two verdicts are 1 apart; with linear or quadratic weights, as many places of
    the config's ``classes``, used or not, as lie between them, or that squared. 0 for a judge that always
    says the same. An item without a verdict disagrees: it is shared out evenly among the other verdicts
    that people used; ``missing=skip`` leaves it out.

    Returns:
        ``(r,)`` values in [-1, 1] of ``(r, 1 + 2 c)`` totals: distance, verdicts, labels; NaN where all
        are one.

    Source:
        Cohen, Educational and Psychological Measurement 20(1), 1960; weighted, Psychological Bulletin
        70(4), 1968.

    Example:
        Of 4 items the judge differs from people on one; by chance it would on half:
        1 - (1/4) / (1/2) = 0.5

    >>> import numpy as np
    >>> totals = np.array([[1.0, 1.0, 3.0, 2.0, 2.0]])  # y y n n by people, y n n n by the judge
    >>> cohen_kappa(totals, weights="none", missing="disagree")  # 1 - (1 / 4) / (1 / 2)
    array([0.5])
    """
    from gate.samples.kappa import kappa

    return kappa(totals, weights)
