"""Formulas that write themselves: sums, means over classes, and who can say their steps at all."""

import math

import pytest

from gate import metrics
from gate.metrics.steps import MOST, Step, averaged, pooled, summed, written
from tests.metrics.steps.agreeing import arithmetic


def test_every_metric_can_say_its_steps():
    """All of all tasks write their formula; what is no mean of items says what one item has to do with it."""
    every = [metrics.find(name, task) for task in metrics.FOLDERS for name in metrics.names(task)]
    by_form = {"quantile"}  # its steps are those of any quantile
    by_item = {"curve", "curves"}

    assert [m.name for m in every if m.steps is None and m.form not in by_form] == []
    assert [m.name for m in every if m.item_steps is None and (m.form in by_item or m.groups)] == []


def test_long_sums_are_cut_and_stay_right():
    """Of very many terms the first are written, and the rest is one number."""
    terms = [(f"{n}/2", n / 2) for n in range(1, 40)]
    assert arithmetic(summed(terms)) == pytest.approx(sum(v for _, v in terms))
    assert summed(terms).count("+") == MOST - 1


def test_what_is_no_arithmetic_is_refused():
    """A declaration that is more than arithmetic is a mistake of ours, found by the first use."""
    with pytest.raises(ValueError, match="not arithmetic"):
        written("tp if fp else fn")(tp=1.0, fp=1.0, fn=1.0)


def test_many_classes_are_averaged_in_one_line():
    """A mean over forty classes names twelve of them, and counts all."""
    totals = {f"c{n:02}": float(n) for n in range(1, 41)}
    *lines, last = averaged("tp / true", over="true")(tp=totals, true={c: 2 * v for c, v in totals.items()})
    assert len(lines) == MOST
    assert last.value == pytest.approx(0.5)


def test_pooled_totals_are_added_first():
    """A micro average says what it sums over the classes, only what it uses."""
    steps = pooled("tp / true")(
        tp={"a": 1.0, "b": 2.0}, predicted={"a": 9.0, "b": 9.0}, true={"a": 2.0, "b": 4.0}
    )
    assert [step.name for step in steps] == ["tp of all classes", "true of all classes", ""]
    assert steps[-1].line("micro_recall") == "micro_recall = 3 / 6 = 0.5"


def test_a_step_without_arithmetic_is_its_value():
    """A count is not told twice."""
    assert Step("hits", "", 3.0).line("x") == "hits = 3"
    assert Step("", "0 / 0", math.nan).line("x") == "x = 0 / 0 = undefined"
