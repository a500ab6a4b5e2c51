"""No bytes whatsoever make a reader fail in another way than with problems that have an address."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gate import readers
from gate.errors import QuestionError
from gate.source import FileSource

TASKS = ("retrieval", "classification")
SUFFIXES = (".jsonl", ".csv", ".tsv", ".trec", ".json", ".txt.gz")

VALID = (
    b"q1 Q0 d1 1 0.9 s\nq1 Q0 d2 2 0.8 s\nq2 Q0 d1 1 7 s\n",
    b"q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n",
    b'{"id": "a", "ranked": [["d1", 0.5], ["d2", 1e3]], "latency_ms": 3}\n{"id": 7, "ranked": {"d": 1}}\n',
    b'{"id": "a", "relevant": {"d1": 1, "d2": -1}, "weight": 2, "slices": {"t": "x"}}\n',
    b'{"id": "a", "label": true, "score": 0.5, "predicted": 1, "critical": true}\n{"id": "b", "error": "x"}',
    b"id,label,score,predicted,topic\n1,yes,0.5,no,x\n2,no,inf,,\n",
    b'query_id;doc_id;relevance;score\n"q;1";d1;1;0,5\nq2;d2;0;-1,5e3\n',
    b"id\tlabel\tscore\n1\ta\t0.5\n2\tb\t\n",
    b"query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t2\n",
    b'{"q1": {"d1": 0.5, "d2": 1}, "q2": {}}',
)


def attempt(data, suffix, task, folder):
    """Read ``data`` as golden set and as run; anything but a value or a QuestionError is a failure."""
    path = folder / f"file{suffix}"
    path.write_bytes(data)
    source = FileSource(path, path.name)
    calls = (
        lambda: readers.read_golden(source, task).fingerprint,
        lambda: [answer.ranking and answer.ranking.ordered() for answer in readers.read_run(source, task)],
        lambda: len(readers.parse_run(data, source, task)),
    )
    for call in calls:
        problems = []
        try:
            call()
        except QuestionError as err:
            problems = err.problems
            str(err).encode()
        assert all(problem.what for problem in problems)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Give one folder to all examples."""
    return tmp_path_factory.mktemp("fuzz")


@st.composite
def mutated(draw):
    """Take a valid file and cut, repeat, replace or insert a few pieces."""
    data = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(1, 4))):
        at, length = draw(st.integers(0, len(data))), draw(st.integers(0, 12))
        piece = draw(
            st.sampled_from(
                [b"", b"\n", b"\r\n", b'"', b",", b";", b"\t", b" ", b"NaN", b"\xff", b"\0", b"-"]
            )
            | st.binary(max_size=6)
            | st.just(data[at : at + 20])
        )
        data = data[:at] + piece + data[at + length :]
    return data


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(SUFFIXES), st.sampled_from(TASKS))
@example(b"\x1f\x8b\x08", ".jsonl", "retrieval")
@example(b"\xff\xfea", ".csv", "classification")
@example(b"[" * 100_000, ".json", "retrieval")
@example(b'{"a":' * 100_000, ".jsonl", "retrieval")
@example(b'{"id": ' + b"9" * 5_000 + b', "label": 1}', ".jsonl", "classification")
@example(b'{"id": "\\ud800", "label": 1}', ".jsonl", "classification")
@example(b'{"id": "a", "label": 1e999, "score": 1e999}', ".jsonl", "classification")
@example(b'{"id": "a", "relevant": {"d": ' + b"9" * 400 + b"}}", ".jsonl", "retrieval")
@example(b"id,label\n" + b"x" * 200_000 + b",1\n", ".csv", "classification")
def test_random_bytes_give_a_value_or_problems(folder, data, suffix, task):
    """Random bytes under every suffix never end in a traceback."""
    attempt(data, suffix, task, folder)


@settings(max_examples=400, deadline=None)
@given(mutated(), st.sampled_from(SUFFIXES), st.sampled_from(TASKS))
def test_mutated_files_give_a_value_or_problems(folder, data, suffix, task):
    """Valid files with a few wounds never end in a traceback, whatever they pretend to be."""
    attempt(data, suffix, task, folder)


@pytest.mark.slow
@settings(max_examples=5_000, deadline=None)
@given(mutated(), st.sampled_from(SUFFIXES), st.sampled_from(TASKS), st.booleans())
def test_many_mutated_files(folder, data, suffix, task, packed):
    """The same at length, packed files among them."""
    attempt(gzip.compress(data, mtime=0) if packed else data, suffix, task, folder)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
KEYS = [
    "id",
    "qid",
    "query",
    "relevant",
    "label",
    "ranked",
    "score",
    "predicted",
    "error",
    "weight",
    "slices",
]


@settings(max_examples=250, deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from(KEYS), json_values), max_size=4), st.sampled_from(TASKS))
def test_any_json_under_our_keys_gives_a_value_or_problems(folder, rows, task):
    """Whatever JSON stands where a grade, a score or a list is expected, the answer is a sentence."""
    attempt("\n".join(map(json.dumps, rows)).encode(), ".jsonl", task, folder)
