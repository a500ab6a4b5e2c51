"""bpref: order of relevant against judged non-relevant documents."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.ranked import relevant_of
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample) -> tuple[Step, ...]:
    is_relevant, relevant = sample.is_relevant, relevant_of(sample)
    not_relevant = ~is_relevant & (sample.grade >= 0)
    most = max(min(float(not_relevant.sum()), relevant.value), 1.0)
    above = sample.so_far(not_relevant)[is_relevant & (sample.rank < math.inf)].clip(max=relevant.value)
    terms = [(f"(1 - {higher:g}/{most:g})", 1 - higher / most) for higher in above.tolist()]
    total = sum(value for _, value in terms)
    return (
        relevant,
        Step("sum over those returned", summed(terms), total, "what stands above each, of what could"),
        Step("", f"{number(total)} / {relevant.value:g}", total / relevant.value),
    )


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, steps=_steps)
def bpref(sample: RankedSample) -> FloatArray:
    """Binary preference: how rarely a judged non-relevant document stands above a relevant one.

    ``bpref = 1/R * sum over relevant documents returned of (1 - min(above, R) / min(N, R))``, where R
    and N count the relevant and the judged non-relevant documents of the query and ``above`` those
    of the N that stand higher. Unjudged documents do not matter, which is the point of it; a grade
    below 0 counts as unjudged here, as in trec_eval.

    Returns:
        ``(n,)`` values in [0, 1].

    Source:
        Buckley & Voorhees, SIGIR 2004, in the corrected form of trec_eval's ``bpref``.

    Example:
        Above the first of two relevant documents stands none of the documents judged otherwise,
        above the second one of two:
        ((1 - 0/2) + (1 - 1/2)) / 2 = 0.75

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["a", "x", "b", "?"], {"a": 1, "b": 1, "x": 0, "y": 0, "z": 0}))
    >>> bpref(sample)  # ((1 - 0) + (1 - 1/2)) / 2
    array([0.75])
    """
    import numpy as np

    relevant, is_relevant = sample.relevant, sample.is_relevant
    not_relevant = ~is_relevant & (sample.grade >= 0)
    most = np.maximum(np.minimum(sample.total(not_relevant), relevant), 1)
    above = np.minimum(sample.so_far(not_relevant), relevant[sample.query])
    found = is_relevant & np.isfinite(sample.rank)
    return sample.total(np.where(found, 1 - above / most[sample.query], 0.0)) / relevant
