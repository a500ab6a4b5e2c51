"""What an item contributed to the gain of a metric that is no mean: by hand, by properties, against steps."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gate import metrics
from gate.comparison import compare
from gate.measuring.levels import Question, Sampling
from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import Costs, LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.text import TextSample
from gate.scoring import score

CLASSES = ("a", "b", "c")
SUMMING = {
    "classification": "f1 fbeta(beta=2) precision mcc balanced_accuracy roc_auc pr_auc cheapest_cost ece",
    "multiclass": "macro_f1 weighted_f1 mcc cohen_kappa macro_roc_auc macro_pr_auc weighted_pr_auc "
    "macro_roc_auc_ovo weighted_roc_auc_ovo precision(class=a) pr_auc(class=a) brier_reliability",
    "multilabel": "micro_f1 macro_jaccard micro_roc_auc micro_pr_auc weighted_roc_auc",
    "generation": "bleu chrf ter",
}
BINNED = {"ece", "brier_reliability"}
"""Their bins are made of all items, so that one is moved from bin to bin by others."""

WORDS = ("the", "cat", "sat", "on", "a", "mat", "today")


def compared(name, task, before, after):
    """Compare two samples under one metric, without resamples."""
    metric = metrics.find(name.partition("(")[0], task)
    assert metric.effect == "contribution"
    spec = metric.resolve(name, k=None)
    return compare(before, after, [Question(metric, spec, {})], Sampling(0.95, 0, 1))[0]


@st.composite
def pairs(draw, task):
    """Draw two runs on the same items, a third of which they answered alike."""
    n = draw(st.integers(2, 14))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    weight = rng.uniform(0.5, 2.0, n).tolist() if draw(st.booleans()) else [1.0] * n
    kept, missing = rng.random(n) < draw(st.sampled_from([0.0, 0.4, 0.9])), rng.random((2, n)) < 0.05
    match task:
        case "classification":
            of = [int(x) for x in rng.integers(0, 2, n)]
            given = [[round(float(x), 1) for x in rng.random(n)] for _ in range(2)]
        case "multiclass":
            of = [CLASSES[i] for i in rng.integers(0, 3, n)]
            given = [[_shares(rng) for _ in range(n)] for _ in range(2)]
        case "multilabel":
            of = [[*CLASSES], *([name for name in CLASSES if rng.random() < 0.5] for _ in range(n - 1))]
            given = [[{name: round(float(rng.random()), 1) for name in CLASSES} for _ in range(n)]
                     for _ in range(2)]  # fmt: skip
        case _:
            of = [" ".join(rng.choice(WORDS, rng.integers(1, 7))) for _ in range(n)]
            given = [[" ".join(rng.choice(WORDS, rng.integers(1, 7))) for _ in range(n)] for _ in range(2)]
    was, now = ([None if gone else x for x, gone in zip(*each, strict=True)]
                for each in zip(given, missing, strict=True))  # fmt: skip
    now = [a if same else b for a, b, same in zip(was, now, kept, strict=True)]
    return tuple(_sample(task, of, each, weight) for each in (was, now)), kept


def _shares(rng):
    points = rng.dirichlet(np.ones(len(CLASSES))).round(2)
    return dict(zip(CLASSES, [*points[:-1].tolist(), float(1 - points[:-1].sum())], strict=True))


def _sample(task, of, answers, weight):
    match task:
        case "classification":
            return LabelledSample.of(of, answers, threshold=0.45, costs=Costs(5, 1), weight=weight)
        case "multiclass":
            return CategoricalSample.of(of, None, answers, classes=CLASSES, weight=weight)
        case "multilabel":
            return MultilabelSample.of(of, None, answers, threshold=0.45, weight=weight)
        case _:
            return replace(TextSample.of(*zip(answers, of, strict=True)), weight=np.array(weight))


@pytest.mark.parametrize("task", SUMMING)
@settings(max_examples=15)
@given(st.data())
def test_contributions_add_up_to_the_gain(task, data):
    """Their sum is the gain, and what was answered as before has none of it."""
    (before, after), kept = data.draw(pairs(task))
    for name in SUMMING[task].split():
        both = compared(name, task, before, after)
        if both.gain.is_defined:
            found = both.effect
            assert math.fsum(found) == pytest.approx(both.gain.value, rel=1e-9, abs=1e-12), name
            assert np.isfinite(found).all()
            assert name in BINNED or not found[kept].any(), name


@pytest.mark.parametrize("task", SUMMING)
@settings(max_examples=8)
@given(st.data())
def test_an_item_that_alone_changed_carries_the_whole_gain(task, data):
    """Whatever pulls where: nobody else did anything."""
    (before, after), _ = data.draw(pairs(task))
    row = data.draw(st.integers(0, len(before.ids) - 1))
    alone = _only(before, after, row)
    for name in sorted(set(SUMMING[task].split()) - BINNED):
        both = compared(name, task, before, alone)
        if both.gain.is_defined:
            expected = np.where(np.arange(len(before.ids)) == row, both.gain.value, 0.0)
            assert both.effect == pytest.approx(expected, rel=1e-9, abs=1e-12), name


def _only(before, after, row):
    """Return the baseline with the candidate's answer to one item."""
    if isinstance(before, TextSample):
        texts = tuple(after.texts[i] if i == row else text for i, text in enumerate(before.texts))
        return replace(before, texts=texts, answered=np.array([text is not None for text in texts]))
    changed = {}
    for name in before.__dataclass_fields__:
        was, now = getattr(before, name), getattr(after, name)
        if isinstance(was, np.ndarray) and was.shape[:1] == (len(before.ids),):
            changed[name] = was.copy()
            changed[name][row] = now[row]
    return replace(before, **changed)


