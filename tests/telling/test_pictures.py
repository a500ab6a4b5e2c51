"""The numbers behind the plots: against scikit-learn, and against the checks that they belong to."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import precision_recall_curve, roc_curve

from gate import pipeline
from gate.inputs import reading
from gate.reporters.rows import prices
from gate.samples.threshold import cheapest_threshold
from gate.telling.pictures import gains, movers, pictures
from gate.telling.pictures.scores import BINS, POINTS, _edges
from gate.telling.story import tell

REPOSITORY = Path(__file__).parents[2]


def judged(name, run=None):
    """Judge one of the repository's own configs."""
    asked = reading.read(REPOSITORY / f"configs/{name}.yaml", run=run and REPOSITORY / run, base="worktree")
    return pipeline.judge(asked)


@pytest.fixture(scope="module")
def classifier():
    """A classifier that was broken on purpose."""
    return judged("breast_cancer", "runs/breast_cancer.fault.csv")


@pytest.fixture(scope="module")
def search():
    """A search that improved."""
    return judged("docs_search")


@pytest.mark.parametrize("side", [0, 1], ids=["baseline", "candidate"])
def test_curves_are_scikit_learn_s(classifier, side):
    """Every point of either curve is one of theirs; at most 200 of them are kept, both ends among them."""
    sample = classifier.lineup.labelled[side]
    found = pictures(classifier).scores
    x, y, _ = roc_curve(sample.positive, sample.score, drop_intermediate=False)
    precision, recall, _ = precision_recall_curve(sample.positive, sample.score)
    for trace, points in (
        (found.roc[side], np.column_stack([x, y])),
        (found.precision_recall[side], np.column_stack([recall, precision])),
    ):
        mine = np.column_stack([trace.x, trace.y])
        assert len(mine) <= POINTS
        away = np.abs(mine[:, None, :] - points[None, :, :]).max(axis=2).min(axis=1)
        assert away.max() < 1e-12
    assert (found.roc[side].x[0], found.roc[side].y[0]) == (0, 0)
    assert (found.roc[side].x[-1], found.roc[side].y[-1]) == (1, 1)
    assert found.base_rate == pytest.approx(sample.positive.mean())


def test_the_cheapest_point_survives_the_thinning(classifier):
    """The least cost on the line is that of the cheapest threshold, and stands at it."""
    found = pictures(classifier).scores
    for side, trace in zip(classifier.lineup.labelled, found.cost, strict=True):
        threshold, cost = cheapest_threshold(side)
        assert min(trace.y) == pytest.approx(cost)
        assert threshold in trace.x
        assert len(trace.x) <= POINTS


def test_every_scored_item_is_in_a_bin(classifier):
    """The counts of a class add up to its items with a score."""
    found = pictures(classifier).scores
    for each in found.counts:
        side = classifier.lineup.labelled[each.side == "candidate"]
        assert sum(each.counts) == int((np.isfinite(side.score) & (side.positive == each.is_positive)).sum())
        assert len(each.counts) == len(found.edges) - 1


@pytest.mark.parametrize(
    ("low", "high"),
    [(0.0, 5e-324), (0.5, np.nextafter(0.5, 1)), (-1.7e308, 1.7e308), (1.0, 1.0 + 40 * 2**-52), (0.0, 1.0)],
)
def test_bins_ascend_whatever_the_scores(low, high):
    """Scores next to each other, or as far apart as numbers go, give ascending bins, least to greatest."""
    edges = _edges([np.array([low, high]), np.array([high])])
    assert (edges[0], edges[-1]) == (low, high)
    assert np.all(edges[1:] > edges[:-1])
    assert 2 <= edges.size <= BINS + 1


def test_items_add_up_to_the_gain(search):
    """The gains of the changed items, over all items, are the check's gain; their number is the check's."""
    told = tell(search, pictured=True)
    checks = {check.name: check for check in told.checks}
    assert [each.check for each in told.pictures.gains] == ["recall@5", "ndcg@10", "mrr"]
    for each in told.pictures.gains:
        gain = checks[each.check].gain
        assert sum(each.gains) / each.n == pytest.approx(gain.value)
        assert (len(each.items), each.n) == (gain.changed, gain.n)
        assert list(each.gains) == sorted(each.gains)


def test_of_too_many_items_the_least_moved_are_left_out(search, monkeypatch):
    """What is left out is counted, and nothing that is left out moved more than what is kept."""
    _, full, _ = gains.item_gains(search)
    monkeypatch.setattr(gains, "MOST", 30)
    _, cut, _ = gains.item_gains(search)

    assert len(cut.items) == 10
    assert cut.left_out == len(full.items) - 10
    dropped = [abs(g) for i, g in zip(full.items, full.gains, strict=True) if i not in cut.items]
    assert max(dropped) <= min(abs(g) for g in cut.gains)


def test_sight_passes_through_today(search):
    """With today's items the line says what the check itself says."""
    told = tell(search, pictured=True)
    checks = {check.name: check for check in told.checks}
    assert told.pictures.sight
    for each in told.pictures.sight:
        today = np.interp(np.log(each.n), np.log(each.sizes), each.detectable)
        assert today == pytest.approx(checks[each.check].detectable, rel=0.02)
        assert list(each.detectable) == sorted(each.detectable, reverse=True)


def test_sight_reaches_what_is_needed(search):
    """Where more than ten times today's items are needed, the line runs on to them."""
    needed = {line.rule.identity: line.power.needed for line in search.lines if line.power}
    told = pictures(search).sight

    assert told
    for each in told:
        assert each.sizes[-1] >= needed[each.check]
        assert each.sizes[-1] >= 10 * each.n


def test_both_sides_of_those_that_moved_most(search, monkeypatch):
    """One entry an item, the largest share of what any item did first; of too many, those."""
    told = pictures(search)
    largest = {each.check: max(map(abs, each.gains)) for each in told.gains}
    shares = {}
    for each in told.gains:
        for item, gain in zip(each.items, each.gains, strict=True):
            shares[item] = max(shares.get(item, 0), abs(gain) / largest[each.check])
    found = [mover.item for mover in told.movers]

    assert sorted(found) == sorted(shares)
    assert [shares[item] for item in found] == sorted(shares.values(), reverse=True)
    assert all(mover.baseline.places != mover.candidate.places for mover in told.movers)
    monkeypatch.setattr(movers, "MOST", 7)
    assert pictures(search).movers == told.movers[:7]
    monkeypatch.setattr(movers, "LENGTH", 1)
    assert pictures(search).movers == told.movers[:1]


def test_pictures_are_worked_out_only_where_asked(search):
    """A report for the terminal does without."""
    assert tell(search).pictures is None


def test_every_price_has_its_total(classifier):
    """Mean times items, on either side and at every threshold; the baseline's is what its decisions cost."""
    threshold = tell(classifier).threshold
    n = classifier.lineup.sample.n
    for mean, total in (
        (threshold.cost.value, threshold.total_cost),
        (threshold.baseline_cost, threshold.baseline_total_cost),
        (threshold.cheapest_cost.value, threshold.cheapest_total_cost),
        (threshold.in_sample_cost, threshold.in_sample_total_cost),
    ):
        assert total == pytest.approx(n * mean)
    before = classifier.lineup.labelled[0]
    flagged = before.score >= threshold.baseline_deployed
    wrong = np.where(before.positive, 10 * ~flagged, flagged)
    assert threshold.baseline_total_cost == pytest.approx(wrong.sum())
    assert all(price.total for price in prices(threshold))
