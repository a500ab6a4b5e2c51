"""Bands around ROC and precision-recall curves: against one curve a resample, drawn by scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import precision_recall_curve, roc_curve

from gate.samples.clusters import Clusters
from gate.samples.labelled import LabelledSample
from gate.stats import resample
from gate.telling.pictures import bands as module
from gate.telling.pictures.bands import GRID, bands

PLACES = np.linspace(0, 1, GRID)


def sample_of(n, *, seed=1, digits=2, rate=0.3, weight=None):
    """Draw a classifier of ``n`` items with tied scores."""
    draw = np.random.default_rng(seed)
    truth = draw.random(n) < rate
    truth[:2] = True, False
    scores = np.clip(draw.normal(0.35 + 0.25 * truth, 0.2), 0, 1).round(digits)
    return LabelledSample.of(truth.astype(int).tolist(), scores.tolist(), weight=weight)


def of_one(sample, *, clusters=None, resamples=60, seed=3, confidence=0.95):
    """Return both bands of one sample."""
    found = bands(
        {"candidate": sample}, {"candidate": clusters}, confidence=confidence, resamples=resamples, seed=seed
    )
    return [band for (band,) in found]


def plainly(sample, weights, confidence=0.95):
    """Do the same with a loop over resamples, and scikit-learn for the curves."""
    recalls, precisions = [], []
    for row in weights:
        drawn = row > 0
        truth, score, weight = sample.positive[drawn], sample.score[drawn], (row * sample.weight)[drawn]
        if truth.all() or not truth.any():
            continue
        fpr, tpr, _ = roc_curve(truth, score, sample_weight=weight, drop_intermediate=False)
        recalls.append([tpr[fpr <= place + 1e-12].max() for place in PLACES])
        precision, recall, _ = precision_recall_curve(truth, score, sample_weight=weight)
        known = recall > 0
        precision, recall = precision[known], recall[known]
        precisions.append([precision[np.flatnonzero(recall >= place - 1e-12)[-1]] for place in PLACES])
    tail = (1 - confidence) / 2
    return [np.quantile(values, [tail, 1 - tail], axis=0) for values in (recalls, precisions)]


@pytest.mark.parametrize(("n", "digits"), [(60, 1), (260, 2), (260, 9)])
def test_bands_are_those_of_one_curve_a_resample(n, digits):
    """The same resamples, followed one by one with another library, have the same quantiles."""
    sample = sample_of(n, digits=digits)
    weights = np.vstack(list(resample.weights(sample.ids, 60, seed=3)))

    for band, (low, high) in zip(of_one(sample), plainly(sample, weights), strict=True):
        assert band.x == tuple(PLACES)
        np.testing.assert_allclose(band.low, low, atol=1e-12)
        np.testing.assert_allclose(band.high, high, atol=1e-12)


def test_items_of_one_cluster_are_drawn_together():
    """With clusters a resample is one of clusters, and the band is wider for it."""
    sample = sample_of(240)
    clusters = Clusters.of(sample.ids, [f"document {i % 8}" for i in range(240)])
    weights = np.vstack(list(resample.weights(clusters.names, 60, seed=3)))[:, clusters.index]

    for band, (low, high) in zip(of_one(sample, clusters=clusters), plainly(sample, weights), strict=True):
        np.testing.assert_allclose(band.low, low, atol=1e-12)
        np.testing.assert_allclose(band.high, high, atol=1e-12)


def test_heavy_items_count_as_much_as_they_weigh():
    """Weights of items multiply those of a resample."""
    sample = sample_of(120, weight=[1.0 + i % 3 for i in range(120)])
    weights = np.vstack(list(resample.weights(sample.ids, 60, seed=3)))

    for band, (low, high) in zip(of_one(sample), plainly(sample, weights), strict=True):
        np.testing.assert_allclose(band.low, low, atol=1e-12)
        np.testing.assert_allclose(band.high, high, atol=1e-12)


def test_a_band_holds_its_own_curve():
    """At nearly every place the curve of the data themselves lies inside."""
    sample = sample_of(400)
    for band, (own, _) in zip(of_one(sample, resamples=400), plainly(sample, np.ones((1, 400))), strict=True):
        inside = (np.array(band.low) <= own + 1e-9) & (own - 1e-9 <= np.array(band.high))
        assert inside.mean() > 0.95


def test_cells_of_many_items_change_next_to_nothing(monkeypatch):
    """Drawn by cell, the band of a large set is the one drawn by item, up to the noise of drawing."""
    sample = sample_of(6_000, digits=9)
    by_item = of_one(sample, resamples=400)
    monkeypatch.setattr(module, "BY_CELL_FROM", 1_000)
    by_cell = of_one(sample, resamples=400)

    for one, other in zip(by_item, by_cell, strict=True):
        apart = np.abs(np.subtract([one.low, one.high], [other.low, other.high]))[:, 5:-5]
        assert apart.max() < 0.03
        assert apart.mean() < 0.005


def test_equal_questions_have_equal_bands():
    """Neither a second call nor other resamples asked of than are used move a band."""
    sample = sample_of(100)
    assert of_one(sample, resamples=400) == of_one(sample, resamples=10_000)
    assert of_one(sample, resamples=60) != of_one(sample, resamples=60, seed=4)


def test_a_class_that_is_often_not_drawn_has_no_band():
    """One positive is missing in a third of the resamples: a band of the rest would be of another set."""
    sample = LabelledSample.of([1] + [0] * 40, [0.9] + [i / 50 for i in range(40)])
    assert bands({"candidate": sample}, {"candidate": None}, confidence=0.95, resamples=100, seed=0) == (
        (),
        (),
    )
