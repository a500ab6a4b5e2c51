"""What each item does to a curve metric: the derivative, and the noise that follows from it."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gate import metrics
from gate.samples.curve import Curve
from gate.samples.labelled import Costs, LabelledSample

CURVES = {
    "pr_auc": {},
    "roc_auc": {},
    "best_f1": {},
    "cheapest_cost": {},
    "recall_at_precision": {"precision": 0.613},
    "precision_at_recall": {"recall": 0.587},
}


@st.composite
def samples(draw):
    """Draw up to 25 items with ties, missing answers and odd weights: no two thresholds tie."""
    n = draw(st.integers(3, 25))
    truth = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    assume(0 < sum(truth) < n)
    scores = st.none() | st.sampled_from([i / 7 for i in range(8)])
    seed = draw(st.integers(0, 2**32 - 1))
    weight = np.random.default_rng(seed).uniform(0.5, 2.0, n) if draw(st.booleans()) else np.ones(n)
    score = draw(st.lists(scores, min_size=n, max_size=n))
    return LabelledSample.of(truth, score, weight=weight, costs=Costs(5.3, 1.1))


@pytest.mark.parametrize("name", CURVES)
@settings(max_examples=60, deadline=None)
@given(samples())
def test_influence_is_the_derivative(name, sample):
    """A little more weight on an item changes the value as its influence says; all cancel out."""
    metric, parameters = metrics.find(name, "classification"), CURVES[name]
    curve = Curve.of(sample)
    step = 1e-6
    relative = sample.weight / sample.weight.sum()
    weights = np.ones((2 * sample.n, sample.n))
    weights[: sample.n] += step * np.eye(sample.n)
    weights[sample.n :] -= step * np.eye(sample.n)
    value = metric(curve.cells, **parameters)[0]
    moved = metric(curve.reduce(weights), **parameters)
    up, down = moved[: sample.n], moved[sample.n :]

    influence = metric.influence(curve, **parameters)

    assert abs(relative @ influence) < 1e-12
    # Where two thresholds are equally good the value has a kink, and each side its own slope.
    smooth = np.abs(up + down - 2 * value) < 1e-9
    slope = (up - down) / (2 * step)
    assert slope[smooth] == pytest.approx((relative * influence)[smooth], abs=1e-6)
    if name in {"pr_auc", "roc_auc"}:
        assert smooth.all()


@pytest.fixture(scope="module")
def resampled(shared, table, sample_of):
    """10,000 loans, 333 in default: two models' curves, and 1,500 joint resamples of every metric."""
    root = shared("data", "classification", "credit-default-imbalanced")
    labels = table(root / "labels.csv")
    curves = [
        Curve.of(sample_of(labels, table(root / "predictions" / f"{name}.csv"), costs=Costs(10, 1)))
        for name in ("baseline", "candidate-no-change")
    ]
    names = ("pr_auc", "roc_auc", "cheapest_cost", "best_f1")
    drawn = {name: ([], []) for name in names}
    rng, n = np.random.default_rng(7), len(labels)
    for _ in range(30):
        counts = rng.multinomial(n, np.full(n, 1 / n), size=50).astype(float)
        for side, curve in enumerate(curves):
            cells = curve.reduce(counts)
            for name in names:
                drawn[name][side].append(metrics.find(name, "classification")(cells))
    return curves, {name: [np.concatenate(v) for v in sides] for name, sides in drawn.items()}


@pytest.mark.parametrize("name", ["pr_auc", "roc_auc", "cheapest_cost", "best_f1"])
def test_standard_error_is_the_bootstrap_s(resampled, name):
    """The spread of the influence gives the bootstrap's standard error of a level, within 10 %."""
    curves, drawn = resampled
    influence = metrics.find(name, "classification").influence(curves[0])

    error = np.sqrt((influence**2).sum()) / influence.size

    assert error == pytest.approx(drawn[name][0].std(), rel=0.10)


@pytest.mark.parametrize("name", ["pr_auc", "roc_auc"])
def test_paired_standard_error_is_the_bootstrap_s(resampled, name):
    """The same for the gain, from the difference of the two influences, within 6 %."""
    curves, drawn = resampled
    before, after = (metrics.find(name, "classification").influence(curve) for curve in curves)

    error = np.sqrt(((after - before) ** 2).sum()) / before.size

    assert error == pytest.approx((drawn[name][1] - drawn[name][0]).std(), rel=0.06)


def test_roc_auc_variance_is_delong_s():
    """With DeLong's n - 1 the influence gives his variance to the last digits."""
    rng = np.random.default_rng(3)
    truth = rng.uniform(size=300) < 0.3
    score = np.round(rng.normal(truth * 1.0), 1)
    influence = metrics.find("roc_auc", "classification").influence(
        Curve.of(LabelledSample.of(truth, score.tolist()))
    )
    kernel = np.sign(score[truth][:, None] - score[~truth][None, :]) / 2 + 0.5
    m, n = kernel.shape
    delong = kernel.mean(1).var(ddof=1) / m + kernel.mean(0).var(ddof=1) / n

    positive, negative = influence[truth] * m / (m + n), influence[~truth] * n / (m + n)
    found = (positive**2).sum() / (m - 1) / m + (negative**2).sum() / (n - 1) / n

    assert found == pytest.approx(delong, rel=1e-12)
