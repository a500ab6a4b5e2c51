"""A metric's formula with the numbers of one item, or of all of them, step by step."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import number
from gate.metrics.steps import Step
from gate.samples.categorical import CategoricalSample
from gate.samples.multilabel import MultilabelSample
from gate.scores import arguments_of
from gate.scoring import matching

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.config import CheckRule
    from gate.metrics.steps import Totals
    from gate.samples.kinds import Sample
    from gate.scores import Score


def of_item(sample: Sample, score: Score, row: int, rule: CheckRule | None = None) -> tuple[str, ...]:
    """Write how one item comes to its value; for a formula over totals, what it adds to them.

    Args:
        sample: One side.
        score: Its score under the check.
        row: Row of the item.
        rule: The check, where its slice is to be told.

    Returns:
        Lines; empty where the metric has nothing to say beside its value.
    """
    metric, spec = score.metric, score.spec
    if not score.rows[row]:
        if rule is not None and not matching(sample, rule.where)[row]:
            return (f"not in the slice {rule.slice_name}",)
        return (f"no part of {spec}",)
    if metric.form == "over_totals" and metric.groups is None:
        return _added(sample, score, row)
    value = float(score.parts[row])
    if metric.effect == "contribution":
        return ()
    if metric.effect == "influence":
        told = f"influence on {spec}, which is no mean of items: {number(float(score.influence[row]))}"
        return (f"{told}   (`gate explain metric {metric.name}` has the definition)",)
    if not sample.answered[row]:
        return (f"{spec} = {number(value)}   (no answer)",)
    if metric.steps is None or sample.repeated is not None:
        return ()
    alone = sample.take(np.arange(len(sample.ids)) == row)
    cut = {} if metric.cutoff == "none" else {"k": spec.cutoff if spec.cutoff is not None else math.inf}
    return _lines(metric.steps(alone, **cut, **spec.arguments), value, str(spec))


def of_totals(sample: Sample, score: Score) -> tuple[str, ...]:
    """Write how a formula over totals comes to its value; empty where the metric cannot say."""
    if score.metric.steps is None or score.metric.form != "over_totals":
        return ()
    totals = [math.fsum(column) for column in score.columns.T]
    if score.metric.groups is not None:
        found = score.metric.steps(totals, **arguments_of(score.spec))
    else:
        found = score.metric.steps(**_by_name(sample, score, np.array(totals)), **arguments_of(score.spec))
    return _lines(found, score.value, str(score.spec))


def _lines(steps: tuple[Step, ...], value: float, name: str) -> tuple[str, ...]:
    """Write steps; where the arithmetic is undefined and the metric has a value by convention, say so."""
    if steps and math.isnan(steps[-1].value) and not math.isnan(value):
        *before, last = steps
        steps = (*before, Step(last.name, last.worked, value, "by convention, since it divides by 0"))
    return tuple(step.line(name) for step in steps)


def _added(sample: Sample, score: Score, row: int) -> tuple[str, ...]:
    added: list[str] = []
    for name, own in _by_name(sample, score, score.columns[row]).items():
        if isinstance(own, float):
            added.append(f"{name} {number(own)}")
        else:
            added += [f"{name} of {label!r} {number(value)}" for label, value in own.items() if value]
    return (f"adds to the totals: {', '.join(added) or 'nothing'}",)


def _by_name(sample: Sample, score: Score, values: FloatArray) -> dict[str, Totals]:
    names: tuple[str, ...] = score.metric.columns
    blocks = zip(names, values.reshape(len(names), -1).tolist(), strict=True)
    if isinstance(sample, CategoricalSample | MultilabelSample) and "class" not in score.spec.arguments:
        return {name: dict(zip(sample.classes, own, strict=True)) for name, own in blocks}
    return {name: own[0] for name, own in blocks}
