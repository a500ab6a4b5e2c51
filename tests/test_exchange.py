"""Averages over classes of which some are rare: what an item's change of answer did, and when it can tell."""

import math
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.rates import averages
from gate import metrics
from gate.comparison import compare
from gate.judgement.evidence import of_candidate
from gate.judgement.family import judge_together
from gate.measuring.exchange import exchanges
from gate.measuring.levels import Question, Sampling, measured
from gate.samples.categorical import CategoricalSample
from gate.samples.clusters import Clusters
from gate.samples.kinds import rarest
from gate.samples.multilabel import MultilabelSample
from gate.samples.text import TextSample
from gate.scoring import score

SAMPLING = Sampling(0.95, 20, 1)
TRUTH = ["a"] * 100 + ["b"] * 98 + ["rare"] * 2
ALL_RIGHT = list(TRUTH)
RARE_LOST = [*TRUTH[:198], "a", "a"]


def asked(spelling):
    """Return a metric of several classes as a question."""
    metric = metrics.of(spelling, "multiclass")
    return Question(metric, metric.resolve(spelling, k=None), {})


def both(spelling, before, after, truth=TRUTH, weight=None):
    """Return the scores of two runs."""
    question = asked(spelling)
    samples = [CategoricalSample.of(truth, said, weight=weight) for said in (before, after)]
    return [score(each, question.metric, question.spec, where={}) for each in samples]


def compared(spelling, before, after, clusters=None, resamples=20):
    """Compare two runs on one metric."""
    sides = [CategoricalSample.of(TRUTH, said) for said in (before, after)]
    of = None if clusters is None else Clusters.of(sides[0].ids, clusters)
    (found,) = compare(*sides, [asked(spelling)], replace(SAMPLING, resamples=resamples), of)
    return found


@pytest.mark.parametrize("spelling", ["macro_f1", "balanced_accuracy", "f1(class=rare)"])
@pytest.mark.parametrize("weight", [None, [1.0] * 198 + [1.0, 3.0]])
def test_parts_sum_to_what_changed(spelling, weight):
    """Where influences see nothing the parts of the two items that fell make up the whole loss."""
    before, after = both(spelling, ALL_RIGHT, RARE_LOST, weight=weight)
    rows = after.rows

    parts = exchanges(before, after, rows)

    assert parts is not None
    assert math.fsum(parts) == pytest.approx(after.value - before.value, abs=1e-12)
    assert not parts[:198].any()
    assert (parts[198:] < 0).all()


def test_equal_parts_of_equal_items():
    """Two of two items that fall are half of the loss each, by hand: 1/2 of ((1 - 2/3) + (2/3 - 0))."""
    before, after = both("f1(class=rare)", ALL_RIGHT, RARE_LOST)

    parts = exchanges(before, after, after.rows)

    assert parts[198:].tolist() == pytest.approx([-0.5, -0.5])


def test_influences_stay_where_they_say_as_much():
    """Where many items of common classes change, in either direction, the parts are those of influences."""
    rng = np.random.default_rng(3)
    before, after = ([*np.where(rng.random(200) < 0.8, TRUTH, "a")] for _ in range(2))
    sides = both("macro_f1", list(map(str, before)), list(map(str, after)))

    assert exchanges(*sides, sides[1].rows) is None
    assert exchanges(sides[0], sides[0], sides[0].rows) is None


def test_means_and_bins_have_no_exchanges():
    """A mean's parts are exact already, and bins of all items belong to none."""
    truth = ["a", "b"] * 20
    shares = [{"a": 0.1 + 0.02 * i, "b": 0.9 - 0.02 * i} for i in range(40)]
    ece = asked("ece")
    bins = [
        score(CategoricalSample.of(truth, None, given), ece.metric, ece.spec, where={})
        for given in (shares, shares[::-1])
    ]

    for sides in (both("accuracy", ALL_RIGHT, RARE_LOST), bins):
        assert exchanges(*sides, sides[1].rows) is None


def test_influences_alone_are_too_sure(monkeypatch):
    """The loss of a class of two: influences alone give a fiftieth of the bootstrap's standard error."""
    exchanged = compared("macro_f1", ALL_RIGHT, RARE_LOST).gain.standard_error
    monkeypatch.setattr("gate.measuring.gain.exchanges", lambda *_: None)
    alone = compared("macro_f1", ALL_RIGHT, RARE_LOST, resamples=2_000)

    assert alone.gain.standard_error == pytest.approx(0.0023, abs=5e-5)
    assert alone.bootstrap_standard_error == pytest.approx(0.116, rel=0.05)
    assert exchanged > alone.bootstrap_standard_error


