"""What is decided where scikit-learn warns: absent classes, missing answers, ties."""

import math

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score, f1_score

from gate import metrics
from gate.errors import QuestionError
from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Run
from gate.samples.categorical import CategoricalSample
from gate.samples.multilabel import MultilabelSample
from gate.scoring import score
from gate.telling.classes import class_notes
from tests.metrics.classwise.conftest import draw_classes, sample_of


def test_a_missing_answer_is_one_wrong_label_shared_among_the_other_classes(value):
    """It counts against accuracy, recall and micro precision, like any wrong label would on average."""
    sample = CategoricalSample.of(["a", "b", "c", "c"], ["a", "b", "c", None])

    assert sample.column("predicted").tolist()[3] == [0.5, 0.5, 0.0]
    assert sample.column("predicted").sum() == 4
    assert value("accuracy", sample) == value("micro_precision", sample) == value("micro_f1", sample) == 0.75
    assert value("recall(class=c)", sample) == 0.5
    assert value("precision(class=a)", sample) == pytest.approx(2 / 3)


@pytest.mark.parametrize("metric", ["macro_f1", "macro_precision", "mcc", "cohen_kappa", "micro_precision"])
def test_answering_nothing_on_hard_items_does_not_pay(value, metric):
    """Leaving out the answers that would be wrong is no better than the average wrong answer."""
    names, truth, probabilities = draw_classes(2, 300, 3)
    said = probabilities.argmax(axis=1)
    wrong = np.flatnonzero(said != truth)
    silent = [None if i in set(wrong.tolist()) else names[s] for i, s in enumerate(said)]
    labels = [names[t] for t in truth]
    honest = sample_of(names, truth, probabilities, predicted=said)

    gained = value(metric, CategoricalSample.of(labels, silent)) - value(metric, honest)

    assert gained < 0.05


def test_missing_probabilities_are_the_worst_for_every_class(value):
    """An item without an answer stands below all items for its own class, and above all for the others."""
    given = [{"a": 0.9, "b": 0.1}, {"a": 0.2, "b": 0.8}, None]
    sample = CategoricalSample.of(["a", "b", "b"], None, given)

    assert value("roc_auc(class=b)", sample) == 0.5
    assert value("roc_auc(class=a)", sample) == 0.5
    assert value("top_accuracy@2", sample) == pytest.approx(2 / 3)
    assert value("brier", sample) == pytest.approx((0.02 + 0.08 + 2) / 3)


def test_classes_are_matched_by_name(value):
    """The order of the keys of a row says nothing, and a class that a row does not name has nothing."""
    one = CategoricalSample.of(["a", "b"], None, [{"a": 0.8, "b": 0.2}, {"a": 0.1, "b": 0.9}])
    other = CategoricalSample.of(["a", "b"], None, [{"b": 0.2, "a": 0.8}, {"b": 0.9, "a": 0.1}])

    assert one.classes == other.classes
    assert one.probabilities.tolist() == other.probabilities.tolist()
    sparse = CategoricalSample.of(["a", "b"], None, [{"a": 1.0}, {"b": 1.0}])
    assert value("log_loss", sparse) == pytest.approx(0, abs=1e-12)


def test_equally_probable_classes_stand_in_the_order_of_the_config(value):
    """The first of them is decided for, and takes the earlier place among the top."""
    given = [{"a": 0.5, "b": 0.5}, {"a": 0.5, "b": 0.5}]

    alphabetical = CategoricalSample.of(["a", "b"], None, given)
    declared = CategoricalSample.of(["a", "b"], None, given, classes=["b", "a"])

    assert alphabetical.choice.tolist() == [0, 0]
    assert declared.choice.tolist() == [0, 0]
    assert declared.classes == ("b", "a")
    for sample in (alphabetical, declared):
        assert value("accuracy", sample) == value("top_accuracy@1", sample) == 0.5


def test_a_constant_classifier_is_no_better_than_chance(value):
    """The same probabilities for every item: areas of a half, no correlation, no kappa."""
    sample = CategoricalSample.of(["a", "b", "c", "a"], None, [{"a": 0.5, "b": 0.3, "c": 0.2}] * 4)

    assert value("macro_roc_auc", sample) == value("macro_roc_auc_ovo", sample) == 0.5
    assert value("mcc", sample) == value("cohen_kappa", sample) == 0
    assert value("balanced_accuracy", sample) == pytest.approx(1 / 3)