def test_a_formula_over_totals_by_hand():
    """Precision falls from 2/3 to 1/2 when one of two true alarms is missed: it alone did that."""
    truth, before = [1, 1, 0, 1], [0.9, 0.8, 0.7, 0.1]
    one = compared("precision", "classification", *_flagged(truth, before, [0.9, 0.2, 0.7, 0.1]))
    two = compared("precision", "classification", *_flagged(truth, before, [0.2, 0.2, 0.7, 0.1]))

    assert one.effect.tolist() == pytest.approx([0, 1 / 2 - 2 / 3, 0, 0])
    assert two.effect.tolist() == pytest.approx([-1 / 3, -1 / 3, 0, 0]), "alike, so alike to blame"


def test_winners_and_losers_do_not_hide_each_other():
    """F1 stays what it was though one more is found and another is not: the two contributions cancel.

    Of ``2 tp / (2 tp + fn)`` at 1 and 1 the slope is 2/9 in ``tp``, and -2/9 in ``fn``.
    """
    both = compared("f1", "classification", *_flagged([1, 1, 0], [0.9, 0.1, 0.2], [0.1, 0.9, 0.2]))

    assert both.gain.value == 0
    assert both.effect.tolist() == pytest.approx([-4 / 9, 4 / 9, 0], abs=1e-9)


def test_an_order_by_hand():
    """A positive and a negative change places: of 4 pairs one more is right, and each did half of that."""
    both = compared(
        "roc_auc", "classification", *_flagged([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], [0.9, 0.4, 0.6, 0.1])
    )

    assert both.effect.tolist() == pytest.approx([0, 1 / 8, 1 / 8, 0], abs=1e-12)


@pytest.mark.parametrize("name", ["roc_auc", "pr_auc"])
def test_another_scale_is_no_change(name):
    """A model whose scores are all halved ranks as before, so that no item did anything."""
    rng = np.random.default_rng(7)
    truth, scores = rng.integers(0, 2, 200).tolist(), rng.random(200)
    both = compared(name, "classification", *_flagged(truth, scores.tolist(), (scores / 2).tolist()))

    assert both.gain.value == 0
    assert not both.effect.any()


def _flagged(truth, before, after):
    return (LabelledSample.of(truth, scores, threshold=0.5) for scores in (before, after))


