"""bpref: order of relevant against judged non-relevant documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0)
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
