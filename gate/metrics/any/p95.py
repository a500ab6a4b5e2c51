"""95 per cent quantile of any number that the run carries for each item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import quantile

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.labelled import LabelledSample
    from gate.samples.ranked import RankedSample


@quantile(0.95)
def p95(sample: RankedSample | LabelledSample, *, field: str, better: str = "lower") -> FloatArray:  # noqa: ARG001
    """95 per cent quantile of the number called ``field`` that the run carries for each item.

    The smallest value that nineteen of twenty items, by weight, do not exceed; nothing is interpolated.
    Lower is better unless ``better=higher`` is spelt. Items whose answer lacks the number, is missing,
    or is an error are left out and counted.

    Returns:
        ``(n,)`` the numbers; NaN where the run has no such number.

    Source:
        Hyndman & Fan, The American Statistician 50(4), 1996, definition 1.

    Example:
        One item has the number 12 and another has none, which is left out:
        12 / 1 = 12

    >>> import numpy as np
    >>> from dataclasses import replace
    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["a"], {"a": 1}), (["b"], {"b": 1}))
    >>> sample = replace(sample, numbers={"latency_ms": np.array([12.0, np.nan])})
    >>> p95(sample, field="latency_ms")
    array([12., nan])
    """
    import numpy as np

    return sample.numbers.get(field, np.full(len(sample.ids), np.nan))
