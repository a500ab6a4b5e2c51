"""True-negative rate: share of the fails that a judge calls fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.rated import MISSING, verdicts

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.metrics.steps import Step
    from gate.samples.rated import RatedSample


def _steps(sample: RatedSample, *, missing: str) -> tuple[Step, ...]:  # noqa: ARG001 (what is left out has no steps)
    return verdicts(sample, holds=bool(sample.choice[0] != sample.positive))


@per_item(
    better="higher",
    bounds=(0.0, 1.0),
    worst=0.0,
    zero_one=True,
    parameters={"missing": MISSING},
    needs=("verdict", "positive"),
    steps=_steps,
)
def true_negative_rate(sample: RatedSample, *, missing: str) -> FloatArray:
    """Share of the items without the config's `positive` label that the judge does not give it, either.

    Specificity: how seldom the judge is too lenient, which is what most judges are. A missing verdict is an
    error of the judge, unless ``missing=skip`` leaves it out.

    Returns:
        ``(n,)`` 1 or 0 for items that people do not let pass; NaN for all others.

    Source:
        Yerushalmy, Statistical problems in assessing methods of medical diagnosis, Public Health Reports
        62(40), 1947.

    Example:
        Of two items that people do not let pass the judge lets one pass:
        1 / 2 = 0.5

    >>> from gate.samples.rated import RatedSample
    >>> sample = RatedSample.given(["ok", "ok", "bad", "bad"], ["ok", "bad", "ok", "bad"], positive="ok")
    >>> true_negative_rate(sample, missing="disagree")
    array([nan, nan,  0.,  1.])
    """
    import numpy as np

    rows = sample.compared(missing) & (sample.truth != sample.positive)
    right = sample.answered & (sample.choice != sample.positive)
    return np.where(rows, right.astype(np.float64), np.nan)