def test_one_class_alone_leaves_correlation_undefined(value):
    """Items of one class: nothing to correlate, no area, and kappa only where something was mistaken."""
    right = CategoricalSample.of(["a", "a"], ["a", "a"], classes=["a", "b"])
    wrong = CategoricalSample.of(["a", "a"], ["a", "b"], classes=["a", "b"])

    assert math.isnan(value("mcc", right))
    assert math.isnan(value("cohen_kappa", right))
    assert value("cohen_kappa", wrong) == 0
    assert value("macro_f1", right) == 1
    both = CategoricalSample.of(["a", "a"], None, [{"a": 1.0}, {"a": 1.0}], classes=["a", "b"])
    assert math.isnan(value("macro_roc_auc", both))


def test_a_stranger_s_class_is_a_wrong_decision_and_is_said(value):
    """A decision that is no class of the golden set is told of; nothing but such decisions is refused."""
    sample = CategoricalSample.of(["a", "b", "b"], ["a", "b", "bee"])

    assert value("accuracy", sample) == pytest.approx(2 / 3)
    (notice,) = sample.notices
    assert (notice.code, notice.count) == ("unknown_class", 1)
    assert "'bee'" in notice.text
    with pytest.raises(QuestionError, match=r"no decision \('bee', 'ay'\)|no decision \('ay', 'bee'\)"):
        CategoricalSample.of(["a", "b"], ["ay", "bee"])


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"a": 1.2, "b": -0.2}, r"1\.2 of item '000000000' is not a probability \(2 items"),
        (
            {"a": 0.5, "b": 0.2},
            r"the probabilities of item '000000000' sum to 0\.7, not to 1 \(2 such items\)",
        ),
    ],
)
def test_numbers_that_are_no_probabilities_have_an_order_and_no_loss(value, given, sentence):
    """Areas only need an order; a loss says which item is wrong."""
    sample = CategoricalSample.of(["a", "b"], None, [given, given])

    assert value("macro_roc_auc", sample) == 0.5
    for metric in ("log_loss", "brier", "ece"):
        with pytest.raises(QuestionError, match=sentence):
            value(metric, sample)


def test_a_class_that_only_probabilities_name_takes_part_in_no_average(value):
    """It takes places at the top and a share of the sum, but the average is over the golden classes."""
    given = [{"a": 0.3, "b": 0.1, "z": 0.6}, {"a": 0.1, "b": 0.7, "z": 0.2}]
    sample = CategoricalSample.of(["a", "b"], None, given)

    assert (sample.classes, sample.further) == (("a", "b"), ("z",))
    assert value("top_accuracy@1", sample) == value("accuracy", sample) == 0.5
    assert value("macro_roc_auc", sample) == 1
    assert value("brier", sample) == pytest.approx((0.49 + 0.01 + 0.36 + 0.01 + 0.09 + 0.04) / 2)


def test_labels_without_an_answer_are_all_wrong(value):
    """Every label of the item is decided wrongly, and nothing of it is in order."""
    sample = MultilabelSample.of([["a"], ["a", "b"]], [["a"], None])

    assert value("hamming_loss", sample) == 0.5
    assert value("subset_accuracy", sample) == 0.5
    assert value("samples_f1", sample) == 0.5
    assert value("recall(class=a)", sample) == 0.5


def test_a_run_without_any_answer_has_values_all_the_same(value):
    """Nothing was answered: every metric is at its worst and none fails."""
    sample = CategoricalSample.of(["a", "b", "b"], [None, None, None])

    assert value("accuracy", sample) == value("macro_f1", sample) == value("macro_roc_auc", sample) == 0
    assert value("brier", sample) == 2


def test_classes_spelt_otherwise_are_refused_and_rare_ones_are_not(value):
    """Probabilities of none of the golden classes are a mistake; a probable class outside is an answer."""
    with pytest.raises(QuestionError, match="no decision is a class of the golden set: 'a', 'b'"):
        CategoricalSample.of(["a", "b"], None, [{"A": 0.9, "B": 0.1}, {"A": 0.2, "B": 0.8}])

    with pytest.raises(QuestionError, match="no answer has a class, or a number called like one: 'a', 'b'"):
        CategoricalSample.build(
            GoldenSet({i: GoldenItem(i, label=i) for i in "ab"}),
            Run({i: Answer(i, numbers={"A": 0.5}) for i in "ab"}),
            classes=(("a", "b"), ()),
        )

    sample = CategoricalSample.of(["a", "b"], None, [{"a": 0.4, "z": 0.6}, {"b": 0.2, "z": 0.8}])

    assert value("accuracy", sample) == 0
    assert value("macro_roc_auc", sample) == 1


STRANGE_TRUTH = [["a"], ["a", "b"], ["b"], [], ["a", "b", "c"]]
STRANGE_SAID = [["a", "zzz"], ["b"], ["b", "yyy", "zzz"], ["zzz"], ["a", "b", "c", "zzz"]]


