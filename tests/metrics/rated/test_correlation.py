"""Correlation of a judge with people: worked examples, published values, scipy, and what resamples say."""

import csv
import json
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from gate import metrics, scoring
from gate.errors import QuestionError
from gate.samples.rated import RatedSample
from tests.metrics.rated.conftest import evaluate

THEIRS = {
    "pearson": scipy.stats.pearsonr,
    "spearman": scipy.stats.spearmanr,
    "kendall": scipy.stats.kendalltau,
}
every = pytest.mark.parametrize("name", THEIRS)
SCALE = ("1", "2", "3", "4", "5")
VERDICTS = st.sampled_from(SCALE)
SCORES = st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(-1, 1).map(lambda x: round(x, 6)))


def of_scipy(name, people, judge):
    """Ask scipy; a side that does not vary has no correlation."""
    if len(set(people)) < 2 or len(set(judge)) < 2:
        return math.nan
    return float(THEIRS[name](people, judge).statistic)


def scored(sample, spelling):
    """Score a sample; return the score with its influences."""
    metric = metrics.of(spelling, "judge")
    return scoring.score(sample, metric, metric.resolve(spelling, k=None))


@every
@given(rows=st.lists(st.tuples(VERDICTS, VERDICTS, st.integers(1, 3)), min_size=2, max_size=30))
def test_of_verdicts_it_is_that_of_scipy(name, rows):
    """On any verdicts, tied ones above all; a weight of two is an item that stands there twice."""
    people, judge, weight = ([row[i] for row in rows] for i in range(3))
    sample = RatedSample.given(people, judge, weight=weight, classes=SCALE)
    often = [
        [float(x) for x, w in zip(side, weight, strict=True) for _ in range(w)] for side in (people, judge)
    ]

    assert evaluate(name, sample) == pytest.approx(of_scipy(name, *often), abs=1e-9, nan_ok=True)


@every
@given(rows=st.lists(st.tuples(st.tuples(VERDICTS, VERDICTS), SCORES), min_size=2, max_size=30))
def test_of_scores_and_raters_it_is_that_of_scipy(name, rows):
    """On any numbers of the run, against the mean of two people, divided or not; no verdict is needed."""
    people = [{"ann": first, "bob": second} for (first, second), _ in rows]
    scores = [score for _, score in rows]
    sample = RatedSample.given(people, [None] * len(rows), numbers={"score": scores}, classes=SCALE)
    mean = [(float(first) + float(second)) / 2 for (first, second), _ in rows]

    found = evaluate(f"{name}(field=score, people=mean)", sample)
    # The square of a number that is all but equal to the others is what rounding leaves of it.
    assert found == pytest.approx(of_scipy(name, mean, scores), abs=1e-7, nan_ok=True)


@pytest.mark.parametrize("aspect", ["correctness", "completeness", "overall"])
def test_published_evaluator_against_two_people(shared, aspect):
    """An automatic score's difference between two answers, against the mean of two people's preferences."""
    folder = shared("data", "judge", "rag-human-preference")
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["judge_human"][aspect]
    people = [{who: row[f"annotator_{who}_{aspect}"] for who in "ab"} for row in rows]
    second, first = ([float(row[f"judge_model{i}_{aspect}"]) for row in rows] for i in (2, 1))
    difference = [b - a for a, b in zip(first, second, strict=True)]
    sample = RatedSample.given(
        people, [None] * len(rows), numbers={"score": difference}, classes=("-2", "-1", "0", "1", "2")
    )
    for ours, theirs in (("pearson", "pearson"), ("spearman", "spearman"), ("kendall", "kendall_tau_b")):
        found = evaluate(f"{ours}(field=score, people=mean)", sample)
        assert found == pytest.approx(expected[theirs], abs=1e-9)


@pytest.mark.parametrize("people", [["2", "2", "2"], ["1", "2", "3"]])
@every
def test_a_side_that_says_one_thing_has_no_correlation(name, people):
    """Constant verdicts, of people or of the judge, leave it undefined, and one item does."""
    other = ["1", "2", "3"] if len(set(people)) == 1 else ["3", "3", "3"]

    assert math.isnan(evaluate(name, RatedSample.given(people, other, classes=SCALE)))
    assert math.isnan(evaluate(name, RatedSample.given(people[:1], other[:1], classes=SCALE)))


