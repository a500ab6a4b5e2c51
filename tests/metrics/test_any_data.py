"""What every metric of every task owes on any data: its bounds, no eye for order, the worst for silence."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics, scoring
from gate.samples.ranked import RankedSample
from tests.metrics.drawn import EVERY, every_metric, items_of, line_up, score_of

MEANS = [
    (task, name)
    for task, name in EVERY
    if metrics.find(name, task).form == "per_item" and name != "error_rate"  # to be missing is no error
]


@every_metric
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_stays_within_its_bounds(task, name, data):
    """On any data the value is within the declared bounds, or NaN with nothing to average."""
    drawn = data.draw(st.lists(items_of[task], min_size=1, max_size=12))
    low, high = metrics.find(name, task).bounds

    score = score_of(task, name, line_up(task, drawn))

    assert math.isnan(score.value) or low - 1e-12 <= score.value <= high + 1e-12
    if metrics.find(name, task).zero_one:
        assert set(score.parts[score.rows]) <= {0.0, 1.0}


@every_metric
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_does_not_see_the_order_of_its_input(task, name, data):
    """Items, answers, judgements and scored documents in another order give the same bytes."""
    drawn = data.draw(st.lists(items_of[task], min_size=1, max_size=12))
    shuffle = data.draw(st.integers(0, 2**32 - 1))

    def reordered(pairs):
        pairs = list(pairs)
        random.Random(shuffle).shuffle(pairs)
        return pairs

    one = score_of(task, name, line_up(task, drawn))
    other = score_of(task, name, line_up(task, drawn, reordered))

    assert np.float64(one.value).tobytes() == np.float64(other.value).tobytes()
    assert one.parts.tobytes() == other.parts.tobytes()


@pytest.mark.parametrize(("task", "name"), MEANS, ids=[f"{task}-{name}" for task, name in MEANS])
def test_item_without_an_answer_scores_worst(task, name):
    """Where a metric is a mean, a missing answer counts as the declared worst, or is left out."""
    metric = metrics.find(name, task)
    truth = "2" if name == "true_negative_rate" else "1"
    drawn = {
        "retrieval": [({"d1": 2, "d2": 0}, {"d1": 1.0}), ({"d1": 1}, None)],
        "recommendation": [({"d1": 2, "d2": 0}, {"d1": 1.0}), ({"d1": 1}, None)],
        "classification": [("yes", 0.9), ("yes", None), ("no", 0.1)],
        "multiclass": [("ape", {"ape": 1.0}), ("bee", None), ("cat", {"ape": 0.5, "cat": 0.5})],
        "multilabel": [({"ape"}, {"ape": 0.9}), ({"bee"}, None), (set(), {"ape": 0.2})],
        "generation": [(["the cat sat"], "the cat sat"), (["", "on the mat"], None)],
        "judge": [({"ann": "1"}, ("1", "1")), ({"ann": truth}, None), ({"ann": "2"}, ("1", "2"))],
    }[task]

    score = score_of(task, name, line_up(task, drawn))

    if metric.worst is None:
        assert not score.rows[1]
    else:
        assert score.parts[1] == metric.worst or math.isinf(metric.worst)


def test_mean_of_a_number_that_no_answer_carries_is_undefined():
    """A misspelt field is no value at all, which fails closed, and not 0."""
    sample = RankedSample.of((["a"], {"a": 1}))
    mean = metrics.find("mean", "retrieval")

    score = scoring.score(sample, mean, mean.resolve("mean(faithfullness, better=higher)", k=None))

    assert math.isnan(score.value)
    assert score.n == 0
