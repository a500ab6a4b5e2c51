"""`gate compare`: two runs judged without a baseline."""

import json

import pytest

import gate
from gate import readers
from gate.cli import main
from gate.source import FileSource
from tests.docs.pages import REPOSITORY
from tests.end_to_end.calls import call, strict_json


def test_two_runs_are_compared_without_a_baseline(tmp_path):
    """The report is the one that a check against the stored baseline gives, but for where it came from."""
    config = REPOSITORY / "configs" / "docs_search.yaml"
    runs = REPOSITORY / "runs"
    codes = []
    for name, argv in {
        "compared": (
            "compare",
            runs / "docs_search.baseline.jsonl",
            runs / "docs_search.fault.jsonl",
            "--config",
            config,
        ),
        "checked": ("check", config, "--run", runs / "docs_search.fault.jsonl", "--base", "worktree"),
    }.items():
        codes.append(call(*argv, "--output", f"json:{tmp_path / name}").code)
    compared, checked = (
        strict_json((tmp_path / name).read_bytes())["reports"][0] for name in ("compared", "checked")
    )

    assert codes == [1, 1]
    for part in ("outcome", "checks", "movers", "accounting", "blind_spots", "conditions"):
        assert compared[part] == checked[part]


def test_a_classifier_is_compared_at_its_threshold():
    """Decisions, costs and curves of two runs, from files alone."""
    runs = REPOSITORY / "runs"

    config = REPOSITORY / "configs" / "breast_cancer.yaml"

    ended = call("compare", runs / "breast_cancer.csv", runs / "breast_cancer.fault.csv", "--config", config)

    assert ended.code == 1
    assert "expected_cost" in ended.out


def test_comparing_reads_and_writes_no_baseline(place):
    """A damaged baseline beside the config is nobody's business here."""
    place.write("run: a.jsonl", metrics="{mrr: {tolerance: 0.1}}")
    (place.top / "baselines").mkdir()
    (place.top / "baselines" / "live.json").write_text("damaged")
    rows = [{"id": f"q{i:05d}", "ranked": [f"d{i}"]} for i in range(20)]
    for name in ("a.jsonl", "b.jsonl"):
        (place.top / name).write_text("".join(json.dumps(row) + "\n" for row in rows))

    report = gate.compare(place.top / "live.yaml", place.top / "a.jsonl", place.top / "b.jsonl")

    assert report.exit_code == 0
    assert (place.top / "baselines" / "live.json").read_text() == "damaged"


@pytest.mark.parametrize(
    ("argv", "code", "what"),
    [
        (("a.jsonl", "none.jsonl"), 2, "none.jsonl: there is no such run"),
        (("a.jsonl", "bad.jsonl"), 4, "answers are errors, more than 2 %"),
        (("bad.jsonl", "a.jsonl"), 4, "answers are errors, more than 2 %"),
    ],
)
def test_runs_that_cannot_be_compared(place, argv, code, what):
    """A missing file is 2; a run of a system that failed is 4, on either side."""
    place.write("run: a.jsonl", items=2)
    (place.top / "a.jsonl").write_text('{"id": "q00000", "ranked": []}\n{"id": "q00001", "ranked": []}\n')
    (place.top / "bad.jsonl").write_text('{"id": "q00000", "error": "x"}\n{"id": "q00001", "ranked": []}\n')

    ended = call("compare", *argv, "--config", "live.yaml")

    assert ended.code == code
    assert what in ended.err


def test_the_documentation_search_answers_live_as_it_did_in_the_file(tmp_path, monkeypatch):
    """Asked here and now, the demo's candidate gives the stored run's documents, order and scores."""
    pytest.importorskip("bm25s")
    file = tmp_path / "live.jsonl"
    assert main(["run", str(REPOSITORY / "configs" / "docs_search_live.yaml"), "--output", str(file)]) == 0

    live, stored = (
        readers.read_run(FileSource(path, path.name), "retrieval")
        for path in (file, REPOSITORY / "runs" / "docs_search.jsonl")
    )
    assert list(live.answers) == list(stored.answers)
    assert all(live.answers[i].ranking == stored.answers[i].ranking for i in stored.answers)
