"""What a comparison says of its items when a check is judged."""

import pytest

from gate import metrics
from gate.comparison import compare
from gate.golden import GoldenItem, GoldenSet
from gate.judgement.evidence import tally
from gate.measuring.levels import Question, Sampling
from gate.run import Answer, Run
from gate.samples.clusters import Clusters
from gate.samples.labelled import Costs, LabelledSample
from gate.samples.ranked import RankedSample
from gate.stats.breakage import Tally

SAMPLING = Sampling(0.95, 10, 1)


def ranked(spelling, before, after, labels=None):
    """Compare two systems that answer with these lists, one document a letter; ``a`` is relevant."""
    metric = metrics.of(spelling, "retrieval")
    sides = [RankedSample.of(*((list(ranked), {"a": 1.0}) for ranked in lists)) for lists in (before, after)]
    clusters = None if labels is None else Clusters.of(sides[1].ids, labels)
    question = Question(metric, metric.resolve(spelling, k=None), {})
    return compare(*sides, [question], SAMPLING, clusters)[0]


def classified(spelling, before, after):
    """Compare two classifiers with these scores; every other item is positive."""
    metric = metrics.of(spelling, "classification")
    names = [f"i{k}" for k in range(len(before))]
    golden = GoldenSet({i: GoldenItem(i, label="no" if k % 2 else "yes") for k, i in enumerate(names)})
    sides = [
        LabelledSample.build(
            golden,
            Run({i: Answer(i, score=s) for i, s in zip(names, scores, strict=True)}),
            positive="yes",
            threshold=0.5,
            costs=Costs(2.0, 1.0),
        )
        for scores in (before, after)
    ]
    return compare(*sides, [Question(metric, metric.resolve(spelling, k=None), {})], SAMPLING)[0]


def test_lost_mended_and_changed_items_are_counted():
    """One query loses its document, one finds it, one moves it, one stays, one never had it."""
    found = ranked("ndcg@3", before=["a", "xyz", "a", "a", "x"], after=["xyz", "xya", "xa", "a", "y"])

    assert tally(found) == Tally(changed=3, lost=1, mended=1)


def test_a_fall_below_the_cut_is_a_loss_for_that_metric():
    """At rank 2 a document is lost to the hit rate at 1 and only moved for nDCG."""
    lists = {"before": ["a", "a"], "after": ["xa", "a"]}

    assert tally(ranked("hit_rate@1", **lists)) == Tally(changed=1, lost=1, mended=0)
    assert tally(ranked("ndcg@3", **lists)) == Tally(changed=1, lost=0, mended=0)


def test_items_of_clusters_are_not_counted_as_lost():
    """Three questions on one document are lost together: nothing is learnt from their number."""
    found = ranked("ndcg@3", ["a", "a", "a"], ["x", "x", "x"], labels=["p", "p", "q"])

    assert tally(found) == Tally(changed=3, lost=0, mended=0)


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [("accuracy", Tally(2, 1, 1)), ("expected_cost", Tally(2, 0, 0)), ("roc_auc", Tally(2, 0, 0))],
)
def test_only_means_with_a_worst_value_lose_items(spelling, expected):
    """A right decision can be lost altogether; a cost and a place in a ranking cannot."""
    found = classified(spelling, before=[0.9, 0.1, 0.8, 0.7], after=[0.9, 0.1, 0.3, 0.4])

    assert (tally(found).lost, tally(found).mended) == (expected.lost, expected.mended)
    assert tally(found).changed >= 2
