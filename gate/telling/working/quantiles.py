"""A quantile: which share of the items lies at or below it, and on which side of it one item is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.steps import INFLUENCE, Step
from gate.stats import quantile

if TYPE_CHECKING:
    from gate.samples.kinds import Sample
    from gate.scores import Score


def of_item(_: Sample, score: Score, row: int) -> tuple[Step, ...]:
    """Return an item's own number, its rank, and its influence on the quantile."""
    values, weights = (column[score.rows] for column in score.columns.T)
    own, level = float(score.parts[row]), score.metric.level
    inside, growth = int(own <= score.value), quantile.slope(values, weights, level)
    reached = _share(score, score.value, "at or below the quantile")
    return (
        Step(f"its {score.spec.arguments['field']}", "", own, _side(own, score.value)),
        _share(score, own, "at or below its own"),
        reached,
        Step("slope of the quantile", "", growth, "how much it grows by a share of the items, around it"),
        Step(
            INFLUENCE,
            f"({number(reached.value)} - {inside}) × {number(growth)}",
            (reached.value - inside) * growth,
            f"less {inside}, as it is {'at or below' if inside else 'above'} it",
        ),
    )


def _side(own: float, value: float) -> str:
    if own == value:
        return "it is the quantile"
    return f"{'below' if own < value else 'above'} the quantile"


def of_all(_: Sample, score: Score) -> tuple[Step, ...]:
    """Return the shares of the items below the quantile and up to it, between which the level lies."""
    if math.isnan(score.value):
        return (Step("", "", math.nan, "no item has the number"),)
    level, value = number(score.metric.level), number(score.value)
    return (
        _share(score, score.value, f"below {value}", f"less than {level}", strict=True),
        _share(score, score.value, f"at or below {value}", f"at least {level}"),
        Step("", "", score.value, f"the least {score.spec.arguments['field']} that reaches {level}"),
    )


def _share(score: Score, limit: float, words: str, note: str = "", *, strict: bool = False) -> Step:
    values, weights = (column[score.rows] for column in score.columns.T)
    below, total = math.fsum(weights[values < limit if strict else values <= limit]), math.fsum(weights)
    return Step(f"share of items {words}", f"{number(below)} / {number(total)}", below / total, note)
