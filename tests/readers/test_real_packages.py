"""Files that the tools themselves write, where they are installed."""

import json

import pytest

from gate import readers
from gate.readers.mapped.identity import text_id
from gate.source import FileSource

PARIS = "Paris lies in France."
QUESTIONS = ["Where is Paris?", 'Who said "no"?']


def both(path, form, **fields):
    """Read a file as golden set and as run."""
    source = FileSource(path, path.name, form, fields)
    return readers.read_golden(source, "retrieval"), readers.read_run(source, "retrieval")


@pytest.mark.parametrize("suffix", ["json", "csv", "jsonl"])
def test_what_deepeval_saves(tmp_path, monkeypatch, suffix):
    """`EvaluationDataset.save_as` in each of its formats."""
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "YES")
    monkeypatch.chdir(tmp_path)
    dataset = pytest.importorskip("deepeval.dataset")
    goldens = [
        dataset.Golden(
            input=q, context=[PARIS, "other"], retrieval_context=[PARIS], additional_metadata={"t": "x"}
        )
        for q in QUESTIONS
    ]
    dataset.EvaluationDataset(goldens=goldens).save_as(suffix, directory=str(tmp_path), file_name="goldens")
    golden, run = both(tmp_path / f"goldens.{suffix}", "deepeval")
    assert {i.query: (list(i.relevant), i.slices) for i in golden} == {
        q: ([text_id(PARIS), text_id("other")], {"t": "x"}) for q in QUESTIONS
    }
    assert [a.ranking.ordered() for a in run] == [[text_id(PARIS)]] * 2


def test_what_langsmith_models_write(tmp_path):
    """Examples as JSON Lines."""
    schemas = pytest.importorskip("langsmith.schemas")
    import datetime as dt
    import uuid

    examples = [
        schemas.Example(
            id=uuid.UUID(int=i),
            dataset_id=uuid.UUID(int=9),
            inputs={"question": q},
            outputs={"doc_ids": ["d1"]},
            metadata={"lang": "en"},
            created_at=dt.datetime(2025, 1, 1, tzinfo=dt.UTC),
        )
        for i, q in enumerate(QUESTIONS)
    ]
    path = tmp_path / "examples.jsonl"
    path.write_text("".join(f"{example.model_dump_json()}\n" for example in examples), "utf-8")
    golden = readers.read_golden(FileSource(path, path.name, "langsmith"), "retrieval")
    assert {i.query: (i.relevant, i.slices) for i in golden} == {
        q: ({"d1": 1.0}, {"lang": "en"}) for q in QUESTIONS
    }


def test_what_a_data_frame_writes(tmp_path):
    """MLflow and ragas write their tables with pandas: CSV, JSON, JSON Lines and Parquet say the same."""
    pandas = pytest.importorskip("pandas")
    rows = [
        {
            "user_input": q,
            "retrieved_contexts": [PARIS, 'It\'s "big"'],
            "reference_contexts": [PARIS],
            "faithfulness": value,
        }
        for q, value in zip(QUESTIONS, (0.5, float("nan")), strict=True)
    ]
    frame = pandas.DataFrame(rows)
    frame.to_csv(tmp_path / "r.csv", index=False)
    frame.to_json(tmp_path / "r.json", orient="records")
    frame.to_json(tmp_path / "r.jsonl", orient="records", lines=True)
    frame.to_parquet(tmp_path / "r.parquet")
    found = [both(tmp_path / f"r.{suffix}", "ragas") for suffix in ("csv", "json", "jsonl", "parquet")]
    assert len({golden.fingerprint for golden, _ in found}) == 1
    assert all(run.answers == found[0][1].answers for _, run in found)
    assert sorted(map(len, (a.numbers for a in found[0][1]))) == [0, 1]
    table = pandas.DataFrame(
        [{"inputs": q, "targets": ["d1"], "predictions": ["d2", "d1"]} for q in QUESTIONS]
    )
    table.to_json(tmp_path / "t.json", orient="split")
    assert set(json.loads((tmp_path / "t.json").read_text())) == {"columns", "index", "data"}
    golden, run = both(tmp_path / "t.json", "mlflow")
    assert [i.relevant for i in golden] == [{"d1": 1.0}] * 2
    assert [a.ranking.ordered() for a in run] == [["d2", "d1"]] * 2
