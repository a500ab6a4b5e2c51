"""Curves of several classes: entries that are not items, groups of ties, bins of equal mass."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics, readers, scoring
from gate.errors import QuestionError
from gate.golden import GoldenItem, GoldenSet
from gate.measuring.levels import Question, Sampling, measure
from gate.run import Answer, Run
from gate.samples.calibration import bins_of
from gate.samples.categorical import CategoricalSample
from gate.samples.classwise import curves_of
from gate.samples.curve import interchangeable
from gate.samples.multilabel import MultilabelSample
from gate.samples.perfect import perfected
from gate.scores import Scored
from gate.source import FileSource

NAMES = ("a", "b", "c")


def drawn(seed, n):
    """Draw n items whose probabilities are whole tenths, so that many are interchangeable."""
    rng = np.random.default_rng(seed)
    tenths = rng.multinomial(10, [0.5, 0.3, 0.2], n)
    truth = [NAMES[i] for i in rng.integers(0, 3, n)]
    return CategoricalSample.of(
        truth, None, [dict(zip(NAMES, map(float, row / 10), strict=True)) for row in tenths]
    )


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_groups_know_every_curve_s_positives(seed, n):
    """Joint groups of three curves give what the items themselves give, on any numbers drawn."""
    sample = drawn(seed, n)
    curves = curves_of(sample, "rest", None)
    sizes, grouped = interchangeable(*curves)

    assert sizes.sum() == n
    for curve, small in zip(curves, grouped, strict=True):
        whole, cells = curve.cells, small.reduce(sizes[None, :].astype(float))
        assert np.array_equal(whole.tp, cells.tp)
        assert np.array_equal(whole.fp, cells.fp)
        assert np.array_equal(whole.positives, cells.positives)


def test_a_large_sample_is_resampled_by_groups():
    """From 20,000 items on, ties are drawn together; the interval is that of the items, to the noise."""
    sample = drawn(3, 24_000)
    metric = metrics.find("macro_roc_auc", "multiclass")
    question = Question(metric, metric.resolve("macro_roc_auc", k=None), {})

    (found,) = measure(sample, [question], Sampling(0.95, 400, 1))

    influence = found.score.influence
    error = np.sqrt((influence**2).sum()) / influence.size
    assert (found.level.high - found.level.low) / 2 == pytest.approx(1.96 * error, rel=0.15)


def test_metrics_of_one_table_share_their_columns():
    """Averages over the same classes are formulas of one array, which is summed once a resample."""
    sample, scored = drawn(1, 50), Scored()
    found = []
    for name in ("macro_f1", "weighted_recall", "mcc"):
        metric = metrics.find(name, "multiclass")
        found.append(scoring.score(sample, metric, metric.resolve(name, k=None), scored=scored))

    assert found[0].columns is found[1].columns is found[2].columns


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 1.0]) | st.floats(0, 1), min_size=1, max_size=60),
    st.integers(1, 12),
    st.randoms(use_true_random=False),
)
def test_bins_of_equal_mass(probability, bins, random):
    """Bins ascend with the probability, ties share one, and the order of the items does not matter."""
    values = np.array(probability)
    found = bins_of(values, np.ones(values.size), bins)

    order = np.argsort(values, kind="stable")
    assert (np.diff(found[order]) >= 0).all()
    assert found.min() >= 0
    assert found.max() < bins
    for value in set(probability):
        assert len(set(found[values == value])) == 1
    shuffled = list(range(values.size))
    random.shuffle(shuffled)
    assert np.array_equal(bins_of(values[shuffled], np.ones(values.size), bins), found[shuffled])


def test_bins_without_ties_hold_equally_many():
    """A hundred different probabilities in ten bins: ten in each; weights count as items would."""
    values = np.random.default_rng(0).permutation(np.linspace(0.01, 0.99, 100))

    assert np.bincount(bins_of(values, np.ones(100), 10)).tolist() == [10] * 10
    doubled = bins_of(np.repeat(values, 2), np.ones(200), 10)
    assert np.array_equal(doubled[::2], bins_of(values, np.full(100, 2.0), 10))


@pytest.mark.parametrize("task", ["multiclass", "multilabel"])
def test_an_unanswered_item_at_its_best(task):
    """Perfected, it has the best value of every mean, raises every average, and others stay as they are."""
    given = [{"a": 0.7, "b": 0.2, "c": 0.1}, None, {"a": 0.3, "b": 0.3, "c": 0.4}, {"a": 0.2, "b": 0.8}]
    if task == "multiclass":
        sample = CategoricalSample.of(["a", "b", "c", "a"], None, given)
    else:
        sample = MultilabelSample.of([["a"], ["b", "c"], ["c"], []], None, given, threshold=0.5)
    best = perfected(sample)

    assert best.answered.all()
    assert perfected(best) is None
    for name in metrics.names(task):
        metric = metrics.find(name, task)
        if metric.parameters or "costs" in metric.needs or name == "error_rate":
            continue
        spec = metric.resolve(name, k=1)
        before, after = scoring.score(sample, metric, spec), scoring.score(best, metric, spec)
        turn = 1 if metric.better == "higher" else -1
        assert turn * (after.value - before.value) >= 0, name
        if metric.form == "per_item" and name != "coverage_error":
            assert after.parts[1] == pytest.approx(1 if turn == 1 else 0, abs=1e-12), name
            assert np.array_equal(np.delete(after.parts, 1), np.delete(before.parts, 1)), name


@pytest.mark.parametrize(
    ("odd", "said", "fix"),
    [
        ([4], "1 of 60 answers has the probabilities that the other 59 lack: 'i04'", "class"),
        ([7, 3], "2 of 60 answers have the probabilities that the other 58 lack: 'i07' first", "class"),
        (range(59), "1 of 60 answers has the class that the other 59 lack: 'i59'", "probabilities"),
        (range(40), "20 of 60 answers have the class that the other 40 lack: 'i59' first", "probabilities"),
    ],
)
def test_a_run_of_two_halves_is_refused(odd, said, fix):
    """Some answers say a class and the others probabilities: what the fewest say is told, with its line."""
    golden = GoldenSet({f"i{n:02}": GoldenItem(f"i{n:02}", label="ab"[n % 2]) for n in range(60)})
    answers = {
        i: Answer(i, probabilities={"a": 0.5, "b": 0.5}) if n in odd else Answer(i, predicted="a")
        for n, i in enumerate(golden.items)
    }
    run = Run(answers, "r.jsonl", lines=range(60, 0, -1))

    with pytest.raises(QuestionError) as caught:
        CategoricalSample.build(golden, run, classes=(("a", "b"), ()))

    (problem,) = caught.value.problems
    item = said.split("'")[1]
    assert (problem.code, problem.where) == ("run_lacks", run.where(item))
    assert problem.what == said
    assert problem.fix.startswith(f"give {fix} there, as the others do, or give every answer the ")


def test_a_few_answers_with_more_than_the_others_are_named():
    """What a few say in addition is left out there, or said of all."""
    golden = GoldenSet({i: GoldenItem(i, label=i) for i in "abc"})
    more = {"a": 0.2, "b": 0.6, "c": 0.2}
    answers = {i: Answer(i, predicted=i, probabilities=more if i == "b" else None) for i in "abc"}

    with pytest.raises(QuestionError) as caught:
        CategoricalSample.build(golden, Run(answers, "r.jsonl"), classes=(("a", "b", "c"), ()))

    (problem,) = caught.value.problems
    assert problem.what == "1 of 3 answers has the probabilities that the other 2 lack: 'b'"
    assert problem.fix == "leave the probabilities out there, or give every answer the probabilities"


@pytest.mark.parametrize(
    ("shares", "said"),
    [({"a": 2.0, "b": -1.0}, "2.0 of item 'y' is not a probability"), ({"a": 0.5, "b": 0.1}, "sum to 0.6")],
)
def test_what_is_no_probability_is_told_with_its_line(tmp_path, shares, said):
    """The file and line of the answer stand before it, whatever the order of the file."""
    rows = [{"id": "y", "probabilities": shares}, {"id": "x", "probabilities": {"a": 0.5, "b": 0.5}}]
    path = tmp_path / "r.jsonl"
    path.write_text("\n" + "".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    run = readers.read_run(FileSource(path, "r.jsonl"), "multiclass")
    golden = GoldenSet({"x": GoldenItem("x", label="a"), "y": GoldenItem("y", label="b")})
    sample = CategoricalSample.build(golden, run, classes=(("a", "b"), ()))

    with pytest.raises(QuestionError, match=f"r.jsonl:2: .*{said}"):
        _ = sample.trusted
    assert run.only({"y"}).where("y") == "r.jsonl:2"
    assert run.where("z") == "r.jsonl"
