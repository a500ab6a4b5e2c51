"""Agreement of a judge with people: worked examples, and other libraries."""

import math
from collections import Counter

import krippendorff
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from gate.samples.rated import RatedSample
from tests.metrics.rated.conftest import evaluate

VERDICTS = ("1", "2", "3", "4", "5")


def test_a_judge_that_always_passes_agrees_by_chance(value):
    """18 passes and 2 fails, all called passes: agreement 0.90, kappa 0."""
    sample = RatedSample.given(18 * ["pass"] + 2 * ["fail"], 20 * ["pass"], positive="pass")

    assert value("raw_agreement", sample) == pytest.approx(0.9)
    assert value("cohen_kappa", sample) == 0
    assert value("true_positive_rate", sample) == 1
    assert value("true_negative_rate", sample) == 0


def test_one_false_fail(value):
    """17 of 18 passes and both fails right: agreement 0.95, kappa 0.7727."""
    sample = RatedSample.given(18 * ["pass"] + 2 * ["fail"], 17 * ["pass"] + 3 * ["fail"], positive="pass")

    assert value("raw_agreement", sample) == pytest.approx(0.95)
    assert value("cohen_kappa", sample) == pytest.approx(0.7727, abs=5e-5)
    assert value("true_positive_rate", sample) == pytest.approx(17 / 18)
    assert value("true_negative_rate", sample) == 1


def test_four_labels(value):
    """(y y n n) against (y n n n): agreement 0.75, expected 0.5, kappa 0.5."""
    sample = RatedSample.given(list("yynn"), list("ynnn"))

    assert value("raw_agreement", sample) == 0.75
    assert value("cohen_kappa", sample) == 0.5


ratings = st.lists(
    st.lists(st.one_of(st.none(), st.sampled_from(VERDICTS)), min_size=4, max_size=4), min_size=1, max_size=25
)


@given(ratings)
def test_alpha_is_that_of_another_library(rows):
    """On any ratings, with any of them missing, at all three levels."""
    people = [{str(i): said for i, said in enumerate(row[:3]) if said is not None} for row in rows]
    if not any(row[3] for row in rows):
        return
    sample = RatedSample.given(people, [row[3] for row in rows], classes=VERDICTS)
    data = [[math.nan if row[i] is None else float(row[i]) for row in rows] for i in range(4)]
    pairable = [row for row in rows if sum(x is not None for x in row) > 1]
    for level in ("nominal", "ordinal", "interval"):
        found = evaluate(f"krippendorff_alpha(level={level})", sample)
        if len({x for row in pairable for x in row if x is not None}) < 2:
            assert math.isnan(found)
        else:
            theirs = krippendorff.alpha(
                reliability_data=data, level_of_measurement=level, value_domain=[1.0, 2.0, 3.0, 4.0, 5.0]
            )
            assert found == pytest.approx(theirs, abs=1e-9)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from(VERDICTS), st.sampled_from(VERDICTS)), min_size=2, max_size=40))
def test_kappa_is_that_of_scikit_learn(pairs):
    """On any verdicts, plain and weighted, over the whole declared scale, used or not."""
    people, judge = ([pair[i] for pair in pairs] for i in (0, 1))
    sample = RatedSample.given(people, judge, classes=VERDICTS)
    for weights in ("none", "linear", "quadratic"):
        found = evaluate(f"cohen_kappa(weights={weights})", sample)
        if len({*people, *judge}) == 1:
            assert math.isnan(found)
            continue
        theirs = cohen_kappa_score(
            people, judge, labels=list(VERDICTS), weights=None if weights == "none" else weights
        )
        assert found == pytest.approx(theirs, abs=1e-9)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("ab"), st.integers(1, 3)), min_size=1))
def test_a_weight_of_two_is_an_item_twice(rows):
    """Kappa with whole weights is that of a set with items repeated, and alpha does not see their unit.

    A weight says how much an item counts, not that it was rated more often.
    """
    people, judge, weight = ([row[i] for row in rows] for i in (0, 1, 2))
    weighted = RatedSample.given(people, judge, weight=weight, classes=("a", "b"))
    often = [[x for x, w in zip(side, weight, strict=True) for _ in range(w)] for side in (people, judge)]
    repeated = RatedSample.given(*often, classes=("a", "b"))
    assert evaluate("cohen_kappa", weighted) == pytest.approx(
        evaluate("cohen_kappa", repeated), abs=1e-12, nan_ok=True
    )
    halved = RatedSample.given(people, judge, weight=[w / 100 for w in weight], classes=("a", "b"))
    assert evaluate("krippendorff_alpha", halved) == pytest.approx(
        evaluate("krippendorff_alpha", weighted), abs=1e-9, nan_ok=True
    )


def test_missing_verdicts_disagree_unless_they_are_skipped(value):
    """A silent judge does not look better, and what is left out is left out by spelling it."""
    people = 6 * ["pass"] + 4 * ["fail"]
    judge = 5 * ["pass"] + [None] + 3 * ["fail"] + [None]
    sample = RatedSample.given(people, judge, positive="pass")

    assert value("raw_agreement", sample) == 0.8
    assert value("raw_agreement(missing=skip)", sample) == 1
    assert value("cohen_kappa", sample) < value("cohen_kappa(missing=skip)", sample) == 1
    assert value("true_positive_rate", sample) == pytest.approx(5 / 6)
    assert value("true_negative_rate", sample) == 0.75
    assert value("true_negative_rate(missing=skip)", sample) == 1
    assert value("verdict_rate", sample) == 0.8


def test_divided_people_count_only_among_themselves(value):
    """Two against two give no label: the item is out of kappa, and in alpha."""
    people = [{"ann": "a", "bob": "a"}, {"ann": "b", "bob": "b"}, {"ann": "a", "bob": "b"}]
    sample = RatedSample.given(people, ["a", "b", "a"])

    assert sample.accounting.excluded == {"divided_raters": ("000000002",)}
    assert Counter(sample.labelled.tolist()) == {True: 2, False: 1}
    assert value("raw_agreement", sample) == 1
    assert value("cohen_kappa", sample) == 1
    assert value("krippendorff_alpha(raters=people)", sample) < 1


def test_an_interval_needs_numbers(value):
    """Verdicts that are words cannot be subtracted, and the message says what can be done."""
    from gate.errors import QuestionError

    sample = RatedSample.given(["good", "bad"], ["good", "bad"])
    with pytest.raises(QuestionError, match="'bad' is not a number, and level=interval subtracts"):
        value("krippendorff_alpha(level=interval)", sample)