@pytest.mark.parametrize("name", ["f1", "mcc", "roc_auc", "pr_auc", "cheapest_cost"])
@settings(max_examples=6)
@given(pairs("classification"), st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(name, drawn, random):
    """Items that are called otherwise, and so stand elsewhere, contribute the same."""
    (before, after), _ = drawn
    both = compared(name, "classification", before, after)
    assume(both.gain.is_defined)
    order = list(range(len(before.ids)))
    random.shuffle(order)

    moved = compared(name, "classification", *(_reordered(each, order) for each in (before, after)))

    assert moved.effect == pytest.approx(both.effect[order], rel=1e-7, abs=1e-9)
    assert compared(name, "classification", before, after).effect.tobytes() == both.effect.tobytes()


def _reordered(sample, order):
    answers = [float(x) if there else None for x, there in zip(sample.score, sample.answered, strict=True)]
    return LabelledSample.of(
        sample.positive[order].astype(int).tolist(),
        [answers[i] for i in order],
        threshold=0.45,
        costs=Costs(5, 1),
        weight=sample.weight[order].tolist(),
    )


@pytest.mark.parametrize("name", ["f1", "mcc", "precision"])
def test_a_path_in_small_steps_comes_to_the_same(name):
    """The naive definition: every item goes a thousandth of its way, and what that did is noted."""
    rng = np.random.default_rng(3)
    truth = [1, 0, 1, 1, 0, 0, 1, 0, 1, 1]
    before, after = _flagged(truth, rng.random(10).tolist(), rng.random(10).tolist())
    metric, steps = metrics.find(name, "classification"), 1_000
    spec = metric.resolve(name, k=None)
    was, now = score(before, metric, spec), score(after, metric, spec)
    totals, found = was.columns.sum(axis=0), np.zeros(10)
    for _ in range(steps):
        for i in range(10):
            then = totals + (now.columns[i] - was.columns[i]) / steps
            found[i] += float(was.of_totals(then[None])[0] - was.of_totals(totals[None])[0])
            totals = then

    assert compared(name, "classification", before, after).effect == pytest.approx(found, abs=2e-3)


@pytest.mark.parametrize("name", ["roc_auc", "pr_auc"])
def test_a_mixture_in_small_steps_comes_to_the_same(name):
    """For a curve likewise: every item's weight moves from its old place to its new one, bit by bit."""
    truth = np.array([1, 0, 1, 1, 0, 0, 1, 0])
    before = np.array([0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1])
    after = np.array([0.8, 0.35, 0.15, 0.55, 0.65, 0.3, 0.45, 0.1])  # between kept places, in no other order
    metric, steps, n = metrics.find(name, "classification"), 400, len(truth)
    kept = np.sort(before[before == after])
    places = [_spread(each, kept) for each in (before, after)]
    mixed = LabelledSample.of([*truth, *truth], np.concatenate(places).tolist())
    line = score(mixed, metric, metric.resolve(name, k=None))
    weight = np.concatenate([np.ones(n), np.zeros(n)])
    value, found = _value(line, weight), np.zeros(n)
    for _ in range(steps):
        for i in range(n):
            weight[i] -= 1 / steps
            weight[n + i] += 1 / steps
            then = _value(line, np.maximum(weight, 0))
            found[i] += then - value
            value = then
    both = compared(name, "classification", *_flagged(truth.tolist(), before.tolist(), after.tolist()))

    assert both.effect == pytest.approx(found, abs=3e-3)


def _value(line, weight):
    return float(line.of_cells([line.curves[0].reduce(weight[None])])[0])


def _spread(scores, kept):
    """Spread what lies between two kept scores evenly, in its order."""
    found = scores.astype(float).copy()
    ends = [0.0, *kept, 1.0]
    for low, high in pairwise(ends):
        inside = np.flatnonzero((scores > low) & (scores < high))
        ranks = scores[inside].argsort().argsort()
        found[inside] = low + (high - low) * (ranks + 0.5) / max(1, len(inside))
    return found


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("classification", "recall_at_precision(0.5)"),
        ("classification", "best_f1"),
        ("retrieval", "p95(latency_ms)"),
    ],
)
def test_what_jumps_has_influences_only(task, name):
    """A threshold that moves with the data, or a quantile, goes in jumps, which no path can share."""
    assert metrics.find(name.partition("(")[0], task).effect == "influence"
