"""Thresholds chosen on a sample, and on the folds an item is not in."""

import math

import numpy as np
import pytest

from gate.samples.labelled import Costs, LabelledSample
from gate.samples.threshold import cheapest_threshold, cross_fitted_cost

COSTS = Costs(false_negative=10, false_positive=1)


def noisy(n, seed, costs=COSTS):
    """Draw a sample with 10 % positives whose scores overlap."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(size=n) < 0.1
    return LabelledSample.of(truth.astype(int), rng.normal(truth * 1.5).tolist(), costs=costs)


def test_equal_costs_of_inexact_prices_take_the_largest_threshold():
    """Three errors at 0.1 cost what one at 0.3 costs, although 3 x 0.1 > 0.3 in binary."""
    sample = LabelledSample.of([0, 0, 0, 1], [0.9, 0.9, 0.9, 0.5], costs=Costs(0.3, 0.1))

    assert cheapest_threshold(sample)[0] == math.inf


def test_worthless_scores_are_not_worth_a_threshold():
    """Where a false alarm is dear, flagging nothing is cheapest."""
    sample = LabelledSample.of([0, 1, 0, 0], [0.9, 0.5, 0.7, 0.6], costs=Costs(1, 1))

    assert cheapest_threshold(sample) == (math.inf, 0.25)


def test_prices_are_needed():
    """Nothing is cheapest without prices."""
    for choose in (cheapest_threshold, cross_fitted_cost):
        with pytest.raises(ValueError, match="no prices"):
            choose(LabelledSample.of([1, 0], [0.9, 0.1]))


def test_cross_fitted_cost_is_each_fold_at_the_others_threshold():
    """The same as cutting the folds out one by one and looking for the cheapest threshold."""
    sample, folds = noisy(300, seed=1), 5
    fold = np.zeros(300, int)
    for truth in (True, False):
        rows = np.flatnonzero(sample.positive == truth)
        fold[rows] = np.arange(rows.size) % folds

    cost = cross_fitted_cost(sample, folds=folds)

    for i in range(folds):
        threshold, _ = cheapest_threshold(sample.take(fold != i))
        flagged = sample.score >= threshold
        right = np.where(sample.positive, 10.0 * ~flagged, 1.0 * flagged)
        assert cost[fold == i].tolist() == right[fold == i].tolist()


def test_cross_fitted_cost_does_not_flatter():
    """On small samples the cheapest cost is lower than new data will show; the cross-fitted is not."""
    cheapest, honest = [], []
    for seed in range(200):
        sample = noisy(200, seed)
        cheapest.append(cheapest_threshold(sample)[1])
        honest.append(cross_fitted_cost(sample).mean())
    truth = cheapest_threshold(noisy(400_000, seed=1_000))[1]

    assert np.mean(cheapest) < 0.97 * truth
    assert np.mean(honest) > truth


def test_cross_fitted_cost_charges_lost_answers():
    """An item without an answer is wrong at every threshold."""
    sample = LabelledSample.of([1, 1, 1, 0, 0, 0], [0.9, 0.8, None, 0.2, 0.1, None], costs=COSTS)

    assert cross_fitted_cost(sample, folds=2).tolist()[2::3] == [10.0, 1.0]


def test_two_folds_are_the_least():
    """With one fold there are no others."""
    with pytest.raises(ValueError, match="1 folds"):
        cross_fitted_cost(noisy(20, seed=1), folds=1)
