"""Steps held against what they are steps of: every line is right, and the last one is the metric."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from gate import metrics
from gate.samples.categorical import CategoricalSample
from gate.scoring import score
from gate.telling import working

GIVEN = {"field", "function"}
CONVENTIONS = ("by convention", "counts as 0", "0 where")
SPELLINGS = {
    "fbeta": "fbeta(beta=2)",
    "recall_at_precision": "recall_at_precision(0.6)",
    "precision_at_recall": "precision_at_recall(0.6)",
}


def told_of(task):
    """Return the metrics of a task, but those of a number of the run or of a function of the user."""
    found = [metrics.find(name, task) for name in metrics.names(task)]
    return [metric for metric in found if not {*metric.parameters} & GIVEN]


def spelt(metric, name):
    """Spell a metric, with ``name`` for the class if it is about one."""
    return (
        f"{metric.name}(class={name})"
        if "class" in metric.parameters
        else SPELLINGS.get(metric.name, metric.name)
    )


def arithmetic(text):
    """Work out what a step writes; what divides by 0 is NaN."""
    text = re.sub(r" \[\d+ more terms\]", "", text).replace("×", "*").replace("^", "**")
    text = re.sub(r"-ln\((.*)\)$", r"-math.log(\1)", text)
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    text = re.sub(r"\b(log2|sqrt|exp)\(", r"math.\1(", text)
    try:
        return float(eval(text, {"math": math}))
    except ZeroDivisionError:
        return math.nan


def step_of(line):
    """Split a line into its name, its arithmetic or ``None``, and its value as text."""
    name, *middle, value = line.partition("   (")[0].split(" = ")
    return name, middle[0] if middle else None, value


def refuse_wrong(lines):
    """Work out every line again."""
    for line in lines:
        if " = " not in line or any(word in line for word in CONVENTIONS):
            continue
        _, worked, value = step_of(line)
        if worked is not None and value != "undefined":
            assert arithmetic(worked) == pytest.approx(float(value), rel=5e-3, abs=2e-3), line


def ends_in(lines, name, value):
    """Hold the last line against the metric."""
    called, _, last = step_of(lines[-1])
    assert called == name
    assert "yet the metric is" not in lines[-1]
    if math.isnan(value):
        assert last == "undefined"
    else:
        assert float(last) == pytest.approx(value, rel=1e-3, abs=1e-12)


def agree(sample, metric, spelling):
    """Hold the steps of all items, and of every single one, against the metric."""
    spec = metric.resolve(spelling, k=None if metric.cutoff == "none" else 3)
    found = score(sample, metric, spec)
    whole = working.of_all(sample, found)
    if metric.form != "per_item":
        ends_in(whole, spec.text, found.value)
        refuse_wrong(whole)
    for row in np.flatnonzero(found.rows).tolist():
        lines = working.of_item(sample, found, row)
        refuse_wrong(lines)
        if metric.form == "per_item":
            ends_in(lines, spec.text, found.parts[row])
            continue
        assert lines[len(lines) - len(whole) :] == whole
        if metric.form != "quantile":
            leaves_out(sample, metric, spec, row, lines)
        pulls = [step_of(line)[2] for line in lines if line.startswith(f"influence on {spec} = ")]
        is_shared = metric.form == "over_exposures" and not math.isnan(found.value)
        pull = found.parts[row] - found.value if is_shared else found.influence[row]
        assert [float(told) for told in pulls] == [pytest.approx(pull, rel=1e-3, abs=1e-9)]


def leaves_out(sample, metric, spec, row, lines):
    """Hold what a line says of the metric without an item against the metric of all other items."""
    left = [line for line in lines if line.startswith(f"{spec} without it = ")]
    if metric.groups is not None or not left:
        return  # bins and counts of ratings are held where they are
    if isinstance(sample, CategoricalSample) and not sample.answered.all():
        return  # missing decisions are shared out among the classes of all items, as before
    (line,) = left
    rest = score(sample.take(np.arange(len(sample.ids)) != row), metric, spec).value
    value = step_of(line)[2]
    assert (math.nan if value == "undefined" else float(value)) == pytest.approx(
        rest, rel=1e-3, abs=1e-9, nan_ok=True
    )


def weighing(sample, weights):
    """Give the items of a sample other weights."""
    return replace(sample, weight=np.array(weights[: len(sample.ids)], dtype=np.float64))
