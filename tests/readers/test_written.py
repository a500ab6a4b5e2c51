"""Files that other packages wrote by their own code: kept ones, and new ones where it is installed."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gate import readers
from gate.readers.mapped.identity import text_id
from gate.source import FileSource
from tests.conftest import REPOSITORY
from tests.readers.packages import CORPUS, FAITHFULNESS, LABELS, QUERIES, RANKED, RELEVANT, WRITERS

KEPT = Path(__file__).parent / "written"
REQUIRED = ("datasets", "llama_index", "mlflow")
"""Packages of the dependency group ``formats``; the others are too large for it, or no Python."""

FILES = {
    "ragas": [f"{name}{form}" for name in ("ids", "texts") for form in (".jsonl", ".csv")]
    + [f"{name}_scored{form}" for name in ("ids", "texts") for form in (".json", ".csv", ".parquet")],
    "ranx": ["json", "trec", "parquet"],
    "mlflow": [f"{name}.{form}" for name in ("documents", "expectations") for form in ("json", "parquet")],
    "promptfoo": ["results.json", "results.yaml", "results.jsonl"],
}


def is_here(package):
    """Say whether a package is installed."""
    return bool(shutil.which(package) if package == "promptfoo" else importlib.util.find_spec(package))


@pytest.fixture(scope="module", params=["kept", "written now"])
def folder(request, tmp_path_factory):
    """Give a function that returns where the files of a package lie."""
    made = {}

    def where(package):
        if request.param == "kept":
            return KEPT / package
        if not is_here(package):
            if package in REQUIRED and os.environ.get("GATE_REQUIRE_FORMATS") == "1":
                pytest.fail(f"{package} is not installed")
            pytest.skip(f"{package} is not installed")
        if package not in made:
            made[package] = tmp_path_factory.mktemp(package)
            command = [sys.executable, "-W", "ignore", "-m", "tests.readers.packages", package]
            done = subprocess.run(
                [*command, str(made[package])],
                cwd=REPOSITORY,
                env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
        return made[package]

    return where


def judged(path, form=None, **fields):
    """Return ``{query: relevant documents}`` of a golden set; its queries are ids where it has no text."""
    found = readers.read_golden(FileSource(path, path.name, form, fields), "retrieval")
    assert all(set(item.relevant.values()) == {1.0} for item in found)
    return {item.query or QUERIES[item.id]: set(item.relevant) for item in found}, {
        item.id: item.query or QUERIES[item.id] for item in found
    }


def answered(path, names, form=None, **fields):
    """Return ``{query: documents}`` of a run, best first, and its answers by query."""
    run = readers.read_run(FileSource(path, path.name, form, fields), "retrieval")
    assert set(run.answers) == set(names)
    answers = {names[answer.id]: answer for answer in run}
    return {query: answer.ranking.ordered() for query, answer in answers.items()}, answers


def meant(ids, name=str):
    """Return ``{query: documents}`` of ``{id: documents}``, each as ``name`` calls it."""
    return {QUERIES[q]: [name(document) for document in documents] for q, documents in ids.items()}


def as_sets(lists):
    """Return the lists of a mapping as sets."""
    return {key: set(value) for key, value in lists.items()}


@pytest.mark.parametrize("file", FILES["ragas"])
def test_ragas(folder, file):
    """Samples with ids and with texts, and results with a score, in every container that it writes."""
    path = folder("ragas") / file
    name = str if file.startswith("ids") else (lambda document: text_id(CORPUS[document]))

    relevant, names = judged(path, "ragas")
    ranked, answers = answered(path, names, "ragas")

    assert relevant == as_sets(meant(RELEVANT, name))
    assert ranked == meant(RANKED, name)
    scored = {QUERIES[q]: {"faithfulness": value} for q, value in FAITHFULNESS.items()}
    assert {q: a.numbers for q, a in answers.items()} == (
        scored if "scored" in file else {query: {} for query in scored}
    )


@pytest.mark.parametrize("suffix", FILES["ranx"])
@pytest.mark.parametrize("form", [None, "ranx"])
def test_ranx(folder, suffix, form):
    """By their suffix, and by the name of the tool."""
    relevant, names = judged(folder("ranx") / f"qrels.{suffix}", form)
    ranked, _ = answered(folder("ranx") / f"run.{suffix}", names, form)

    assert relevant == as_sets(meant(RELEVANT))
    assert ranked == meant(RANKED)


@pytest.mark.parametrize("file", FILES["mlflow"])
def test_mlflow(folder, file):
    """Tables that it logged, classic and with expectations, as JSON and as Parquet."""
    path = folder("mlflow") / file

    relevant, names = judged(path, "mlflow")
    ranked, answers = answered(path, names, "mlflow")

    assert relevant == as_sets(meant(RELEVANT))
    assert ranked == meant(RANKED)
    expected = {"latency": 0.5} if file.startswith("documents") else {}
    assert all(answer.numbers == expected for answer in answers.values())


@pytest.mark.parametrize("suffix", ["json", "parquet"])
@pytest.mark.parametrize("task", ["classification", "multiclass"])
def test_mlflow_classes(folder, suffix, task):
    """A table of targets and predictions is a golden set and a run of classes."""
    path = folder("mlflow") / f"classes.{suffix}"
    source = FileSource(path, path.name, "mlflow")

    golden, run = readers.read_golden(source, task), readers.read_run(source, task)

    assert {item.query: item.label for item in golden} == {QUERIES[q]: label for q, label in LABELS.items()}
    assert {answer.id: answer.predicted for answer in run} == dict.fromkeys(golden.items, "place")


def test_llama_index_results(folder):
    """A retriever's evaluation is both golden set and run; its own metrics come along."""
    path = folder("llama_index") / "results.jsonl"

    relevant, names = judged(path, "llama_index")
    ranked, answers = answered(path, names, "llama_index")

    assert relevant == as_sets(meant(RELEVANT))
    assert ranked == meant(RANKED)
    scored = {QUERIES[q]: {"mrr": value} for q, value in FAITHFULNESS.items()}
    assert {q: answer.numbers for q, answer in answers.items()} == scored


