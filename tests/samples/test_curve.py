"""Curve: one walk for items and for groups of items, ties exact, rows independent."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics
from gate.samples import curve as curve_module
from gate.samples.curve import Curve, interchangeable
from gate.samples.labelled import Costs, LabelledSample

METRICS = {
    "pr_auc": {},
    "roc_auc": {},
    "best_f1": {},
    "cheapest_cost": {},
    "recall_at_precision": {"precision": 0.6},
    "precision_at_recall": {"recall": 0.6},
}


def everything(cells):
    """Evaluate all curve metrics, one row a metric."""
    return np.array([metrics.find(n, "classification")(cells, **p) for n, p in METRICS.items()])


@st.composite
def samples(draw):
    """Draw up to 30 items: ties, infinities, missing answers, weights."""
    n = draw(st.integers(1, 30))
    scores = st.sampled_from([None, -math.inf, 0.0, 0.25, 0.5, 0.75, 1.0, math.inf])
    weights = st.sampled_from([1.0, 2.0, 0.5])
    alike = draw(st.booleans())
    return LabelledSample.of(
        draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)),
        draw(st.lists(scores, min_size=n, max_size=n)),
        weight=[1.0] * n if alike else draw(st.lists(weights, min_size=n, max_size=n)),
        costs=Costs(5, 1),
    )


def counts(seed, rows, n):
    """Draw how often each of n items is drawn."""
    return np.random.default_rng(seed).poisson(1.0, (rows, n)).astype(float)


@settings(max_examples=150, deadline=None)
@given(samples(), st.integers(0, 2**32 - 1))
def test_weights_are_repetition(sample, seed):
    """An item of weight 3 is that item three times; of weight 0, none."""
    count = counts(seed, 1, sample.n)[0].astype(int)
    if not count.sum():
        return
    rows = np.repeat(np.arange(sample.n), count)
    again = LabelledSample.of(
        sample.positive[rows],
        [sample.score[row] if sample.answered[row] else None for row in rows],
        weight=sample.weight[rows],
        costs=sample.costs,
    )

    weighted = everything(Curve.of(sample).reduce(count[None, :].astype(float)))
    repeated = everything(Curve.of(again).cells)

    assert weighted == pytest.approx(repeated, abs=1e-12, nan_ok=True)


@settings(max_examples=150, deadline=None)
@given(samples(), st.integers(0, 2**32 - 1))
def test_groups_of_items_carry_everything(sample, seed):
    """Numbers drawn per group give what the same numbers give per item."""
    curve = Curve.of(sample)
    sizes, (grouped,) = interchangeable(curve)
    assert sizes.sum() == sample.n
    assert sizes.size <= sample.n
    keys = [
        (p, s, t, w) for p, s, t, w in zip(curve.positive, curve.step, curve.tied, sample.weight, strict=True)
    ]
    of = {key: group for group, key in enumerate(sorted(set(keys), key=lambda k: (k[0], k[1], k[2], k[3])))}
    count = counts(seed, 4, sample.n)
    totals = np.zeros((4, len(of)))
    for item, key in enumerate(keys):
        totals[:, of[key]] += count[:, item]

    assert [keys.count(key) for key in of] == sizes.tolist()
    assert everything(grouped.reduce(totals)) == pytest.approx(
        everything(curve.reduce(count)), abs=1e-12, nan_ok=True
    )


@settings(max_examples=100, deadline=None)
@given(samples(), st.integers(0, 2**32 - 1))
def test_joint_groups_keep_two_runs_paired(sample, seed):
    """Two runs on the same items: numbers drawn per joint group are the same draw for both."""
    other = LabelledSample.of(
        sample.positive,
        np.random.default_rng(seed).choice([0.1, 0.2, 0.3], sample.n),
        weight=sample.weight,
        costs=sample.costs,
    )
    curves = [Curve.of(sample), Curve.of(other)]
    sizes, grouped = interchangeable(*curves)
    columns = [sample.positive, *(part for c in curves for part in (c.step, c.tied)), sample.weight]
    of = np.unique(np.column_stack(columns), axis=0, return_inverse=True)[1].ravel()
    count = counts(seed, 4, sample.n)
    totals = np.zeros((4, of.max() + 1))
    np.add.at(totals, (slice(None), of), count)

    assert sizes.tolist() == np.bincount(of).tolist()
    for curve, by_group in zip(curves, grouped, strict=True):
        expected = everything(curve.reduce(count))
        assert everything(by_group.reduce(totals)) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@settings(max_examples=50, deadline=None)
@given(samples(), st.integers(0, 2**32 - 1))
def test_rows_do_not_see_each_other(sample, seed):
    """A resample has the same bytes alone, among others and in chunks of any size."""
    curve, count = Curve.of(sample), counts(seed, 7, sample.n)
    together = everything(curve.reduce(count))
    alone = np.hstack([everything(curve.reduce(row[None, :])) for row in count])
    assert together.tobytes() == alone.tobytes()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(curve_module, "ELEMENTS", 2 * sample.n)
        assert everything(curve.reduce(count)).tobytes() == together.tobytes()


@settings(max_examples=100, deadline=None)
@given(samples())
def test_only_the_order_of_scores_matters(sample):
    """Any rising function of the score leaves every curve metric as it is."""
    risen = LabelledSample.of(
        sample.positive.astype(int),
        [None if not a else math.atan(s) for s, a in zip(sample.score, sample.answered, strict=True)],
        weight=sample.weight,
        costs=sample.costs,
    )

    assert everything(Curve.of(risen).cells).tobytes() == everything(Curve.of(sample).cells).tobytes()


def test_scale_of_weights_does_not_matter():
    """Items of weight 0.1 each are items of weight 1 each."""
    rows = ([1, 0, 1, 0], [0.9, 0.6, 0.6, 0.1])
    light = LabelledSample.of(*rows, weight=[0.1] * 4, costs=Costs(5, 1))
    plain = LabelledSample.of(*rows, costs=Costs(5, 1))

    assert everything(Curve.of(light).cells).tobytes() == everything(Curve.of(plain).cells).tobytes()


def test_scores_are_compared_in_full_precision():
    """Two scores that differ in the tenth digit are in order; as 32-bit floats they would tie."""
    curve = Curve.of(LabelledSample.of([1, 0], [0.50000000002, 0.50000000001]))

    assert metrics.find("roc_auc", "classification")(curve.cells).tolist() == [1.0]


def test_decisions_alone_have_no_curve():
    """Without scores there is no order: refused, not made up."""
    sample = LabelledSample.of([1, 0], [0.5, 0.5])
    sample.score[:] = math.nan

    with pytest.raises(ValueError, match="no scores"):
        Curve.of(sample)