@pytest.mark.parametrize("clusters", [None, [f"k{i}" for i in range(199)] + ["k198"]])
def test_two_items_that_fell_are_not_beyond_all_chance(clusters):
    """Two coins show heads once in four, and two items of one cluster are one coin: no loss is certain."""
    found = compared("macro_f1", ALL_RIGHT, RARE_LOST, clusters)

    (chance,) = judge_together([found], blocking=[True], alpha=0.01)

    assert chance.worse == pytest.approx(0.25 if clusters is None else 0.5)
    assert found.gain.high > 0
    assert found.gain.standard_error > found.bootstrap_standard_error
    assert [found.ids[i] for i in np.flatnonzero(found.effect)] == ["000000198", "000000199"]


def test_a_class_of_ten_that_is_lost_is_found():
    """Ten of ten that fall are no accident: a lost class among ten of its size still blocks."""
    small = averages.Classes("ten of ten", (10,) * 10, right=1.0)
    ((before, after),) = averages.pairs(small, 1, 1, redrawn=0.0, lost=(9,))

    assert averages.red(before, after, guarded=True)[:2] == [True, True]


@pytest.mark.parametrize(
    ("counts", "worth"),
    [
        ((100, 98, 2), (17, "effective items (3 classes, the rarest with 2)")),
        ((10,) * 20, (190, "items outside the largest class")),
        ((50, 50), (50, "items outside the largest class")),
        ((60,), (0, "items outside the largest class")),
    ],
)
def test_items_that_an_average_over_classes_is_worth(counts, worth):
    """By hand: 9 / (1/100 + 1/98 + 1/2) is 17.3; what lies outside the largest class is never exceeded."""
    truth = [f"c{i}" for i, count in enumerate(counts) for _ in range(count)]
    sample = CategoricalSample.of(truth, truth, classes=[f"c{i}" for i in range(len(counts))])
    spec = asked("macro_pr_auc").spec

    assert rarest(sample, spec, sample.answered, curves="rest", even=True) == worth
    assert rarest(sample, spec, sample.answered)[1] == "items outside the largest class"


@pytest.mark.parametrize(
    ("spelling", "lacking", "scarce"),
    [
        ("macro_roc_auc", (2,) * 5, (10, "effective items (5 classes, the commonest with 2 negatives)")),
        ("weighted_roc_auc", (2,) * 5, (10, "effective items (5 classes, the commonest with 2 negatives)")),
        ("macro_pr_auc", (2, 30), (7, "effective items (2 classes, the commonest with 2 negatives)")),
        ("macro_roc_auc", (30, 58), (7, "effective items (2 classes, the rarest with 2)")),
        ("macro_roc_auc", (2, 0), (2, "effective items (1 class, the commonest with 2 negatives)")),
        ("micro_roc_auc", (2,) * 5, (10, "labels that items lack")),
        ("roc_auc(class=l0)", (5, 30), (5, "negatives of 'l0'")),
        ("roc_auc(class=l1)", (5, 55), (5, "items of class 'l1'")),
        ("macro_f1", (2,) * 5, (58, "items with a label")),
    ],
)
def test_rare_negatives_of_labels_are_counted(spelling, lacking, scarce):
    """By hand, of 60 items: the smaller side of every curve counts, be it items with the label or without."""
    places = np.arange(60)[:, None]
    truths = places >= np.array(lacking)
    labels = [f"l{k}" for k in range(len(lacking))]
    truth = [[name for name, there in zip(labels, row, strict=True) if there] for row in truths]
    scores = [dict.fromkeys(labels, 0.5)] * 60
    sample = MultilabelSample.of(truth, None, scores, threshold=0.5)
    metric = metrics.of(spelling.split("(")[0], "multilabel")
    found = score(sample, metric, metric.resolve(spelling, k=None))

    facts = of_candidate(measured(found, SAMPLING, None, None), max_lost=0.0)

    assert (facts.scarce, facts.scarce_class) == scarce


@pytest.mark.slow
def test_harmless_changes_of_rare_classes_hardly_ever_block():
    """With ten classes of one item influences block often, the gate in one per cent, give or take luck."""
    plain, gate = averages.rates(averages.SETS[1], 200, redrawn=0.2)

    assert max(plain) > 0.03
    assert max(gate) <= 0.01 + 2 * math.sqrt(0.01 * 0.99 / 200)


