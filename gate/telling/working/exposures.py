"""A formula over exposures: what a user was shown, what there is without the user, and the formula itself."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import number
from gate.metrics.steps import MOST, Step, summed, times
from gate.samples.recommended import RecommendedSample

if TYPE_CHECKING:
    from gate.samples.exposure import Exposure
    from gate.samples.kinds import Sample
    from gate.scores import Score


def of_item(sample: Sample, score: Score, row: int) -> tuple[Step | str, ...]:
    """Return what a user was shown, to how many that was shown, and the metric without the user."""
    assert isinstance(sample, RecommendedSample)
    exposure = score.exposure
    assert exposure is not None
    mine = exposure.user == row
    names = sample.shown.catalogue.items
    shown = [
        f"{names[place]!r} to {number(count)}"
        for place, count in zip(exposure.item[mine].tolist(), exposure.theirs[mine].tolist(), strict=True)
    ]
    rest = [f"and {len(shown) - MOST} more"] if len(shown) > MOST else []
    alike = bool(np.ptp(exposure.weight[score.rows]) == 0) and exposure.weight[row] == 1
    whom = "users" if alike else "users, by their weights"
    told = (
        f"shown within {'its list' if score.spec.cutoff is None else f'the first {score.spec.cutoff}'}: "
        + (f"{', '.join([*shown[:MOST], *rest])} {whom}" if shown else "nothing of the catalogue")
    )
    if score.metric.steps is None or score.n < 2:
        return (told,)
    left = {name: float(values[row]) for name, values in exposure.without_each().items()}
    known = {name: left[name] for name in score.metric.columns}
    last = score.metric.steps(**known)[-1]
    with np.errstate(invalid="ignore", divide="ignore"):
        value = score.metric.formula(**{name: np.array([each]) for name, each in known.items()})
    return (told, Step(f"{score.spec} without it", last.worked, float(value[0])))


def of_all(_: Sample, score: Score) -> tuple[Step, ...]:
    """Return how the statistics come about, and the formula with them filled in."""
    exposure = score.exposure
    if score.metric.steps is None or exposure is None:
        return ()
    known = {name: float(values[0]) for name, values in exposure.statistics().items()}
    asked = {name: known[name] for name in score.metric.columns}
    told = [_statistic(name, value, exposure) for name, value in asked.items()]
    return (*told, *score.metric.steps(**asked))


def _statistic(name: str, value: float, exposure: Exposure) -> Step:
    """Say what a statistic is, and how it comes about of how often each item is shown."""
    exposures, counts = np.unique(exposure.every, return_counts=True)
    often = list(zip(exposures[::-1].tolist(), counts[::-1].tolist(), strict=True))
    match name:
        case "shown":
            return Step("items that are shown", "", value)
        case "size":
            return Step("items of the catalogue", "", value)
        case "total":
            terms = [(times(count, number(each)), count * each) for each, count in often]
            return Step("places", summed(terms), value, "items × how often each is shown")
        case "surprise":
            terms = [
                (f"{times(count, number(each))} × log2({number(each)})", count * each * math.log2(each))
                for each, count in often
                if each != 1
            ]
            return Step(
                "surprise", f"-({summed(terms)})", value, "items × how often each is shown × log2 of it"
            )
        case _:
            return Step("differences", f"2 × ({summed(_apart(often, exposure.size))})", value, _APART)


_APART = (
    "between any two items, in both orders: how often one is shown × (items shown less - items shown more)"
)


def _apart(often: list[tuple[float, int]], size: int) -> list[tuple[str, float]]:
    """Return the terms of half the sum of all differences: each exposure times the items below less above."""
    terms, above = [], 0
    for each, count in often:
        ahead = size - 2 * above - count
        terms.append((times(count * ahead, number(each)), count * ahead * each))
        above += count
    return terms
