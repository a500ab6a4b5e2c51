"""LabelledSample: what is lined up with what, which decision counts, and what is refused."""

import math

import numpy as np
import pytest

from gate.errors import QuestionError
from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Run
from gate.samples.labelled import Costs, LabelledSample

YES, NO = "fraud", "ok"


def build(labels, answers, *, positive=YES, threshold=None, costs=None):
    """Line answers up with labels; golden items are a, b, and so on, from line 2."""
    items = {chr(97 + i): GoldenItem(chr(97 + i), label=label, line=i + 2) for i, label in enumerate(labels)}
    golden = GoldenSet(items, "golden.csv")
    run = Run({a.id: a for a in answers}, "run.csv")
    return LabelledSample.build(golden, run, positive=positive, threshold=threshold, costs=costs)


def scores(*values):
    """Answer a, b, c … with these scores."""
    return [Answer(chr(97 + i), score=value) for i, value in enumerate(values)]


def predictions(*values):
    """Answer a, b, c … with these classes."""
    return [Answer(chr(97 + i), predicted=value) for i, value in enumerate(values)]


def codes(sample):
    """Return the codes of a sample's notices."""
    return [notice.code for notice in sample.notices]


def test_threshold_flags_scores_at_or_above_it():
    """``score >= threshold``: the threshold itself is flagged."""
    sample = build([YES, YES, NO], scores(0.5, 0.49, 0.9), threshold=0.5)

    assert sample.flagged.tolist() == [True, False, True]
    assert sample.threshold == 0.5
    assert sample.offers == {"threshold", "score"}


def test_columns_partition_the_items():
    """Each item is in exactly one cell of the confusion table."""
    sample = build([YES, YES, NO, NO], scores(0.9, 0.1, 0.9, 0.1), threshold=0.5)
    table = [sample.column(name).tolist() for name in ("tp", "fn", "fp", "tn")]

    assert table == np.eye(4).tolist()
    with pytest.raises(KeyError):
        sample.column("precision")


def test_positive_class_is_the_one_named_not_the_last_in_the_alphabet():
    """Text labels: naming the other class turns the sample around."""
    fraud = build([YES, YES, NO, NO], scores(0.9, 0.4, 0.5, 0.2))
    ok = build([YES, YES, NO, NO], scores(0.9, 0.4, 0.5, 0.2), positive=NO)

    assert fraud.positive.tolist() == [True, True, False, False]
    assert (ok.positive == ~fraud.positive).all()
    assert (fraud.n, fraud.positives) == (4, 2)


def test_unknown_positive_class_lists_the_labels():
    """A misspelt positive class would make every item negative: refused, the labels listed."""
    with pytest.raises(QuestionError) as caught:
        build([YES, NO, NO], scores(0.9, 0.5, 0.2), positive="Fraud")

    assert str(caught.value) == (
        "golden.csv: the positive class 'Fraud' is not a label of the golden set: 'fraud' (1), 'ok' (2) "
        "[unknown_class]\n"
        "  fix: set `positive:` to one of them, spelt the same way"
    )


def test_positive_class_without_an_example_is_no_error():
    """One label, and it is the other one: metrics are undefined, which the report says."""
    sample = build(["0", "0", "0"], scores(0.2, 0.5, 0.7), positive="1")

    assert sample.positives == 0


def test_more_than_two_classes_are_refused_and_listed():
    """Three labels are another kind of question."""
    with pytest.raises(
        QuestionError, match=r"3 classes: 'fraud' \(1\), 'maybe' \(1\), 'ok' \(1\); with a positive"
    ):
        build([YES, NO, "maybe"], scores(0.9, 0.5, 0.2))


def test_long_lists_of_classes_are_cut():
    """A golden set whose label column is free text does not print all of it."""
    with pytest.raises(QuestionError, match=r"24 classes: .* and 4 more; with a positive"):
        build([f"label {i:02d}" for i in range(24)], [])


def test_all_items_without_a_label_are_named_at_once():
    """An unlabelled item has no right answer; file and line of each."""
    with pytest.raises(QuestionError) as caught:
        build([YES, None, NO, None], scores(0.9, 0.5, 0.2, 0.1))

    assert [p.where for p in caught.value.problems] == ["golden.csv:3", "golden.csv:5"]


def test_predicted_classes_decide_without_a_threshold():
    """A run of decisions has something to judge, but no scores to rank."""
    sample = build(["1", "0", "1", "1"], predictions("1", "0", "0", "1"), positive="1")

    assert sample.flagged.tolist() == [True, False, False, True]
    assert np.isnan(sample.score).all()
    assert sample.offers == {"threshold"}


def test_predicted_classes_decide_and_scores_rank():
    """With both and no threshold, the class is the decision and the score the rank."""
    answers = [Answer("a", score=0.4, predicted=YES), Answer("b", score=0.6, predicted=NO)]
    sample = build([YES, NO], answers)

    assert sample.flagged.tolist() == [True, False]
    assert sample.score.tolist() == [0.4, 0.6]
    assert sample.offers == {"threshold", "score"}


def test_threshold_outranks_predicted_classes():
    """With both and a threshold, the threshold decides; where it contradicts, a notice says so."""
    answers = [Answer("a", score=0.4, predicted=YES), Answer("b", score=0.1, predicted=NO)]
    sample = build([YES, NO], answers, threshold=0.5)

    assert sample.flagged.tolist() == [False, False]
    assert codes(sample) == ["prediction_overruled"]
    assert sample.notices[0].items == ("a",)


def test_scores_alone_decide_nothing():
    """Without a threshold and predictions there is no decision to judge."""
    sample = build([YES, NO], scores(0.9, 0.1), costs=Costs(10, 1))

    assert not sample.decided
    assert sample.offers == {"score", "costs"}


