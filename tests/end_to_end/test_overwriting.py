"""No report replaces what the call reads, wherever a config names it."""

import json
import os
import shutil

import pytest

from tests.end_to_end.calls import call, tree
from tests.end_to_end.conftest import CONFIG, golden_rows

MONITOR = """\
version: 1
name: watch
golden: search.yaml
reference: old.jsonl
window: new.jsonl
fields: {length: {kind: number}}
embeddings: {reference: ref.npy, window: win.npy}
"""


def refused(top, *argv, path):
    """Call the command with a report that goes to ``path``; say that it is refused, and nothing changed."""
    os.chdir(top)
    assert (top / path).is_file()
    before = tree(top)
    ended = call(*argv, "--output", f"json:{path}")
    assert ended.code == 2
    assert f"{path}: it is read here, and would be replaced" in ended.err
    assert tree(top) == before


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("history: hist.jsonl\n", "hist.jsonl"),
        ("history: hist/\n", "hist/search.jsonl"),
        ("", "history/search.jsonl"),
    ],
)
def test_the_history_stays(key, path, project):
    """What earlier checks found is kept, in whatever file the config keeps it."""
    project.write(config=CONFIG + key)
    (project.top / path).parent.mkdir(exist_ok=True)
    (project.top / path).touch()
    refused(project.top, "check", "search.yaml", path=path)


@pytest.mark.parametrize("name", ["queries.jsonl", "corpus.jsonl", "qrels/test.tsv"])
def test_a_golden_set_in_a_folder_stays(name, project):
    """A file inside the folder that is the golden set counts as the set; a report may lie beside it."""
    (project.top / "set" / "qrels").mkdir(parents=True)
    rows = golden_rows()
    for file, texts in {
        "queries.jsonl": [json.dumps({"_id": row["id"], "text": row["query"]}) for row in rows],
        "corpus.jsonl": [json.dumps({"_id": f"d{i}", "text": "x"}) for i in range(40)],
        "qrels/test.tsv": ["query-id\tcorpus-id\tscore", *(f"q{i:03d}\td{i}\t1" for i in range(40))],
    }.items():
        (project.top / "set" / file).write_text("\n".join(texts) + "\n", "utf-8")
    project.write(config=CONFIG.replace("golden.jsonl", "set"))
    refused(project.top, "check", "search.yaml", path=f"set/{name}")
    for _ in range(2):
        assert call("refresh", "search.yaml", "--output", "json:set/report.json").code == 0


@pytest.mark.parametrize("name", ["test-00000-of-00002.parquet", "test-00001-of-00002.parquet"])
def test_the_shards_of_a_run_stay(name, project):
    """A run that the call names may be a folder as well."""
    (project.top / "shards").mkdir()
    for k in range(2):
        (project.top / "shards" / f"test-0000{k}-of-00002.parquet").touch()
    refused(project.top, "check", "search.yaml", "--run", "shards", path=f"shards/{name}")


@pytest.mark.parametrize(
    "path", ["judge.yaml", "rubric.md", "people.jsonl", "baselines/judge.json", "baselines/judge.run.jsonl"]
)
def test_what_a_judge_is_known_by_stays(path, rag):
    """Config, rubric, golden set and baseline of a judge are read by the config that relies on it."""
    refused(rag, "check", "rag.yaml", path=path)


def test_a_judge_that_cannot_be_read_hides_nothing(rag):
    """The files of a second judge are still kept."""
    shutil.copy(rag / "judge.yaml", rag / "other.yaml")
    text = (rag / "rag.yaml").read_text("utf-8")
    (rag / "rag.yaml").write_text(text.replace("judge.yaml, kappa: 0.7", "other.yaml"), "utf-8")
    (rag / "judge.yaml").write_text("nothing: known\n", "utf-8")
    refused(rag, "check", "rag.yaml", path="people.jsonl")


@pytest.mark.parametrize(
    "path", ["search.yaml", "golden.jsonl", "old.jsonl", "new.jsonl", "ref.npy", "win.npy", "watch.yaml"]
)
def test_what_a_monitor_reads_stays(path, project):
    """Both windows, their vectors, and the config and golden set that are watched."""
    (project.top / "watch.yaml").write_text(MONITOR, "utf-8")
    for name in ("old.jsonl", "new.jsonl", "ref.npy", "win.npy"):
        (project.top / name).touch()
    refused(project.top, "monitor", "watch.yaml", path=path)