@every
def test_an_order_that_is_declared_counts(name):
    """Words have the order of `classes`; without one, ranks are refused, and products always are."""
    order = ("poor", "fair", "good")
    people, judge = ["poor", "fair", "good", "good"], ["poor", "good", "fair", "good"]
    numbers = [[float(order.index(each)) for each in side] for side in (people, judge)]
    ordered, plain = RatedSample.given(people, judge, classes=order), RatedSample.given(people, judge)

    if name == "pearson":
        with pytest.raises(QuestionError, match="'poor' is not a number, and products of verdicts are taken"):
            evaluate(name, ordered)
    else:
        assert evaluate(name, ordered) == pytest.approx(of_scipy(name, *numbers), abs=1e-12)
        with pytest.raises(QuestionError, match="is not a number, and no order is declared"):
            evaluate(name, plain)


@every
def test_numbers_need_no_declared_order(name):
    """Verdicts that are numbers are ordered as such: 9 is below 10."""
    people, judge = ["8", "9", "10", "10"], ["8", "9", "10", "9"]
    numbers = [[float(each) for each in side] for side in (people, judge)]

    assert evaluate(name, RatedSample.given(people, judge)) == pytest.approx(
        of_scipy(name, *numbers), abs=1e-12
    )


@every
@given(rows=st.lists(st.tuples(VERDICTS, VERDICTS), min_size=3, max_size=20), silent=st.integers(0, 2))
def test_silence_does_not_pay(name, rows, silent):
    """A judge that agrees more often than not and then falls silent on an item does not look better."""
    people = [*SCALE, *(p for p, _ in rows)]
    judge = [*SCALE, *(p for p, _ in rows)]
    whole = evaluate(name, RatedSample.given(people, judge, classes=SCALE))
    judge[len(SCALE) + silent] = None
    sample = RatedSample.given(people, judge, classes=SCALE)

    assert whole == pytest.approx(1)
    assert evaluate(name, sample) < 1
    assert evaluate(f"{name}(missing=skip)", sample) == pytest.approx(1)


@every
def test_a_judge_without_any_number_has_no_correlation(name):
    """A run in which nothing is called so is undefined, not a perfect or a worst one."""
    sample = RatedSample.given(["1", "2", "3"], ["1", "2", "3"], classes=SCALE)

    assert math.isnan(evaluate(f"{name}(field=score)", sample))


@every
def test_influences_are_what_leaving_an_item_out_does(name):
    """To first order the influence of an item is how far the value moves without it."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=400)
    people = [str(round(float(v))) for v in np.clip(2 * x, -3, 3)]
    judge = [round(float(v), 2) for v in x + rng.normal(size=400)]
    sample = RatedSample.given(people, judge_less := [None] * 400, numbers={"score": judge})
    found = scored(sample, f"{name}(field=score)")
    moved = []
    for row in range(0, 400, 20):
        kept = [i for i in range(400) if i != row]
        less = RatedSample.given(
            [people[i] for i in kept], judge_less[1:], numbers={"score": [judge[i] for i in kept]}
        )
        moved.append(399 * (found.value - evaluate(f"{name}(field=score)", less)))

    assert found.influence[::20] == pytest.approx(moved, abs=0.02)


@every
def test_resamples_of_first_order_spread_as_the_exact_ones(name):
    """Correlations computed anew on 600 resamples have the standard error that the totals give."""
    rng = np.random.default_rng(5)
    x = rng.normal(size=150)
    people = np.clip(np.round(x + 2), 0, 4)
    judge = np.round(x + rng.normal(size=150), 1)
    sample = RatedSample.given([f"{v:g}" for v in people], [None] * 150, numbers={"score": judge.tolist()})
    found = scored(sample, f"{name}(field=score)")
    drawn = rng.multinomial(150, np.full(150, 1 / 150), size=600).astype(np.float64)
    linear = found.of_totals(drawn @ found.columns)
    exact = [
        of_scipy(name, *(np.repeat(side, row.astype(int)).tolist() for side in (people, judge)))
        for row in drawn
    ]

    assert np.std(linear) == pytest.approx(np.std(exact), rel=0.05)
    assert np.corrcoef(linear, exact)[0, 1] > 0.97
    assert np.std(found.influence) / 150**0.5 == pytest.approx(np.std(exact), rel=0.1)
