"""Mean of any number that the run carries for each item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.labelled import LabelledSample
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample | LabelledSample, *, field: str, better: str) -> tuple[Step, ...]:  # noqa: ARG001
    return (Step("", "", float(sample.numbers[field][0]), f"{field!r} in the run"),)


@per_item(
    better="higher",
    bounds=(float("-inf"), float("inf")),
    worst=None,
    parameters={
        "field": Parameter(
            "Name of the number in the run file, e.g. mean(faithfulness, better=higher).",
            positional=True,
            is_text=True,
        ),
        "better": Parameter(
            "Which way is better: write better=higher or better=lower.", choices=("higher", "lower")
        ),
    },
    steps=_steps,
)
def mean(sample: RankedSample | LabelledSample, *, field: str, better: str) -> FloatArray:  # noqa: ARG001
    """Mean of the number called ``field`` that the run carries for each item.

    ``mean = sum of the numbers / items that carry one``.

    Whatever was measured outside can be gated: a judge's faithfulness score, latency, tokens, cost.
    Which way is better has to be spelt, because no name tells. Items whose answer lacks the number,
    is missing, or is an error are left out and counted: how bad the worst would be is not known.

    Returns:
        ``(n,)`` values; NaN where the run has no such number.

    Source:
        Arithmetic mean; the numbers are the user's.

    Example:
        One item has the number 12 and another has none, which is left out:
        12 / 1 = 12

    >>> import numpy as np
    >>> from dataclasses import replace
    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["a"], {"a": 1}), (["b"], {"b": 1}))
    >>> sample = replace(sample, numbers={"latency_ms": np.array([12.0, np.nan])})
    >>> mean(sample, field="latency_ms", better="lower")
    array([12., nan])
    """
    import numpy as np

    return sample.numbers.get(field, np.full(len(sample.ids), np.nan))
