"""What formulas of the user return has one value a resample or a row an item, within its bounds."""

import pytest

from tests.plugins.conftest import CONFIG, plugged
from tests.plugins.texts import CURVE, TOTALS


@pytest.fixture
def classified(project):
    """The same project with two classes, and a metric `share` that is gated."""
    head = "classification\npositive: good\nthreshold: 0.5"
    rules = CONFIG.replace("retrieval", head).replace("k: 10\n", "").replace("{run:", "{predictions:")
    golden = [{"id": f"c{i:02}", "label": ("good", "bad")[i % 2]} for i in range(40)]
    run = [{"id": row["id"], "score": 0.99 - 0.01 * i} for i, row in enumerate(golden)]
    rules = rules.replace("first:", "share:").replace("mrr:", "recall:")
    project.write(config=rules, golden=golden, run=run)
    return project


BARE = '@curve(better="higher", bounds=(0.0, 1.0), influence=_influence)'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("A share", "A part", ""),
        ("return cells.positives /", "return 0.5 #", "mine.py:11: share: it returned shape () for 1 res"),
        ("return cells.positives /", "return 2 *", "mine.py:11: share: it gives 80 for the whole sample"),
        (
            "return cells",
            "cells.tp[:] = 0\n    return cells",
            "mine.py:14: share: it raised ValueError: assi",
        ),
        ("curve.items", "3", "mine.py:7: share: its influence has shape (3,), not one value for each of 40"),
        ("=_influence", "=None", "mine.py:11: influence=None: it is a function"),
        ("@curve(", "@curves('class', ", "mine.py:11: curves('class'): it needs a parameter of the name cla"),
        (
            "@curve(",
            "@curves('each', ",
            "mine.py:11: curves('each'): it is one of 'class', 'rest', 'pairs', ",
        ),
        ("=_influence", "=print", "mine.py:11: share: its influence has shape ()"),
        (
            BARE,
            '@over_totals(groups=lambda sample: np.ones(40), better="higher", bounds=(0.0, 1.0))',
            "mine.py:11: share: its groups have shape (40,), not a row of columns for each of 40 items",
        ),
        (
            BARE,
            '@over_totals(groups=lambda sample: np.ones((40, 2)), better="higher", bounds=(0.0, 1.0))',
            "mine.py:14: share: it raised AttributeError",
        ),
        (
            BARE,
            '@over_totals(groups=1, better="higher", bounds=(0.0, 1.0))',
            "mine.py:11: groups=1: it is a function",
        ),
        (
            BARE,
            '@over_totals(better="higher", bounds=(0.0, 1.0))',
            "mine.py:11: share: it names no column",
        ),
    ],
)
def test_shapes_of_totals_and_curves_are_checked(classified, old, new, told):
    """What a formula, its groups or its influence return has one value a resample or a row an item."""
    text = CURVE.replace("KIND", "classification")
    assert old in text
    ended = plugged(classified, text.replace(old, new, 1))
    assert told in ended.err
    assert ended.code == (2 if told else 3)


def test_totals_out_of_bounds_are_refused(classified):
    """The value of the whole sample lies within what the declaration says."""
    ended = plugged(classified, TOTALS.replace("KIND", "classification").replace("COLUMN", "fp"))
    assert ended.code == 2
    told = "mine.py:6: share: it gives 20 for the whole sample, and says that its values are from 0 to 1"
    assert told in ended.err
