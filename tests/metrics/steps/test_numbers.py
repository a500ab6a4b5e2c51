"""Steps of numbers of the run and of repeated answers, with their numbers filled in."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics
from gate.rating import Errors
from gate.samples.labelled import LabelledSample
from gate.samples.repeated import Repeated
from gate.scoring import score
from gate.telling import working
from tests.metrics.steps.agreeing import agree, refuse_wrong, step_of


def test_a_number_of_the_run_is_told_as_it_stands():
    """A mean of any number has nothing to work out but says where the number is from."""
    sample = replace(
        LabelledSample.of([1, 0], [0.9, 0.1], threshold=0.5), numbers={"cost": np.array([2.5, 1.0])}
    )
    metric = metrics.find("mean", "classification")
    found = score(sample, metric, metric.resolve("mean(cost, better=lower)", k=None))
    assert working.of_item(sample, found, 0) == ("mean(cost, better=lower) = 2.5   ('cost' in the run)",)


@given(right=st.floats(0.6, 1.0), wrong=st.floats(0.6, 1.0))
def test_a_corrected_verdict_is_worked_out_of_the_errors_of_its_judge(right, wrong):
    """What a pass and a fail count for follows from both rates of the judge, filled in."""
    sample = replace(
        LabelledSample.of([1, 0], [0.9, 0.1], threshold=0.5), numbers={"ok": np.array([1.0, 0.0])}
    )
    metric = metrics.find("corrected_pass_rate", "classification")
    agree(sample, metric.corrected_by(Errors(right, wrong, 50, 50)), "corrected_pass_rate(ok)")


VALUES = st.lists(st.tuples(st.none() | st.integers(0, 6), st.sampled_from([1.0, 2.0, 0.5])), min_size=1)


@given(rows=VALUES)
def test_a_quantile_is_told_by_the_shares_of_items_around_it(rows):
    """Less than the level lies below it, and up to it at least as much; ties, weights and gaps among them."""
    values = np.array([math.nan if value is None else float(value) for value, _ in rows])
    sample = replace(
        LabelledSample.of([1] * len(rows), [0.5] * len(rows), weight=[weight for _, weight in rows]),
        numbers={"ms": values},
    )
    for name, level in (("p50", 0.5), ("p95", 0.95)):
        metric = metrics.find(name, "classification")
        agree(sample, metric, f"{name}(ms)")
        found = score(sample, metric, metric.resolve(f"{name}(ms)", k=None))
        if found.n:
            below, up_to, _ = (float(step_of(line)[2]) for line in working.of_all(sample, found))
            assert below < level + 1e-4
            assert up_to > level - 1e-4


def test_a_quantile_without_a_number_is_undefined():
    """Where no item has the number there is nothing to work out."""
    sample = LabelledSample.of([1, 0], [0.9, 0.1])
    metric = metrics.find("p50", "classification")
    told = working.of_all(sample, score(sample, metric, metric.resolve("p50(ms)", k=None)))
    assert told == ("p50(ms) = undefined   (no item has the number)",)


def repeated(answers, truth):
    """Line up items that were asked more than once: ``answers`` has the scores of each."""
    once = LabelledSample.of(truth, [given[0] for given in answers], threshold=0.5)
    item = [row for row, given in enumerate(answers) for _ in given]
    rows = LabelledSample.of(
        [truth[row] for row in item],
        [each for given in answers for each in given],
        threshold=0.5,
        weight=[1 / len(answers[row]) for row in item],
    )
    return replace(once, repeated=Repeated(rows, np.array(item)))


def test_every_answer_of_a_repeated_item_is_told():
    """What was asked more than once has the steps of each answer, and their mean."""
    sample = repeated([[0.9, 0.3], [0.2, 0.2]], [1, 0])
    metric = metrics.find("brier", "classification")
    found = score(sample, metric, metric.resolve("brier", k=None))

    told = working.of_item(sample, found, 0)

    assert told[0] == "answer 1 of 2"
    assert told[-1] == "brier = (0.01 + 0.49) / 2 = 0.25   (the mean of its answers)"
    refuse_wrong(told)


@given(
    answers=st.lists(st.lists(st.integers(0, 4), min_size=2, max_size=2), min_size=4, max_size=4),
    truth=st.permutations([1, 1, 0, 0]),
)
@settings(max_examples=25)
def test_repeated_items_agree_with_every_formula(answers, truth):
    """Totals, orders of scores and bins of all answers end in the metric, and each item has its influence."""
    sample = repeated([[each / 4 for each in given] for given in answers], truth)
    for name in ("f1", "roc_auc", "pr_auc", "best_f1", "ece", "brier_resolution"):
        agree(sample, metrics.find(name, "classification"), name)


@pytest.mark.parametrize("name", ["roc_auc", "f1", "ece"])
def test_the_steps_of_a_slice_are_those_of_its_items_alone(name):
    """What is outside of the slice has no part, and what is inside is told as if there were nothing else."""
    part = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], threshold=0.5)
    whole = replace(
        LabelledSample.of([0, 1, 1, 0, 1, 0], [0.95, 0.9, 0.2, 0.6, 0.4, 0.1], threshold=0.5),
        groups={"topic": np.array(["x", "y", "x", "y", "y", "y"])},
    )
    metric = metrics.find(name, "classification")
    spec = metric.resolve(name, k=None)
    inside = score(whole, metric, spec, where={"topic": ["y"]})
    alone = score(part, metric, spec)

    assert working.of_all(whole, inside) == working.of_all(part, alone)
    assert working.of_item(whole, inside, 0) == (f"no part of {name}",)
    assert [working.of_item(whole, inside, row) for row in (1, 3, 4, 5)] == [
        working.of_item(part, alone, row) for row in range(4)
    ]
