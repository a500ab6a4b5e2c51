"""Same inputs, same bytes: whatever the order, the format, the folder or the machine's mood."""

import gzip
import json
import os
import random
import shutil

import pytest

from tests.end_to_end.calls import call, command, without_provenance
from tests.end_to_end.conftest import CONFIG, run_rows

RICH = CONFIG.replace("  hit_rate@3: {}\n", "  hit_rate@3: {}\n  ndcg: {tolerance: 3%}\n  map: {}\n")
CLASSIFIER = """\
version: 1
name: search
task: classification
golden_set: golden.csv
system: {predictions: run.csv}
positive: bad
threshold: 0.5
costs: {false_negative: 10, false_positive: 1}
metrics:
  expected_cost: {tolerance: 0.5}
  pr_auc: {tolerance: 0.2}
  roc_auc: {}
  f1: {}
  brier: {}
interval: {resamples: 300}
"""


@pytest.fixture(autouse=True)
def one_moment(monkeypatch):
    """The clock stands still, so that the terminal's provenance repeats too."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


def mixed_rows(n, rank, *, seed):
    """Answers of which some are at another rank, with scores that tie."""
    chance = random.Random(seed)
    rows = []
    for i in range(n):
        found = run_rows(i + 1, chance.choice((rank, rank, 1, 3, 0)), first=i)[0]["ranked"]
        scores = sorted((chance.choice((0.1, 0.5, 0.9, 1 / 3)) for _ in found), reverse=True)
        rows.append({"id": f"q{i:03d}", "ranked": [list(pair) for pair in zip(found, scores, strict=True)]})
    return rows


@pytest.fixture
def search(project):
    """A search with a baseline and a run that is better here and worse there."""
    project.write(config=RICH, run=mixed_rows(40, 2, seed=1))
    assert project.gate("refresh").code == 0
    return project.write(run=mixed_rows(40, 2, seed=2))


def classifier(top, seed):
    """Write a classifier's predictions, many of them tied."""
    chance = random.Random(seed)
    ids = [f"i{i:03d}" for i in range(120)]
    labels = [f"{ident},{'bad' if i % 3 == 0 else 'ok'}\n" for i, ident in enumerate(ids)]
    score = [round(chance.random() * 0.6 + (i % 3 == 0) * 0.3, 2) for i in range(len(ids))]
    scores = [f"{ident},{value}\n" for ident, value in zip(ids, score, strict=True)]
    (top / "golden.csv").write_text("id,label\n" + "".join(labels))
    (top / "run.csv").write_text("id,score\n" + "".join(scores))


@pytest.fixture
def fraud(project):
    """A classifier with a baseline and another run."""
    project.write(config=CLASSIFIER)
    classifier(project.top, 1)
    assert project.gate("refresh").code == 0
    classifier(project.top, 2)
    return project


def outputs(folder):
    """Options that write both reports to a folder."""
    return "--output", f"json:{folder}/r.json", "--output", f"markdown:{folder}/r.md"


def written(folder):
    """Return the reports in a folder, less provenance."""
    return without_provenance((folder / "r.json").read_bytes()), (folder / "r.md").read_bytes()


def told(project, name="search.yaml"):
    """Check in this process; return exit code, terminal output and both reports."""
    os.chdir(project.top)
    out = project.top.parent / "out"
    ended = call("check", name, *outputs(out))
    return ended.code, ended.out, *written(out)


def but_for_lines(told_):
    """Leave out where lost items stand in the golden set's file: that moves with its lines."""
    code, out, report, page = told_
    document = json.loads(report)
    for each in document["reports"]:
        assert all(lost.pop("line") for lost in each["lost"])
    return code, out, document, page


def judged(report):
    """Return fingerprint, values and verdicts of a JSON report: what no file format may change."""
    (report,) = json.loads(report)["reports"]
    keys = ("metric", "baseline", "candidate", "gain", "p", "outcome", "reason", "because", "detectable")
    checks = [{key: check[key] for key in keys} for check in report["checks"]]
    return report["conditions"]["fingerprint"], report["outcome"], report["exit_code"], checks


