"""Self-preference: how much more a judge favours its own model's answers than people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.leaning_steps import leaning_of_all, leaning_of_item
from gate.metrics.rated import BETTER

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.rated import RatedSample


def _own(sample: RatedSample, *, better: str) -> FloatArray:  # noqa: ARG001
    rows = sample.compared("skip")
    return sample.leanings["producer"].columns(sample.truth, sample.choice, sample.positive, rows)


@over_totals(
    better="lower",
    bounds=(-2.0, 2.0),
    parameters={"better": BETTER},
    needs=("verdict", "producer"),
    groups=_own,
    limits_only=True,
    best_at_zero=True,
    undefined="no pair has just one answer of its own, or all single answers are, or none",
    steps=leaning_of_all("own"),
    item_steps=leaning_of_item("own"),
)
def self_preference(totals: FloatArray, *, better: str) -> FloatArray:  # noqa: ARG001
    """How much more often the judge's verdicts favour its own answers than people's do.

    ``self_preference = share of the judge for its own - share of people for the same``.

    Of pairs: the share of the judge's verdicts for the answer of its own model, less the share of people's,
    on pairs with just one such answer. Of single answers: the same with passes, on its own answers, less
    that on all others, so that a judge which is lenient towards everybody gets 0. Which producers are its
    own is `judge: {own: …}`, by default its `model`.

    Returns:
        ``(r,)`` values of totals of :meth:`~gate.samples.leaning.Leaning.columns`: in [-1, 1] of pairs, in
        [-2, 2] of single answers; NaN where there is nothing to compare. Items without a verdict are left
        out.

    Source:
        Panickssery et al., LLM evaluators recognize and favor their own generations, NeurIPS 2024; Zheng et
        al., NeurIPS 2023.

    Example:
        The judge prefers its own answer in 3 of 4 pairs, people in 2:
        3/4 - 2/4 = 0.25

    >>> from gate import scoring
    >>> from gate.samples.rated import RatedSample
    >>> by = 4 * [{"A": "m1", "B": "m2"}]
    >>> sample = RatedSample.given(["A", "B", "B", "A"], ["A", "A", "B", "A"], producer=by, own=["m1"])
    >>> spec = self_preference.resolve("self_preference", k=None)
    >>> scoring.score(sample, self_preference, spec).value  # A is its own: 3 / 4 - 2 / 4
    0.25
    """
    from gate.samples.leaning import excess

    return excess(totals)
