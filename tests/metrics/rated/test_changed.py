"""Whether an item was answered as before, where its numbers also say how it stands to the others."""

import numpy as np
import pytest

from gate import metrics
from gate.comparison import compare
from gate.measuring.levels import Question, Sampling
from gate.samples.rated import RatedSample

PEOPLE = [str(1 + i % 5) for i in range(60)]


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
def test_an_item_that_alone_changed_has_all_of_the_gain(name):
    """One verdict falls from 5 to 1; the ranks of all others move, and none of them contributed."""
    before = [str(min(5, int(p) + (i % 7 == 0))) for i, p in enumerate(PEOPLE)]
    after = list(before)
    fell = before.index("5")
    after[fell] = "1"
    sides = [RatedSample.given(PEOPLE, said, classes=("1", "2", "3", "4", "5")) for said in (before, after)]
    metric = metrics.find(name, "judge")

    (found,) = compare(*sides, [Question(metric, metric.resolve(name, k=None), {})], Sampling(0.95, 20, 1))

    assert np.flatnonzero(found.changed).tolist() == [fell]
    assert np.flatnonzero(found.effect).tolist() == [fell]
    assert found.effect[fell] == pytest.approx(found.gain.value, abs=1e-12)
