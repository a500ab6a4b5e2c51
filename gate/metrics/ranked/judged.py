"""Judged: how much of what was returned has been judged at all."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.ranked import cut
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample, *, k: float) -> tuple[Step, ...]:
    found = float(sample.within(k).sum())
    places = k if math.isfinite(k) else max(float(sample.returned[0]), 1.0)
    return Step(f"judged results{cut(k)}", "", found), Step("", f"{found:g} / {places:g}", found / places)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, cutoff="from_k", steps=_steps)
def judged(sample: RankedSample, *, k: float) -> FloatArray:
    """Share of the first ``k`` results that somebody has judged, relevant or not.

    ``judged@k = judged among the first k / k``, also where fewer were returned; any grade counts.
    Uncut (``judged@all``) it is a share of the documents returned, 0 for an empty list. Where it
    falls, other metrics fall for want of judgements, not of quality.

    Returns:
        ``(n,)`` values in [0, 1].

    Source:
        MacAvaney, Macdonald & Ounis, Streamlining Evaluation with ir-measures, ECIR 2022,
        as ``Judged@k``, which divides by the documents returned where they are fewer than k.

    Example:
        Of the first four results two have been judged:
        2 / 4 = 0.5

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["a", "?", "x", "?"], {"a": 1, "x": 0}))
    >>> judged(sample, k=4)  # a and x, of 4
    array([0.5])
    """
    import numpy as np

    places = k if math.isfinite(k) else np.maximum(sample.returned, 1)
    return sample.total(sample.within(k)) / places
