"""Pass rate by a judge, corrected for how often the judge errs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step
from gate.rating import Errors

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.kinds import Sample

NEVER = Errors(1.0, 1.0, float("inf"), float("inf"))
"""The errors of a judge that never errs."""


def _steps(sample: Sample, *, field: str, errors: Errors = NEVER) -> tuple[Step, ...]:
    verdict = float(sample.numbers[field][0])
    right, wrong = number(errors.true_positive), number(errors.true_negative)
    return (
        Step("judge's verdict", "", verdict, f"{field!r} in the run"),
        Step(
            "",
            f"({number(verdict)} + {wrong} - 1) / ({right} + {wrong} - 1)",
            (verdict + errors.true_negative - 1) / errors.reach,
            f"the judge finds {right} of the passes and {wrong} of the fails",
        ),
    )


@per_item(
    better="higher",
    bounds=(0.0, 1.0),
    worst=None,
    parameters={
        "field": Parameter(
            "Name of the judge's verdict in the run file, 1 for a pass and 0 for a fail.",
            positional=True,
            is_text=True,
        )
    },
    needs=("judge",),
    steps=_steps,
)
def corrected_pass_rate(sample: Sample, *, field: str, errors: Errors = NEVER) -> FloatArray:
    """Share of answers that are truly right, from a judge's verdicts and its measured errors.

    ``(rate + tnr - 1) / (tpr + tnr - 1)``, clipped to [0, 1], with the true-positive and true-negative
    rates that the config of `requires_judge` measured against people. A lenient judge lets wrong answers
    pass, a strict one fails right ones: the rate of its passes is off by what this takes back. The
    interval holds the uncertainty of both rates. Items without a verdict are left out and counted.

    Returns:
        ``(n,)`` each verdict's part in it, before clipping; NaN where the run has none, and everywhere if
        the judge is no better than chance.

    Raises:
        QuestionError: A number is neither 0 nor 1.

    Source:
        Rogan & Gladen, Estimating prevalence from the results of a screening test, American Journal of
        Epidemiology 107(1), 1978.

    Example:
        A judge that finds every pass and 60 % of the fails passes three of four answers:
        (0.75 + 0.6 - 1) / (1 + 0.6 - 1) = 0.5833

    >>> import numpy as np
    >>> from dataclasses import replace
    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of(*4 * [(["a"], {"a": 1})])
    >>> sample = replace(sample, numbers={"faithful": np.array([1.0, 1.0, 1.0, 0.0])})
    >>> parts = corrected_pass_rate(sample, field="faithful", errors=Errors(1.0, 0.6, 50, 50))
    >>> float(round(parts.mean(), 6))  # (0.75 + 0.6 - 1) / (1 + 0.6 - 1)
    0.583333
    """
    import numpy as np

    from gate.errors import Problem, QuestionError

    verdicts = sample.numbers.get(field, np.full(len(sample.ids), np.nan))
    odd = ~np.isin(verdicts, (0.0, 1.0)) & ~np.isnan(verdicts)
    if odd.any():
        row = int(odd.argmax())
        raise QuestionError(
            Problem(
                f"{field!r} of item {sample.ids[row]!r} is {float(verdicts[row])!r}, and a verdict is 1 or 0",
                fix=f"write 1 for a pass and 0 for a fail, or gate `mean({field}, better=higher)`",
                code="bad_value",
            )
        )
    if errors.reach <= 0:
        return np.full(len(verdicts), np.nan)
    return np.asarray((verdicts + errors.true_negative - 1) / errors.reach)
