"""Metrics of a judge's verdicts against those of people."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import over_totals
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gate.metrics.metric import Formula, Metric
    from gate.samples.rated import RatedSample

    Decorator = Callable[[Formula], Metric]

MISSING = Parameter(
    "What becomes of an item without a verdict: it counts as disagreement, or it is left out.",
    default="disagree",
    choices=("disagree", "skip"),
)
"""How a metric of agreement takes missing verdicts."""

CORRELATED: dict[str, Parameter] = {
    "field": Parameter(
        "What is compared with people: the verdict, or a number of the run by its name, such as score.",
        default="predicted",
        is_text=True,
    ),
    "people": Parameter(
        "What people said of an item: its label, or the mean of its raters, who may be divided.",
        default="label",
        choices=("label", "mean"),
    ),
    "missing": MISSING,
}
"""Parameters of a correlation of judge and people."""

BETTER = Parameter(
    "Which way is better: a ceiling holds it from above, with better=higher a floor from below.",
    default="lower",
    choices=("lower", "higher"),
)
"""Of a metric that is best at 0: which side of it a limit is for."""


def said(sample: RatedSample, verdict: int) -> str:
    """Name a verdict by its place; below 0 it is one that the config does not know."""
    return repr(sample.classes[verdict]) if verdict >= 0 else "none of the verdicts"


def verdicts(sample: RatedSample, *, holds: bool) -> tuple[Step, ...]:
    """Return the only step of a share of agreement: whether it ``holds`` for an item, with both verdicts."""
    people, judge = said(sample, int(sample.truth[0])), said(sample, int(sample.choice[0]))
    return (Step("", "", float(holds), f"people say {people}, the judge {judge}"),)


correlation = partial(
    over_totals,
    better="higher",
    bounds=(-1.0, 1.0),
    parameters=CORRELATED,
    needs=(),
    min_positives=30,
    undefined="people or the judge gave every item the same, or nothing",
    relative=True,
)
"""Declare a correlation of judge and people, as :func:`~gate.metrics.declare.over_totals` does."""


def rank_correlation(groups: Formula, *, names: tuple[str, str, str], note: str) -> Decorator:
    """Declare a correlation of four totals: weight, and three sums of parts.

    Args:
        groups: :func:`~gate.samples.correlation.rank_parts` or
            :func:`~gate.samples.correlation.pair_parts`.
        names: What is worked out of the three sums.
        note: What a reader may want to know of the first.
    """

    def steps(totals: Sequence[float], _: Sequence[str], **__: str) -> tuple[Step, ...]:
        weight, *sums = totals
        means = [part / weight if weight else math.nan for part in sums]
        lines = [
            Step(name, f"{number(part)} / {number(weight)}", mean, note if i == 0 else "")
            for i, (name, part, mean) in enumerate(zip(names, sums, means, strict=True))
        ]
        return (*lines, quotient(*means))

    def of_item(own: Sequence[float], _: Sequence[float], __: Sequence[str], **___: str) -> tuple[Step, ...]:
        weight, *parts = own
        of_weight = "what its weight does to the whole, which is the mean of all parts"
        return tuple(
            Step(f"its part in the {name}", "", part / weight, of_weight if i == 0 else "")
            for i, (name, part) in enumerate(zip(names, parts, strict=True))
        )

    return correlation(groups=groups, steps=steps, item_steps=of_item)


def quotient(both: float, first: float, second: float) -> Step:
    """Return the last step of every correlation: what both do together, over the root of what each does."""
    value = both / math.sqrt(first * second) if min(first, second) > 0 else math.nan
    return Step("", f"{number(both)} / sqrt({number(first)} × {number(second)})", value)
