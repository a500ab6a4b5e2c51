"""A live answer and a run file with the same values: what is refused in one is no answer in the other."""

import json
from dataclasses import replace

import pytest

from gate import readers
from gate.systems.asking import Question, Reply
from gate.systems.lines import SOURCE, answer
from tests.end_to_end.calls import call

CONFIG = """\
version: 1
name: live
task: multiclass
golden_set: golden.jsonl
max_errors: 1
metrics: {{accuracy: {{}}, "mean(supported, better=higher)": {{}}}}
interval: {{resamples: 200}}
system: {system}
"""

ANSWERS = {
    "qa": {"predicted": "cat", "cat": 0.75, "bee": 0.25, "supported": 1},
    "qb": {"predicted": "bee", "cat": 0.25, "bee": 0.75, "supported": "0.1x"},
    "qc": {"predicted": "cat", "cat": "0.7O", "bee": 0.25, "supported": 0.5},
    "qd": {"predicted": "bee", "cat": 0.25, "bee": 0.75, "supported": "0.25"},
}
READ = {"supported": "mean(supported, better=higher)"}
REFUSED = {
    "b": "'0.1x' is no number for 'supported', which mean(supported, better=higher) reads",
    "c": "'0.7O' is no finite number for the class 'cat'",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Four items of two classes, and a function that answers each."""
    golden = [
        {"id": i, "query": f"q{i}", "label": name} for i, name in zip("abcd", ["cat", "bee"] * 2, strict=True)
    ]
    (tmp_path / "golden.jsonl").write_text("".join(json.dumps(item) + "\n" for item in golden), "utf-8")
    (tmp_path / "pets.py").write_text(f"def ask(query): return {ANSWERS!r}[query]\n", "utf-8")
    (tmp_path / "live.yaml").write_text(CONFIG.format(system="{function: 'pets:ask', retries: 0}"), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_a_run_file_is_refused_for_is_an_error_of_a_live_answer(folder):
    """The same four answers: the file ends with both lines named, the function with two errors counted."""
    rows = [{"id": query[1:], **said} for query, said in ANSWERS.items()]
    (folder / "run.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (folder / "file.yaml").write_text(CONFIG.format(system="{run: run.jsonl}"), "utf-8")

    of_file = call("check", "file.yaml")
    live = call("check", "live.yaml", "--first-run", "pass")
    call("run", "live.yaml", "--output", "live.jsonl")

    assert of_file.code == 2
    assert f"run.jsonl:2: {REFUSED['b']}" in of_file.err
    assert f"run.jsonl:3: {REFUSED['c']}" in of_file.err
    assert live.code == 0
    written = {row["id"]: row for row in map(json.loads, (folder / "live.jsonl").read_text().splitlines())}
    assert {i: row["error"] for i, row in written.items() if "error" in row} == REFUSED


def test_text_that_is_a_number_counts_as_in_a_file():
    """A cell is text, so "0.25" is a number there; it is one in an answer, too."""
    source = replace(SOURCE, numbers=READ)
    line = answer(
        Question("d", "qd"), Reply(ANSWERS["qd"]), task="multiclass", positive=None, repeats=1, source=source
    )

    run = readers.parse_run(line.encode(), source, "multiclass")

    assert run.answers["d"].numbers["supported"] == 0.25


def test_a_document_called_like_a_number_stays_a_result():
    """Of {document: score} every key is a document, whatever a metric reads elsewhere."""
    line = answer(
        Question("a", "?"),
        Reply({"supported": 0.5, "d": 1}),
        task="retrieval",
        positive=None,
        repeats=1,
        source=replace(SOURCE, numbers=READ),
    )

    assert json.loads(line) == {"id": "a", "ranked": [["supported", 0.5], ["d", 1]]}
