"""What a history teaches of items that are lost altogether."""

import pytest

from gate.history import tallies
from gate.stats.breakage import Tally
from tests.history.test_counts import check, mark, record


def test_harmless_changes_are_counted_by_check():
    """Each accepted change gives one tally a check, oldest first."""
    entries = [
        record("b", check(broken=1, mended=0), check(metric="map", changed=6, worse=2, broken=0, mended=2)),
        record("c", check("inconclusive", changed=9, worse=5, broken=2, mended=1)),
    ]

    assert tallies(entries, "docs") == {"mrr": [Tally(4, 1, 0), Tally(9, 2, 1)], "map": [Tally(6, 0, 2)]}


def test_a_false_alarm_is_harmless_and_a_known_loss_is_not():
    """A change that a person called a false alarm teaches; one that regressed and was red does not."""
    red = record("b", check("regressed", broken=3, mended=0))

    assert tallies([red], "docs") == {}
    assert tallies([red, mark(red)], "docs") == {"mrr": [Tally(4, 3, 0)]}


@pytest.mark.parametrize(
    "fields",
    [
        {"changed": 0, "worse": 0, "broken": 0, "mended": 0},
        {"broken": None, "mended": None},
        {"broken": 4, "mended": 1},
    ],
)
def test_what_says_nothing_is_left_out(fields):
    """An identical run, an unknown number of losses, and one that cannot be are no tally."""
    assert tallies([record("b", check(**fields))], "docs") == {}


def test_slices_teach_nothing():
    """Only checks on the whole set are counted."""
    part = check(broken=1, mended=0)
    sliced = type(part)(**{**{f: getattr(part, f) for f in part.__slots__}, "slice": "topic=billing"})

    assert tallies([record("b", check(broken=0, mended=0), sliced)], "docs") == {"mrr": [Tally(4, 0, 0)]}