def test_a_label_that_is_none_is_one_too_many(value):
    """What the labels of the golden set do not hold is a wrong decision, by scikit-learn's measure too."""
    scores = pytest.importorskip("sklearn.metrics")
    names = ["a", "b", "c", "yyy", "zzz"]
    truth, said = (
        np.array([[name in labels for name in names] for labels in sets])
        for sets in (STRANGE_TRUTH, STRANGE_SAID)
    )
    sample = MultilabelSample.of(STRANGE_TRUTH, STRANGE_SAID)
    theirs = {
        "subset_accuracy": scores.accuracy_score(truth, said),
        "jaccard": scores.jaccard_score(truth, said, average="samples", zero_division=0),
        **{
            f"{average}_{name}": of(truth, said, average=average, zero_division=0)
            for average in ("samples", "micro")
            for name, of in (
                ("precision", scores.precision_score),
                ("recall", scores.recall_score),
                ("f1", scores.f1_score),
            )
        },
    }

    assert sample.strange.tolist() == [1, 0, 2, 1, 1]
    assert {name: value(name, sample) for name in theirs} == pytest.approx(theirs, abs=1e-12)
    each = [
        float((t[keep] != s[keep]).mean())
        for t, s in zip(truth, said, strict=True)
        for keep in [np.array([True] * 3 + [bool(x) for x in s[3:]])]
    ]
    assert value("hamming_loss", sample) == pytest.approx(sum(each) / 5)
    (notice,) = sample.notices
    assert notice.text == (
        "4 items were given labels ('yyy', 'zzz') that the golden set does not have: wrong decisions, each "
        "shared out among the labels that the item does not have"
    )


def test_labels_that_are_none_are_shared_among_those_an_item_lacks():
    """An item with all labels could be wrong about any of them; one with a few only about the others."""
    sample = MultilabelSample.of(STRANGE_TRUTH, STRANGE_SAID)

    said = sample.column("predicted")

    assert said[0].tolist() == [1, 0.5, 0.5]
    assert said[2].tolist() == [1, 1, 1]
    assert said[4].tolist() == pytest.approx([4 / 3] * 3)
    assert said.sum() == sum(map(len, STRANGE_SAID))


def test_a_threshold_decides_among_known_labels_only():
    """Where scores decide, the run's own labels are not looked at, whatever they are."""
    sample = MultilabelSample.of([["a"], ["b"]], [["zzz"], ["b"]], [{"a": 0.9}, {"b": 0.2}], threshold=0.5)

    assert sample.strange.tolist() == [0, 0]
    assert sample.notices == ()


def test_items_with_neither_label_nor_answer_are_counted_in_the_notes():
    """A perfect run is below 1 where items have no label, and the check says how many these are."""
    sample = MultilabelSample.of([["a"], [], ["b"], []], [["a"], [], ["b"], []])
    metric = metrics.of("jaccard", "multilabel")
    found = score(sample, metric, metric.resolve("jaccard", k=None), where={})

    assert found.value == 0.5
    assert class_notes(found, sample) == [
        "2 items without a label, and rightly given none: 0 each, by scikit-learn's convention"
    ]


def test_an_average_goes_over_the_labels_that_occur(value):
    """A label of no item and no answer is in no average; scikit-learn has a 0 for it among several labels."""
    names, truth, said = ("a", "b", "unused"), [["a"], ["a", "b"], ["b"]], [["a"], ["a"], ["b"]]
    golden = GoldenSet({str(i): GoldenItem(str(i), labels=tuple(each)) for i, each in enumerate(truth)})
    run = Run({str(i): Answer(str(i), labels=tuple(each)) for i, each in enumerate(said)})
    sample = MultilabelSample.build(golden, run, classes=names, threshold=None)
    theirs = [np.array([[name in each for name in names] for each in side]) for side in (truth, said)]

    assert value("macro_f1", sample) == pytest.approx((1 + 2 / 3) / 2)
    assert f1_score(*theirs, average="macro", zero_division=0) == pytest.approx((1 + 2 / 3 + 0) / 3)


def test_balanced_accuracy_of_the_classes_there_are(value):
    """A class without an example is left out of the mean, as scikit-learn does with a warning."""
    sample = CategoricalSample.of(["a", "a"], ["a", "b"], classes=["a", "b"])

    with pytest.warns(UserWarning, match="y_pred contains classes not in y_true"):
        theirs = balanced_accuracy_score(["a", "a"], ["a", "b"])
    assert value("balanced_accuracy", sample) == theirs == 0.5
