"""A small baseline to store."""

import pytest

from gate.errors import NoAnswerError
from gate.run import Answer, Ranking, Run
from gate.stores.answers import encode
from gate.stores.folder import FolderStore
from gate.stores.summary import GoldenFacts, Level, Provenance, Summary


@pytest.fixture(scope="session")
def make_run():
    """Give a function that makes a run of two answers, one of them an error."""

    def make(score=0.9):
        ranking = Ranking(["d3", "d1"], [score, 0.4])
        return Run({"q2": Answer("q2", error="timeout"), "q1": Answer("q1", ranking=ranking)})

    return make


@pytest.fixture(scope="session")
def make_summary():
    """Give a function that makes a summary with one check."""

    def make(value=0.5, recorded_at="2025-01-01T00:00:00Z", **fields):
        given = {
            "name": "docs",
            "task": "retrieval",
            "golden": GoldenFacts("golden_sets/docs.jsonl", "0123456789abcdef", 2),
            "checks": (Level("ndcg@10", "ndcg@10", None, value, 0.25, 0.75, 2, None),),
            "threshold": None,
            "conditions": {"k": "10", "gain": "linear"},
            "item_digests": {"q2": "b" * 16, "q1": "a" * 16},
            "provenance": Provenance(recorded_at=recorded_at, tool="0.1.0"),
        }
        return Summary(**given | fields)

    return make


@pytest.fixture
def store(tmp_path):
    """A store in a folder that is not there yet."""
    return FolderStore(tmp_path / "baselines", "baselines")


@pytest.fixture
def saved(store, make_summary, make_run):
    """A store that holds one baseline."""
    store.save("docs", make_summary(), encode(make_run()), expecting=None)
    return store


@pytest.fixture
def files():
    """Give a function that returns everything in a store's folder, by name."""
    return lambda store: {path.name: path.read_bytes() for path in store.root.iterdir()}


@pytest.fixture
def refused():
    """Give a function that returns the sentence with which a store refuses to load."""

    def sentence(store, name="docs"):
        with pytest.raises(NoAnswerError) as caught:
            store.load(name)
        return str(caught.value)

    return sentence