def test_llama_index_data_set(folder):
    """A QA data set keeps its ids."""
    path = folder("llama_index") / "dataset.json"
    if not path.exists():
        pytest.skip("llama-index-finetuning is not installed")

    relevant, names = judged(path, "llama_index")

    assert relevant == as_sets(meant(RELEVANT))
    assert names == QUERIES


def test_hugging_face_rankings(folder):
    """Judgements and results of a data set, by their suffix alone."""
    relevant, names = judged(folder("datasets") / "golden.parquet")
    ranked, _ = answered(folder("datasets") / "run.parquet", names)

    assert relevant == as_sets(meant(RELEVANT))
    assert ranked == meant(RANKED)


@pytest.mark.parametrize("task", ["classification", "multiclass"])
def test_hugging_face_classes(folder, task):
    """Classes that are stored as numbers have their names."""
    path = folder("datasets") / "classes.parquet"
    golden = readers.read_golden(FileSource(path, path.name), task)
    assert {item.id: (item.label, item.query) for item in golden} == {
        q: (LABELS[q], text) for q, text in QUERIES.items()
    }


def test_hugging_face_labels(folder):
    """So have lists of them, and an empty list is no label."""
    path = folder("datasets") / "labels.parquet"
    golden = readers.read_golden(FileSource(path, path.name), "multilabel")
    expected = {q: (label,) for q, label in LABELS.items()}
    assert {item.id: item.labels for item in golden} == {**expected, "q3": ()}


@pytest.mark.parametrize("file", FILES["promptfoo"])
def test_promptfoo(folder, file):
    """Tests, and the results in each format; an answer that failed its test is an answer."""
    relevant, names = judged(folder("promptfoo") / "tests.yaml", "promptfoo")
    ranked, answers = answered(folder("promptfoo") / file, names, "promptfoo")

    assert names == QUERIES
    assert relevant == as_sets(meant(RELEVANT))
    assert ranked == meant(RANKED)
    assert {answer.numbers["success"] for answer in answers.values()} == {0.0}
    assert all("latency_ms" in answer.numbers for answer in answers.values())


def test_every_package_is_read_here():
    """What a package wrote and nobody reads proves nothing."""
    assert {place.name for place in KEPT.iterdir()} == set(WRITERS)
