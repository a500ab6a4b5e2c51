"""A formula over totals: what an item adds to them, what there is without it, and the formula itself."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import number
from gate.metrics.steps import ending
from gate.samples.categorical import CategoricalSample
from gate.samples.multilabel import MultilabelSample
from gate.scores import arguments_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.metrics.steps import Step, Totals
    from gate.samples.kinds import Sample
    from gate.scores import Score

_SHORT = 60
"""Characters of the arithmetic without an item that are told; what is longer stands below, for all items."""

_SLACK = 1e-9
"""Share of a total that taking an item out of it may leave of nothing."""


def of_item(sample: Sample, score: Score, row: int) -> tuple[Step | str, ...]:
    """Return what an item adds to the totals, and the metric without it."""
    metric, own = score.metric, score.columns[row]
    if metric.groups is None:
        told: tuple[Step | str, ...] = (_added(sample, score, own),)
    elif metric.item_steps is None:
        told = ()
    else:
        known = arguments_of(score.spec)
        told = tuple(metric.item_steps(own.tolist(), _summed(score).tolist(), _classes(sample), **known))
    return (*told, *_without(sample, score, row))


def of_all(sample: Sample, score: Score) -> tuple[Step, ...]:
    """Return the steps of the formula with the totals filled in; none where the metric cannot say."""
    return _filled(sample, score, _summed(score))


def _without(sample: Sample, score: Score, row: int) -> tuple[Step, ...]:
    """Return the last step of the formula without one item."""
    if score.n < 2:
        return ()
    totals = _summed(score)
    rest = totals - score.columns[row]
    rest = np.where(np.abs(rest) <= _SLACK * np.abs(totals), 0.0, rest)
    steps = _filled(sample, score, rest)
    if not steps:
        return ()
    value = float(score.of_totals(rest[None])[0])
    note = "" if score.metric.groups is None else "its row taken out of the totals"
    last = replace(steps[-1], name=f"{score.spec} without it", note=note)
    if len(last.worked) > _SHORT:
        last = replace(last, worked="")
    return ending([last], value)


def _filled(sample: Sample, score: Score, totals: FloatArray) -> tuple[Step, ...]:
    metric, known = score.metric, arguments_of(score.spec)
    if metric.steps is None:
        return ()
    if metric.groups is not None:
        return tuple(metric.steps(totals.tolist(), _classes(sample), **known))
    return tuple(metric.steps(**_by_name(sample, score, totals), **known))


def _summed(score: Score) -> FloatArray:
    return np.array([math.fsum(column) for column in score.columns.T])


def _added(sample: Sample, score: Score, own: FloatArray) -> str:
    added: list[str] = []
    for name, mine in _by_name(sample, score, own).items():
        if isinstance(mine, float):
            added.append(f"{name} {number(mine)}")
        else:
            added += [f"{name} of {label!r} {number(value)}" for label, value in mine.items() if value]
    return f"adds to the totals: {', '.join(added) or 'nothing'}"


def _classes(sample: Sample) -> Sequence[str]:
    return sample.classes if isinstance(sample, CategoricalSample | MultilabelSample) else ()


def _by_name(sample: Sample, score: Score, values: FloatArray) -> dict[str, Totals]:
    names: tuple[str, ...] = score.metric.columns
    blocks = zip(names, values.reshape(len(names), -1).tolist(), strict=True)
    if _classes(sample) and "class" not in score.spec.arguments:
        return {name: dict(zip(_classes(sample), own, strict=True)) for name, own in blocks}
    return {name: own[0] for name, own in blocks}
