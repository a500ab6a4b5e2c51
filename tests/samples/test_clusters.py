"""What belongs together is summed, drawn and counted together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gate.samples.clusters import Clusters

LABELS = st.lists(st.one_of(st.none(), st.sampled_from("abcd")), min_size=1, max_size=30)


def ids(labels):
    return [f"q{i:02d}" for i in range(len(labels))]


def test_items_that_stand_alone_are_no_clusters():
    """Nothing shared is the same as nothing said."""
    assert Clusters.of(["a", "b"], [None, None]) is None
    assert Clusters.of(["a", "b"], ["x", "y"]) is None


def test_a_cluster_called_like_an_item_is_another_thing():
    """The item `x` stands alone beside a cluster that is called `x`."""
    found = Clusters.of(["x", "y", "z"], [None, "x", "x"])
    assert len(found.names) == 2


@given(LABELS)
def test_totals_are_the_sums_of_the_members(labels):
    """Every value is counted once, in its own cluster."""
    clusters = Clusters.of(ids(labels), labels)
    if clusters is None:
        return
    values = np.arange(1.0, len(labels) + 1)

    totals = clusters.totals(values)

    for g, total in enumerate(totals):
        assert total == values[clusters.index == g].sum()
    assert clusters.totals(np.column_stack([values, values])).tolist() == [[t, t] for t in totals]


@given(LABELS, st.data())
def test_taking_rows_keeps_who_belongs_together(labels, data):
    """Two kept items share a cluster exactly if they did before."""
    clusters = Clusters.of(ids(labels), labels)
    if clusters is None:
        return
    rows = np.array(data.draw(st.lists(st.booleans(), min_size=len(labels), max_size=len(labels))))
    kept = clusters.take(rows)

    before = [clusters.names[i] for i in clusters.index[rows]]
    assert [kept.names[i] for i in kept.index] == before
    assert sorted(set(before)) == list(kept.names)


def test_every_member_has_the_weight_of_its_cluster():
    """Drawn twice means all its items twice."""
    clusters = Clusters.of(["a", "b", "c"], ["x", None, "x"])
    weights = np.arange(2.0)[None, :]
    assert clusters.spread(weights)[0].tolist() == [weights[0, i] for i in clusters.index]
