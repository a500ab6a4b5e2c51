"""A metric's formula with the numbers of one item, or of all of them, step by step."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import number
from gate.metrics.steps import INFLUENCE, Step, ending, summed
from gate.scoring import matching
from gate.scoring import score as scored
from gate.telling.working import curves, exposures, quantiles, totals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.config import CheckRule
    from gate.samples.kinds import Sample
    from gate.scores import Score

_PARTS = {
    "over_totals": totals,
    "over_exposures": exposures,
    "quantile": quantiles,
    "curve": curves,
    "curves": curves,
}


def of_item(sample: Sample, score: Score, row: int, rule: CheckRule | None = None) -> tuple[str, ...]:
    """Write how one item comes to its value, or what it has to do with a formula that is no mean of items.

    Args:
        sample: One side.
        score: Its score under the check.
        row: Row of the item.
        rule: The check, where its slice is to be told.

    Returns:
        Lines, the last of which ends in the item's value, or the metric's where an item has none; empty
        where the metric has nothing to say beside its value.
    """
    metric, spec = score.metric, score.spec
    if not score.rows[row]:
        if rule is not None and not matching(sample, rule.where)[row]:
            return (f"not in the slice {rule.slice_name}",)
        return (f"no part of {spec}",)
    if metric.form == "per_item":
        return _of_mean(sample, score, row)
    own = _PARTS[metric.form].of_item(sample, score, row)
    is_shared = score.exposure is not None and not math.isnan(score.value)
    pull = float(score.parts[row] - score.value if is_shared else score.influence[row]) + 0.0
    if not any(isinstance(line, Step) and line.name == INFLUENCE for line in own):
        own = (*own, Step(INFLUENCE, "", pull, _leaning(score)))
    told = [_called(line, f"influence on {spec}", pull) for line in own]
    whole = of_all(sample, score)
    if not whole:
        told.append(f"`gate explain metric {metric.name}` has the definition")
    return (*_lines(told), *whole)


def of_all(sample: Sample, score: Score) -> tuple[str, ...]:
    """Write how a formula that is no mean of items comes to its value; empty where the metric cannot say."""
    if score.metric.form == "per_item":
        return ()
    found = _PARTS[score.metric.form].of_all(sample, score)
    return _lines(ending(found, score.value), str(score.spec))


def _of_mean(sample: Sample, score: Score, row: int) -> tuple[str, ...]:
    metric, spec = score.metric, score.spec
    value = float(score.parts[row])
    if sample.repeated is not None:
        answers = sample.repeated.rows.take(sample.repeated.item == row)
        if len(answers.ids) > 1:
            return _of_answers(answers, scored(answers, metric, spec), value)
        sample, score, row = answers, scored(answers, metric, spec), 0
    if not sample.answered[row]:
        return (f"{spec} = {number(value)}   (no answer)",)
    if metric.steps is None:
        return ()
    alone = sample.take(np.arange(len(sample.ids)) == row)
    cut = {} if metric.cutoff == "none" else {"k": spec.cutoff if spec.cutoff is not None else math.inf}
    return _lines(ending(metric.steps(alone, **cut, **spec.arguments), value), str(spec))


def _of_answers(answers: Sample, score: Score, value: float) -> tuple[str, ...]:
    """Write how each answer of an item that was asked more than once does, and their mean."""
    count = len(answers.ids)
    told: list[str] = []
    for i in range(count):
        told += [f"answer {i + 1} of {count}", *of_item(answers, score, i)]
    parts = [(number(part), part) for part in score.parts[score.rows].tolist()]
    mean = Step("", f"({summed(parts)}) / {len(parts)}", value, "the mean of its answers")
    return (*told, mean.line(str(score.spec)))


def _called(line: Step | str, name: str, pull: float) -> Step | str:
    """Give the influence its name, and the very number that the gain is made of."""
    return replace(line, name=name, value=pull) if isinstance(line, Step) and line.name == INFLUENCE else line


def _leaning(score: Score) -> str:
    """Say what an influence is, where no step says how it comes about."""
    if score.metric.form in {"curve", "curves"}:
        return "of all its places together"
    return f"{score.n - 1:,} × what it changes, less the mean of that over all items"


def _lines(told: Sequence[Step | str], name: str = "") -> tuple[str, ...]:
    return tuple(each if isinstance(each, str) else each.line(name) for each in told)
