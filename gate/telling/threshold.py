"""The deployed threshold beside the cheapest one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.estimate import Estimate
from gate.report import Threshold
from gate.samples.threshold import cheapest_threshold, cross_fitted_cost
from gate.stats import interval
from gate.telling.checks import level

if TYPE_CHECKING:
    from gate.samples.labelled import LabelledSample


def threshold_section(
    sample: LabelledSample,
    *,
    origin: str,
    cost: Estimate,
    baseline: tuple[float | None, float, float],
    confidence: float,
    shifted: bool,
) -> Threshold:
    """Set the deployed threshold's cost against the re-tuned one's.

    Args:
        sample: The candidate, with scores and costs.
        origin: ``"config"``, ``"baseline"`` or ``"cheapest"``.
        cost: Mean cost per item at the deployed threshold.
        baseline: The baseline's threshold, its cost there, and the weight of its items; ``(None, NaN, NaN)``
            without one.
        confidence: Of the intervals.
        shifted: Whether the deployed cost regressed while the re-tuned one did not.
    """
    cheapest, in_sample = cheapest_threshold(sample)
    fitted = cross_fitted_cost(sample)
    whole = math.fsum(sample.weight)
    share = sample.weight / whole
    mean = math.fsum(share * fitted)
    retuned = interval.level_mean(fitted, bounds=(0.0, math.inf), confidence=confidence)
    if sample.weight.min() != sample.weight.max():
        retuned = Estimate(mean, math.nan, math.nan, "none", sample.n, because="items are weighted")
    # In full: a rounded threshold may flag, or miss, the very item it was chosen on.
    flagging = f"at {cheapest!r}" if math.isfinite(cheapest) else "by flagging nothing"
    if shifted:
        sentence = f"The scores still separate: re-tune to {cheapest!r} and commit it."
    elif math.isnan(cost.value):
        sentence = f"The cheapest decision would be {flagging}."
    elif retuned.value < cost.value:
        sentence = (
            f"The cheapest decision would be {flagging}: {number(retuned.value)} per item by cross-fitting, "
            f"against {number(cost.value)} at the deployed threshold."
        )
    elif in_sample < cost.value:
        sentence = (
            f"No reason to re-tune: the cheapest decision on these items would be {flagging}, but on "
            f"items it was not tuned on it costs {number(retuned.value)}, no less than the "
            f"{number(cost.value)} as deployed."
        )
    else:
        sentence = "The deployed threshold is already the cheapest."
    deployed = sample.threshold
    return Threshold(
        deployed=deployed if deployed is not None and math.isfinite(deployed) else None,
        origin=origin,
        cost=level(cost),
        total_cost=cost.value * whole if cost.is_defined else None,
        baseline_deployed=baseline[0] if baseline[0] is not None and math.isfinite(baseline[0]) else None,
        baseline_cost=_finite(baseline[1]),
        cheapest=_finite(cheapest),
        cheapest_cost=level(retuned),
        in_sample_cost=_finite(in_sample),
        sentence=sentence,
        baseline_total_cost=_finite(baseline[1] * baseline[2]),
        cheapest_total_cost=_finite(retuned.value * whole),
        in_sample_total_cost=_finite(in_sample * whole),
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
