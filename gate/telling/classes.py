"""Classifiers of several classes, told: their balance, what an average left out, what an item was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted, number
from gate.notice import EXAMPLES, Notice
from gate.report import Side
from gate.samples.categorical import NONE, CategoricalSample
from gate.samples.multilabel import MultilabelSample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.samples.kinds import Sample
    from gate.scores import Score

IMBALANCED = 0.2
"""Prevalence of the rarer class below which accuracy says little."""

LISTED = 12
"""Classes whose number of items the conditions name; of more, the others are counted."""


def class_facts(sample: CategoricalSample | MultilabelSample) -> list[tuple[str, str]]:
    """Name what the numbers of a classifier of several classes depend on."""
    counts = sample.truths.sum(axis=0)
    order = sorted(range(len(counts)), key=lambda i: (-counts[i], i))
    listed = [
        f"{sample.classes[i]} {counts[i]:,} ({number(100 * counts[i] / sample.n)} %)" for i in order[:LISTED]
    ]
    if len(order) > LISTED:
        listed.append(f"and {len(order) - LISTED} more")
    facts = [("classes", str(len(counts))), ("class balance", ", ".join(listed))]
    if isinstance(sample, MultilabelSample):
        facts[0] = ("labels", str(len(counts)))
        facts[1] = ("items with each label", ", ".join(listed))
        facts.append(("labels per item", number(float(sample.truths.sum()) / sample.n)))
        if sample.threshold is not None:
            facts.append(("threshold", f"score >= {sample.threshold!r}"))
        elif sample.decided:
            facts.append(("threshold", "none: the run's own decisions"))
    elif sample.prices is not None:
        facts.append(("costs of true class: decision", _costs(sample.classes, sample.prices)))
    return facts


def odd_classes(leading: str, sample: CategoricalSample | MultilabelSample) -> list[Notice]:
    """Warn where the leading metric says little because one class is nearly everything."""
    if leading != "accuracy" or isinstance(sample, MultilabelSample):
        return []
    largest = float(sample.counts.max()) / sample.n
    if 1 - largest >= IMBALANCED:
        return []
    name = sample.classes[int(sample.counts.argmax())]
    text = (
        f"accuracy leads this config, but {number(100 * largest)} % of the items are of the class {name!r}: "
        f"one answer for all of them scores {number(largest)}; gate on macro_f1, balanced_accuracy or mcc"
    )
    return [Notice("accuracy_on_imbalanced_labels", text)]


def class_notes(score: Score, sample: Sample) -> list[str]:
    """Say which classes an average leaves out, and which count 0 by convention."""
    if not isinstance(sample, CategoricalSample | MultilabelSample) or not score.rows.any():
        return []
    metric, rows = score.metric, score.rows
    if metric.name in _OF_ITEMS and isinstance(sample, MultilabelSample):
        return _nothing_either_way(sample, rows)
    if metric.columns != ("tp", "predicted", "true") and metric.form != "curves":
        return []
    true: BoolArray = np.asarray(sample.truths[rows].any(axis=0))
    predicted: BoolArray = np.asarray(sample.column("predicted")[rows].any(axis=0))
    everywhere: BoolArray = np.asarray(sample.truths[rows].all(axis=0))
    name = score.spec.arguments.get("class")
    if metric.form == "curves":
        undefined: BoolArray = ~true | everywhere if "roc" in metric.name else ~true
        if name is not None or metric.curves == "pooled" or not undefined.any():
            return []
        return [_left_out(sample.classes, undefined, "undefined without items of it and of others")]
    found = []
    if name is None and metric.name.startswith("macro") and (absent := ~(true | predicted)).any():
        found.append(_left_out(sample.classes, absent, "it is neither a label nor a decision"))
    silent: BoolArray = true & ~predicted
    if name is not None:
        silent = silent & np.array([each == name for each in sample.classes])
    if "precision" in metric.name and "micro" not in metric.name and silent.any():
        found.append(
            f"never predicted: {_named(sample.classes, silent)}; its precision is 0 by convention"
            if int(silent.sum()) == 1
            else f"never predicted: {_named(sample.classes, silent)}; their precision is 0 by convention"
        )
    return found


_OF_ITEMS = ("jaccard", "samples_precision", "samples_recall", "samples_f1")
"""Metrics that divide by the labels of an item, of which it may have none."""


def _nothing_either_way(sample: MultilabelSample, rows: BoolArray) -> list[str]:
    given = sample.chosen.any(axis=1) | (sample.strange > 0)
    n = int((rows & sample.answered & ~given & ~sample.truths.any(axis=1)).sum())
    if not n:
        return []
    return [
        f"{counted(n, 'item')} without a label, and rightly given none: 0 each, by scikit-learn's convention"
    ]


def class_side(sample: CategoricalSample | MultilabelSample, row: int, value: float | None) -> Side:
    """Tell what one system decided for an item: its class, and the probability of the true one."""
    if isinstance(sample, CategoricalSample):
        choice = int(sample.choice[row])
        decision = "no class" if choice == NONE else sample.classes[choice]
        score = float(sample.scores[row, sample.truth[row]]) if sample.has_scores else None
        return Side(value, score=score, decision=decision)
    if not sample.decided:
        return Side(value)
    given = [name for name, chosen in zip(sample.classes, sample.chosen[row], strict=True) if chosen]
    if strange := int(sample.strange[row]):
        given.append(f"{counted(strange, 'label')} that the golden set does not have")
    return Side(value, decision=", ".join(given) or "no label")


def _costs(classes: Sequence[str], prices: FloatArray) -> str:
    rows = []
    for true, row in zip(classes, prices, strict=True):
        told = [f"{said} {number(p)}" for said, p in zip(classes, row, strict=True) if said != true or p]
        rows.append(f"{true}: {', '.join(told)}")
    return "; ".join(rows)


def _left_out(classes: Sequence[str], which: BoolArray, why: str) -> str:
    n = int(which.sum())
    return f"{n:,} {'class' if n == 1 else 'classes'} left out ({_named(classes, which)}): {why}"


def _named(classes: Sequence[str], which: BoolArray) -> str:
    names = [repr(name) for name, there in zip(classes, which, strict=True) if there]
    return ", ".join(names[:EXAMPLES]) + (", …" if len(names) > EXAMPLES else "")
