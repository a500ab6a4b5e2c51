"""`gate explain item` prints the steps of a user's own metric, and says what is wrong with them."""

import pytest

from tests.end_to_end.calls import call
from tests.plugins.conftest import METRIC

STEPS = """\
from gate.metrics.steps import Step


def told(sample):
    return STEPS


"""


def explained(project, steps):
    """Explain an item by a plugin with other steps."""
    declared = METRIC.replace("worst=0.0", "worst=0.0, steps=told").replace("@per_item", "@@", 1)
    text = declared.replace("@@", STEPS.replace("STEPS", steps) + "@per_item", 1)
    project.plugin(text)
    assert project.gate("refresh").code == 0
    return call("explain", "item", "search.yaml", "first", "q000")


def test_steps_of_a_plugin_are_printed(project):
    """They end in the value that the metric itself gives the item."""
    told = explained(project, '(Step("rank of the first", "", 2.0), Step("", "1 / 2", 0.5))')

    assert told.code == 0
    assert "    rank of the first = 2\n    first = 1 / 2 = 0.5\n" in told.out


def test_steps_that_come_to_something_else_are_told_apart(project):
    """A plugin whose steps contradict its formula is shown with both numbers."""
    told = explained(project, '(Step("", "1 / 1", 1.0),)')

    assert "    first = 1 / 1 = 1   (yet the metric is 0.5)\n" in told.out


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("1 / len(())", "first: it raised ZeroDivisionError"),
        ("'all of it'", "first: its steps are 'all of it', not several gate.metrics.steps.Step"),
    ],
)
def test_steps_that_are_none_are_refused(project, steps, said):
    """A mistake in them is the plugin's, with its line, and no bug of ours."""
    told = explained(project, steps)

    assert told.code == 2
    assert said in told.err
    assert "mine.py:" in told.err
    assert "Traceback" not in told.err
