"""A metric of score orders: where an item stands in each order that it is part of, and the formula itself."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import number
from gate.metrics.steps import INFLUENCE
from gate.samples.categorical import CategoricalSample
from gate.samples.multilabel import MultilabelSample
from gate.scores import arguments_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.metrics.steps import Step
    from gate.samples.curve import Curve
    from gate.samples.kinds import Sample
    from gate.scores import Score

MOST = 6
"""Orders in which the place of an item is told."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A place of an item in one of the score orders.

    Attributes:
        heading: Which order that is, and the score; may be empty.
        curve: The order.
        at: Which entry of it.
    """

    heading: str
    curve: Curve
    at: int


def of_item(sample: Sample, score: Score, row: int) -> tuple[Step | str, ...]:
    """Return what each entry of an item is in its score order; one alone ends in its influence."""
    metric = score.metric
    if metric.item_steps is None or math.isnan(score.value):
        return ()
    entries = list(_entries(sample, score, row))
    told: list[Step | str] = []
    for entry in entries[:MOST]:
        steps = metric.item_steps(entry.curve, entry.at, **arguments_of(score.spec))
        kept = steps if len(entries) == 1 else [step for step in steps if step.name != INFLUENCE]
        if entry.heading:
            told.append(entry.heading)
            kept = [step if step.name == INFLUENCE else replace(step, name=f"  {step.name}") for step in kept]
        told += kept or ["  undefined, and left out of the mean"]
    if len(entries) > MOST:
        told.append(f"and {len(entries) - MOST} more orders of scores")
    return tuple(told)


def of_all(sample: Sample, score: Score) -> tuple[Step, ...]:
    """Return the steps of the formula over one curve, or over all of them."""
    metric, known = score.metric, arguments_of(score.spec)
    if metric.steps is None or not score.curves:
        return ()
    if metric.form == "curve":
        return tuple(metric.steps(score.curves[0], **known))
    return tuple(metric.steps(score.curves, _names(sample, score), **known))


def _names(sample: Sample, score: Score) -> list[str]:
    """Return what each curve is of."""
    assert isinstance(sample, CategoricalSample | MultilabelSample)
    match score.metric.curves:
        case "rest":
            return [repr(name) for name in sample.classes]
        case "pairs":
            return [f"{a!r} against {b!r}" for a in sample.classes for b in sample.classes if a != b]
        case _:
            return [str(score.spec)]


def _entries(sample: Sample, score: Score, row: int) -> Iterator[_Entry]:
    """Yield all entries of an item: one a curve, one a label, and one an answer where there are several."""
    repeated = sample.repeated
    answers = sample if repeated is None else repeated.rows
    owner = np.arange(len(sample.ids)) if repeated is None else repeated.item
    kept = score.rows[owner]
    taken = answers.take(kept)
    mine = np.flatnonzero(owner[kept] == row)
    for place, curve in enumerate(score.curves):
        found = mine if curve.item is None else np.flatnonzero(np.isin(curve.item, mine))
        for at in found.tolist():
            yield _Entry(_heading(taken, score, place, curve, at), curve, at)


def _heading(taken: Sample, score: Score, place: int, curve: Curve, at: int) -> str:
    """Say which order an entry stands in, with its score; binary scores are told elsewhere."""
    if not isinstance(taken, CategoricalSample | MultilabelSample):
        return ""
    classes, row = taken.classes, at if curve.item is None else int(curve.item[at])
    is_true = bool(curve.positive[at])
    match score.metric.curves:
        case "class":
            name, against = str(score.spec.arguments["class"]), ""
        case "rest":
            name, against = classes[place], " against the rest"
        case "pairs":
            first, second = divmod(place, len(classes) - 1)
            name, against = classes[first], f" against {classes[second + (second >= first)]!r}"
        case _:
            name, against = classes[at % len(classes)], ""
    given = float(taken.scores[row, classes.index(name)])
    told = f"score {number(given)}" if taken.answered[row] else "no answer"
    return f"{name!r}{against}: {told}, {'is' if is_true else 'is not'} {name!r}"
