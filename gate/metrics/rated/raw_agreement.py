"""Raw agreement: share of items on which judge and people say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.rated import MISSING, verdicts

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.metrics.steps import Step
    from gate.samples.rated import RatedSample


def _steps(sample: RatedSample, *, missing: str) -> tuple[Step, ...]:  # noqa: ARG001 (what is left out has no steps)
    return verdicts(sample, holds=bool(sample.choice[0] == sample.truth[0]))


@per_item(
    better="higher",
    bounds=(0.0, 1.0),
    worst=0.0,
    zero_one=True,
    parameters={"missing": MISSING},
    needs=("verdict",),
    steps=_steps,
)
def raw_agreement(sample: RatedSample, *, missing: str) -> FloatArray:
    """Share of items on which the judge's verdict is the people's label.

    ``raw_agreement = items on which judge and people agree / items``.

    High by itself where one verdict is frequent: with 90 % passes, a judge that always says pass agrees
    in 90 % of cases. Read it beside ``cohen_kappa``.

    Returns:
        ``(n,)`` 1 or 0; 0 for an item without a verdict, unless ``missing=skip`` leaves it out; NaN where
        people are divided.

    Source:
        Share of agreement, as in Cohen, Educational and Psychological Measurement 20(1), 1960.

    Example:
        The judge agrees with people on one of three items, and has no verdict on another:
        1 / 3 = 0.3333

    >>> from gate.samples.rated import RatedSample
    >>> raw_agreement(RatedSample.given(["yes", "no", "no"], ["yes", "yes", None]), missing="disagree")
    array([1., 0., 0.])
    """
    import numpy as np

    agrees = (sample.choice == sample.truth).astype(np.float64)
    return np.where(sample.compared(missing), agrees, np.nan)