def test_threshold_needs_scores():
    """A threshold cannot be applied to a run of decisions."""
    with pytest.raises(QuestionError, match=r"run.csv: the config has threshold 0.5, but no answer has a sc"):
        build([YES, NO], predictions(YES, NO), threshold=0.5)


def test_nan_scores_are_refused_by_item():
    """NaN is not a score: every item that has one is named."""
    with pytest.raises(QuestionError, match=r"(?s)score of item 'a' is NaN.*score of item 'c' is NaN"):
        build([YES, NO, NO], scores(math.nan, 0.5, math.nan))


def test_infinite_scores_are_kept():
    """Minus infinity is the logarithm of 0, and an answer."""
    sample = build([YES, NO], scores(-math.inf, math.inf), threshold=0.0)

    assert sample.score.tolist() == [-math.inf, math.inf]
    assert sample.answered.all()


def test_missing_and_errored_answers_are_wrong_and_rank_worst():
    """Nothing is dropped: the decision is the wrong one, the score the worst."""
    sample = build(
        [YES, NO, YES, NO, YES],
        [Answer("a", error="timeout"), Answer("b", error="timeout"), Answer("e", score=0.9), Answer("z")],
        threshold=0.5,
    )

    assert sample.flagged.tolist() == [False, True, False, True, True]
    assert sample.score.tolist() == [-math.inf, math.inf, -math.inf, math.inf, 0.9]
    assert sample.answered.tolist() == [False, False, False, False, True]
    accounting = sample.accounting
    assert (accounting.scored, accounting.errored, accounting.missing) == (("e",), ("a", "b"), ("c", "d"))
    assert accounting.extra == ("z",)
    assert accounting.golden == 5


def test_answers_without_a_score_count_as_missing():
    """Where others have a score, an answer without one is no answer, and a notice counts them."""
    sample = build([YES, NO, NO], [*scores(0.9), Answer("b"), Answer("c", score=0.1)], threshold=0.5)

    assert sample.accounting.missing == ("b",)
    assert codes(sample) == ["incomplete_answer"]
    assert sample.column("fp").tolist() == [0, 1, 0]


def test_run_of_nothing_but_errors_is_all_wrong():
    """A run that failed throughout is lined up all the same; the pipeline says that the system failed."""
    sample = build([YES, NO], [Answer("a", error="down"), Answer("b", error="down")], threshold=0.5)

    assert sample.flagged.tolist() == [False, True]
    assert sample.offers == {"threshold", "score"}


def test_unknown_predicted_class_is_a_wrong_decision():
    """What is neither class is wrong for either class, and said."""
    sample = build([YES, NO, NO], predictions("unsure", "unsure", NO))

    assert sample.flagged.tolist() == [False, True, False]
    assert codes(sample) == ["unknown_class"]
    assert "'unsure'" in sample.notices[0].text


def test_predictions_in_another_spelling_are_refused():
    """1.0 for 1: nothing would ever match, so it is not scored as the worst model."""
    with pytest.raises(QuestionError, match=r"no decision \('0.0', '1.0'\) is a class .*: '0', '1'"):
        build(["1", "0"], predictions("1.0", "0.0"), positive="1")


def test_order_of_items_and_answers_does_not_matter():
    """Rows are items in ascending order of id, whatever came first."""
    items = {i: GoldenItem(i, label=YES if i < "c" else NO, weight=ord(i)) for i in "dbca"}
    answers = {i: Answer(i, score=ord(i) / 200, numbers={"cost": float(ord(i))}) for i in "cadb"}

    sample = LabelledSample.build(GoldenSet(items), Run(answers), positive=YES, threshold=None, costs=None)

    assert sample.ids == ("a", "b", "c", "d")
    assert sample.weight.tolist() == [97, 98, 99, 100]
    assert sample.numbers["cost"].tolist() == [97, 98, 99, 100]
    assert sample.score.tolist() == [0.485, 0.49, 0.495, 0.5]


def test_slices_and_numbers_have_gaps():
    """A slice an item is not in is empty text, a number it does not have is NaN."""
    items = {
        "a": GoldenItem("a", label=YES, slices={"region": "A"}),
        "b": GoldenItem("b", label=NO, slices={"age": "old"}),
    }
    run = Run({"a": Answer("a", score=0.9, numbers={"cost": 2.0}), "b": Answer("b", score=0.1)})

    sample = LabelledSample.build(GoldenSet(items), run, positive=YES, threshold=0.5, costs=None)

    assert sample.groups == {"age": ("", "old"), "region": ("A", "")}
    assert sample.numbers["cost"].tolist() == pytest.approx([2.0, math.nan], nan_ok=True)


def test_take_keeps_the_rows_it_is_told_to():
    """Every column is cut alike; the accounting stays that of the whole set."""
    items = {i: GoldenItem(i, label=YES if i == "a" else NO, slices={"region": i.upper()}) for i in "abc"}
    whole = LabelledSample.build(
        GoldenSet(items),
        Run({a.id: a for a in scores(0.9, 0.5, 0.1)}),
        positive=YES,
        threshold=0.5,
        costs=None,
    )

    part = whole.take(np.array([True, False, True]))

    assert part.ids == ("a", "c")
    assert part.score.tolist() == [0.9, 0.1]
    assert part.flagged.tolist() == [True, False]
    assert part.groups == {"region": ("A", "C")}
    assert part.accounting == whole.accounting


def test_example_samples_are_lined_up_the_same_way():
    """``of`` is ``build`` without the files."""
    short = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, None, None], threshold=0.5)
    long = build([YES, NO, YES, NO], scores(0.9, 0.6), threshold=0.5)

    for name in ("positive", "score", "flagged", "answered", "weight"):
        assert getattr(short, name).tolist() == getattr(long, name).tolist(), name