@pytest.mark.parametrize("kind", ["search", "fraud"])
def test_twice_in_a_row(kind, request):
    """Terminal, Markdown and JSON."""
    project = request.getfixturevalue(kind)

    assert told(project) == told(project)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_lines_is_nothing(search, seed):
    """Golden set and run shuffled: the same bytes, but for where in the file a lost item stands."""
    before = but_for_lines(told(search))
    for name in ("golden.jsonl", "run.jsonl"):
        lines = (search.top / name).read_text("utf-8").splitlines(keepends=True)
        random.Random(seed).shuffle(lines)
        (search.top / name).write_text("".join(lines), "utf-8")

    assert but_for_lines(told(search)) == before


def test_the_order_of_a_tables_rows_is_nothing(fraud):
    """The header stays; the rows are turned around, and so is where lost items stand."""
    before = but_for_lines(told(fraud))
    for name in ("golden.csv", "run.csv"):
        head, *rows = (fraud.top / name).read_text().splitlines(keepends=True)
        (fraud.top / name).write_text("".join([head, *reversed(rows)]))

    assert but_for_lines(told(fraud)) == before


def test_compression_is_nothing(search):
    """The same content as ``.gz``: only the names of the files differ."""
    before = told(search)
    for name in ("golden", "run"):
        path = search.top / f"{name}.jsonl"
        path.with_suffix(".jsonl.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    search.write(config=RICH.replace(".jsonl", ".jsonl.gz"))

    after = told(search)

    assert judged(after[2]) == judged(before[2])
    assert after[3] == before[3].replace(b"golden.jsonl", b"golden.jsonl.gz")


def test_the_format_is_nothing(search):
    """TREC files of the same content: same fingerprint, values and verdicts."""
    before = told(search)
    golden, run = (
        [json.loads(line) for line in (search.top / f"{name}.jsonl").read_text("utf-8").splitlines()]
        for name in ("golden", "run")
    )
    qrels = [f"{row['id']} 0 {d} {grade}\n" for row in golden for d, grade in row["relevant"].items()]
    lines = [
        f"{row['id']} Q0 {d} {rank} {score!r} x\n"
        for row in run
        for rank, (d, score) in enumerate(row["ranked"], 1)
    ]
    (search.top / "golden.qrels").write_text("".join(qrels))
    (search.top / "run.trec").write_text("".join(lines))
    search.write(
        config=RICH.replace(
            "golden_set: golden.jsonl", "golden_set: {path: golden.qrels, format: trec}"
        ).replace("{run: run.jsonl}", "{run: {path: run.trec, format: trec}}")
    )

    assert judged(told(search)[2]) == judged(before[2])


def test_the_working_directory_is_nothing(search, tmp_path):
    """From elsewhere, values and verdicts are the same; a moved project says the very same."""
    before = told(search)
    os.chdir(tmp_path)
    call("check", "project/search.yaml", *outputs(tmp_path / "far"))
    assert judged(written(tmp_path / "far")[0]) == judged(before[2])

    shutil.copytree(search.top, tmp_path / "moved")
    os.chdir(tmp_path / "moved")
    ended = call("check", "search.yaml", *outputs(tmp_path / "out"))
    assert (ended.code, ended.out, *written(tmp_path / "out")) == before


def test_equal_answers_make_equal_baselines(search, tmp_path):
    """``NAME.run.jsonl`` is the same, byte for byte, however the run was ordered."""
    text = (search.top / "run.jsonl").read_text("utf-8")
    kept = []
    for lines in (text.splitlines(), text.splitlines()[::-1]):
        (search.top / "run.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
        shutil.rmtree(search.top / "baselines")
        assert search.gate("refresh").code == 0
        kept.append({name: content for name, (content, _) in search.baseline().items()})

    assert kept[0] == kept[1]


@pytest.mark.parametrize("kind", ["search", "fraud"])
def test_threads_and_hash_seeds_are_nothing(kind, request, tmp_path):
    """Processes with one and two BLAS threads and three hash seeds: the same bytes."""
    project = request.getfixturevalue(kind)
    found = []
    for threads, seed in (("1", "0"), ("2", "1"), ("1", "4242")):
        ended = command(
            "check",
            "search.yaml",
            *outputs(tmp_path / "out"),
            cwd=project.top,
            OPENBLAS_NUM_THREADS=threads,
            PYTHONHASHSEED=seed,
        )
        found.append((ended.code, ended.out, ended.err, *written(tmp_path / "out")))

    assert found[0] == found[1] == found[2]