@pytest.mark.parametrize("spelling", ["macro_precision", "weighted_precision", "macro_f1"])
def test_a_class_that_is_never_decided_for_is_found_among_other_changes(spelling):
    """A hundred items of one class go, and two hundred others swap evenly: the loss is no noise."""
    truth = ["a"] * 300 + ["b"] * 300 + ["c"] * 100
    other = {"a": "b", "b": "a"}
    mixed = np.random.default_rng(4).choice(600, 200, replace=False).tolist()
    before, after = list(truth), [*truth[:600], *["a"] * 100]
    for i in mixed[:100]:
        before[i] = other[truth[i]]
    for i in mixed[100:]:
        after[i] = other[truth[i]]
    sides = [CategoricalSample.of(truth, said) for said in (before, after)]

    (found,) = compare(*sides, [asked(spelling)], SAMPLING)
    (chance,) = judge_together([found], blocking=[True], alpha=0.01)

    assert found.gain.high < -0.02
    assert chance.worse < 0.001


@pytest.mark.parametrize("changed", [1, 2, 5])
def test_no_chance_is_smaller_than_that_of_as_many_coins(changed):
    """Every item carries a part of an MCC, and yet ``m`` changed answers tell no more than ``m`` coins."""
    truth = ["yes"] * 40 + ["no"] * 160
    before = ["yes" if i < changed else "no" for i in range(200)]
    sides = [CategoricalSample.of(truth, said) for said in (before, ["no"] * 200)]

    (found,) = compare(*sides, [asked("mcc")], SAMPLING)
    (chance,) = judge_together([found], blocking=[True], alpha=0.01)

    assert found.changed_units == changed
    assert chance.worse >= 2.0**-changed
    assert chance.smallest >= 2.0**-changed


def translations(worse, parts=1):
    """Return two runs on 57 texts of 8 words and 3 of 150; the second spoils more of those in ``worse``.

    The long ones may come in ``parts``, which are a cluster then.
    """
    rng = np.random.default_rng(5)
    words = [f"w{i}" for i in range(50)]
    owner = [i for i in range(60) for _ in range(parts if i < 3 else 1)]
    references = [" ".join(rng.choice(words, 8 if i >= 3 else 150 // parts)) for i in owner]

    def spoilt(text, share):
        return " ".join("x" if rng.random() < share else word for word in text.split())

    before = [spoilt(text, 0.3) for text in references]
    after = [
        spoilt(text, 0.6) if i in worse else said
        for i, text, said in zip(owner, references, before, strict=True)
    ]
    metric = metrics.of("bleu", "generation")
    question = Question(metric, metric.resolve("bleu", k=None), {})
    sides = [
        TextSample.of(*((a, [r]) for a, r in zip(said, references, strict=True))) for said in (before, after)
    ]
    together = Clusters.of(sides[0].ids, [str(i) for i in owner])
    (found,) = compare(*sides, [question], SAMPLING, together)
    return found


def test_a_few_long_texts_are_as_few_coins(monkeypatch):
    """Three texts that are half of all words fall, with four short ones: that is not beyond all chance."""
    found = translations(worse=range(7))
    (chance,) = judge_together([found], blocking=[True], alpha=0.01)

    assert found.gain.value < -5
    assert np.flatnonzero(found.column).tolist() == list(range(7))
    assert chance.worse > 0.01

    monkeypatch.setattr("gate.measuring.gain.exchanges", lambda *_: None)
    (alone,) = judge_together([translations(worse=range(7))], blocking=[True], alpha=0.01)
    assert alone.worse < 0.01


def test_a_few_clusters_are_as_few_coins():
    """The same three texts in ten parts each, which are a cluster: parts that vary together are one coin."""
    found = translations(worse=range(7), parts=10)
    (chance,) = judge_together([found], blocking=[True], alpha=0.01)

    assert found.gain.value < -5
    assert np.count_nonzero(found.column) == 34
    assert chance.worse > 0.01


def test_many_texts_keep_their_influences():
    """Where it is the short ones that fall influences say as much; and where all fall the loss is found."""
    everything = translations(worse=range(60))
    (chance,) = judge_together([everything], blocking=[True], alpha=0.01)

    assert np.count_nonzero(translations(worse=range(3, 40)).column) == 60
    assert chance.worse < 0.001
