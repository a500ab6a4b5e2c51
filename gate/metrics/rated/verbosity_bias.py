"""Verbosity bias: how much more a judge favours long answers than people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.leaning_steps import leaning_of_all, leaning_of_item
from gate.metrics.rated import BETTER

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.rated import RatedSample


def _long(sample: RatedSample, *, better: str) -> FloatArray:  # noqa: ARG001
    rows = sample.compared("skip")
    return sample.leanings["length"].columns(sample.truth, sample.choice, sample.positive, rows)


@over_totals(
    better="lower",
    bounds=(-2.0, 2.0),
    parameters={"better": BETTER},
    needs=("verdict", "length"),
    groups=_long,
    limits_only=True,
    best_at_zero=True,
    undefined="no pair is of unequal length, or there are no long or no short answers",
    steps=leaning_of_all("longer"),
    item_steps=leaning_of_item("longer"),
)
def verbosity_bias(totals: FloatArray, *, better: str) -> FloatArray:  # noqa: ARG001
    """How much more often the judge's verdicts favour the longer answer than people's do.

    ``verbosity_bias = share of the judge for the longer - share of people for the same``.

    Of pairs: the share of the judge's verdicts for the longer answer, less the share of people's, on pairs
    of unequal length. Of single answers: the same with passes, on answers longer than the golden set's
    median, less that on the others. Longer answers may be better ones, and people then favour them as
    well: that is taken off.

    Returns:
        ``(r,)`` values of totals of :meth:`~gate.samples.leaning.Leaning.columns`: in [-1, 1] of pairs, in
        [-2, 2] of single answers; NaN where there is nothing to compare. Items without a verdict are left
        out.

    Source:
        Saito et al., Verbosity bias in preference labeling by large language models, 2023 (judge against
        people); Zheng et al., NeurIPS 2023.

    Example:
        The judge prefers the longer answer in 3 of 4 pairs, people in 2:
        3/4 - 2/4 = 0.25

    >>> from gate import scoring
    >>> from gate.samples.rated import RatedSample
    >>> lengths = 4 * [{"A": 90, "B": 30}]
    >>> sample = RatedSample.given(["A", "B", "B", "A"], ["A", "A", "B", "A"], length=lengths)
    >>> spec = verbosity_bias.resolve("verbosity_bias", k=None)
    >>> scoring.score(sample, verbosity_bias, spec).value  # A is longer: 3 / 4 - 2 / 4
    0.25
    """
    from gate.samples.leaning import excess

    return excess(totals)
