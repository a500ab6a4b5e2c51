"""A formula over exposures: what a user was shown, what there is without the user, and the formula itself."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import number
from gate.metrics.steps import INFLUENCE, MOST, Step, ending, summed, times
from gate.samples.recommended import RecommendedSample

if TYPE_CHECKING:
    from gate.arrays import FloatArray
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
    value, part = score.value, float(score.parts[row])
    if math.isnan(value):
        return (told,)
    pull = part - value
    return (
        told,
        *_left(score, row, exposure.without_each(), "it"),
        *_left(
            score, row, _rest(exposure), "its share", "what several users are shown is shared out among them"
        ),
        Step(
            INFLUENCE,
            "",
            pull,
            f"{score.n - 1:,} × what its share changes, less the mean of that over all users",
        ),
        Step(
            "its part",
            f"{number(value)} {'-' if pull < 0 else '+'} {number(abs(pull))}",
            part,
            "the mean of all parts is the number",
        ),
    )


def _rest(exposure: Exposure) -> dict[str, FloatArray]:
    """Return the statistics less the share of each user."""
    shares = exposure.shares()
    return {name: values - shares[name] for name, values in exposure.statistics().items()}


def _left(
    score: Score, row: int, statistics: dict[str, FloatArray], what: str, note: str = ""
) -> tuple[Step, ...]:
    """Return the last step of the formula over what is left without a user."""
    if score.metric.steps is None or score.n < 2:
        return ()
    known = {name: float(statistics[name][row]) for name in score.metric.columns}
    with np.errstate(invalid="ignore", divide="ignore"):
        value = score.metric.formula(**{name: np.array([each]) for name, each in known.items()})
    last = replace(score.metric.steps(**known)[-1], name=f"{score.spec} without {what}", note=note)
    return ending([last], float(value[0]))


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
        case "users":
            return Step("users", "", value)
        case "pairs":
            users, own = float(exposure.weight.sum()), float((exposure.weight**2).sum())
            return Step("pairs of users", f"{number(users)}^2 - {number(own)}", value, "in both orders")
        case "common":
            terms = [(times(count, f"{number(each)}^2"), count * each**2) for each, count in often]
            own = float((exposure.weight[exposure.user] ** 2).sum())
            return Step("shared places", f"{summed(terms)} - {number(own)}", value, _COMMON)
        case _:
            return Step("differences", f"2 × ({summed(_apart(often, exposure.size))})", value, _APART)


_APART = (
    "between any two items, in both orders: how often one is shown × (items shown less - items shown more)"
)


_COMMON = "items × how often each is shown, squared, less each user with itself"


def _apart(often: list[tuple[float, int]], size: int) -> list[tuple[str, float]]:
    """Return the terms of half the sum of all differences: each exposure times the items below less above."""
    terms, above = [], 0
    for each, count in often:
        ahead = size - 2 * above - count
        terms.append((times(count * ahead, number(each)), count * ahead * each))
        above += count
    return terms
