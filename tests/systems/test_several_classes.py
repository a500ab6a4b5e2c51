"""Live answers among several classes: every shape becomes one line that the reader understands."""

import json

import pytest

from gate.systems.asking import Question, Reply
from gate.systems.lines import answer


@pytest.mark.parametrize(
    ("value", "task", "line"),
    [
        ("cat", "multiclass", {"predicted": "cat"}),
        ({"cat": 0.75, "bee": 0.25}, "multiclass", {"probabilities": {"cat": 0.75, "bee": 0.25}}),
        (
            {"label": "cat", "probabilities": {"cat": 1.0}, "tokens": 7},
            "multiclass",
            {"predicted": "cat", "probabilities": {"cat": 1.0}, "tokens": 7},
        ),
        (["sad", "quiet"], "multilabel", {"predicted": ["sad", "quiet"]}),
        ([], "multilabel", {"predicted": []}),
    ],
)
def test_answers_of_a_live_system(value, task, line):
    """A class, labels, probabilities or an object of these; classes keep their probabilities."""
    told = answer(Question("q1", "?"), Reply(value), task=task, positive=None, repeats=1)

    assert json.loads(told) == {"id": "q1", **line}


def test_what_is_no_class_is_refused():
    """A bare number with a point says nothing among several classes."""
    with pytest.raises(ValueError, match=r"the answer is 0\.5: not a class, labels or probabilities"):
        answer(Question("q1", "?"), Reply(0.5), task="multiclass", positive=None, repeats=1)
