"""Small configs to break, and what is said of a broken one."""

from pathlib import Path

import pytest

from gate import config
from gate.errors import QuestionError

BASE = {
    "version": "1",
    "name": "x",
    "task": "retrieval",
    "golden_set": "g.jsonl",
    "k": "10",
    "metrics": "{recall@1: {floor: 0.5}}",
}
CLASSIFIER = {**BASE, "task": "classification", "positive": "a", "metrics": "{pr_auc: {floor: 0.5}}"}
del CLASSIFIER["k"]


def refusal(text):
    with pytest.raises(QuestionError) as caught:
        config.parse(text, shown="c.yaml", folder=Path())
    return caught.value


def told(base=BASE, **keys):
    """Return the sentences about a config with some keys changed, or dropped where ``None``."""
    lines = [f"{key}: {value}" for key, value in {**base, **keys}.items() if value is not None]
    return [problem.what for problem in refusal("\n".join(lines)).problems]
