"""Files of other evaluation tools: the fields of each, and ids on both sides."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gate import readers
from gate.readers.mapped.identity import text_id
from gate.samples.ranked import RankedSample
from tests.readers.mapped_rows import FAUST, OTHER, PARIS, QUESTIONS, RAGAS, lines, table


def test_texts_have_ids_on_both_sides(golden, run):
    """What is retrieved as text matches what is relevant as text, so recall and ranks can be computed."""
    rewrapped = [
        row | {"retrieved_contexts": [text.replace(" ", "\n  ") for text in row["retrieved_contexts"]]}
        for row in RAGAS
    ]
    items = golden("g.jsonl", lines(RAGAS), format="ragas")
    answers = run("r.jsonl", lines(rewrapped), format="ragas")
    sample = RankedSample.build(items, answers, relevant_grade=1)
    by_query = dict(zip((items.items[i].query for i in sample.ids), sample.rank.tolist(), strict=True))
    assert by_query == {"Where is Paris?": 2.0, "Who wrote Faust?": 1.0}
    assert {a.numbers["faithfulness"] for a in answers} == {0.5, 1.0}


def test_ragas_ids_come_before_texts(golden, run):
    """Where a file has ids, they count; a field of the config overrules both."""
    row = RAGAS[0] | {
        "reference_context_ids": ["d1"],
        "retrieved_context_ids": [7, "d1"],
        "mine": ["m"],
        "n": "x",
    }
    assert [list(i.relevant) for i in golden("g.jsonl", lines([row]), format="ragas")] == [["d1"]]
    assert [a.ranking.ordered() for a in run("r.jsonl", lines([row]), format="ragas")] == [["7", "d1"]]
    how = {"format": "ragas", "fields": {"relevant": "mine", "id": "n"}}
    assert {i.id: list(i.relevant) for i in golden("g.jsonl", lines([row]), **how)} == {"x": ["m"]}


@pytest.mark.parametrize("name", ["g.json", "g.csv", "g.parquet", "export"])
def test_one_file_in_many_containers(source, name):
    """JSON, CSV with lists as Python prints them, Parquet and a file without suffix say the same."""
    expected = readers.read_golden(source("g.jsonl", lines(RAGAS), format="ragas"), "retrieval")
    ran = readers.read_run(source("g.jsonl", lines(RAGAS), format="ragas"), "retrieval")
    where = source(name, table(RAGAS) if name == "g.csv" else json.dumps(RAGAS, indent=1), format="ragas")
    if name == "g.parquet":
        pq.write_table(pa.Table.from_pylist(RAGAS), where.path)
    assert readers.read_golden(where, "retrieval").fingerprint == expected.fingerprint
    assert readers.read_run(where, "retrieval").answers == ran.answers


def test_deepeval_goldens_in_both_spellings(golden, run):
    """snake_case and camelCase, lists and bars, objects with a source: one value."""
    snake = [
        {
            "input": "Where is Paris?",
            "context": [PARIS, OTHER],
            "retrieval_context": [PARIS],
            "expected_output": "France",
            "actual_output": "Spain",
            "additional_metadata": {"topic": "geo", "n": 3},
        }
    ]
    camel = [
        {
            "input": "Where is Paris?",
            "context": [{"context": PARIS, "source": "a.md"}, OTHER],
            "retrievalContext": [PARIS],
            "expectedOutput": "France",
            "actualOutput": "Spain",
            "additionalMetadata": {"topic": "geo"},
        }
    ]
    barred = [
        {
            "input": "Where is Paris?",
            "context": f"{PARIS}|{OTHER}",
            "retrieval_context": PARIS,
            "expected_output": "France",
            "actual_output": "Spain",
            "additional_metadata": '{"topic": "geo"}',
        }
    ]
    files = {
        "a.json": json.dumps(snake),
        "b.json": json.dumps(camel),
        "c.csv": table(barred),
        "d.json": json.dumps({"goldens": snake}),
    }
    sets = [golden(*file, format="deepeval") for file in files.items()]
    assert len({found.fingerprint for found in sets}) == 1
    (item,) = sets[0]
    assert item.slices == {"topic": "geo"}
    assert list(item.relevant) == [text_id(PARIS), text_id(OTHER)]
    for file in files.items():
        (answer,) = run(*file, format="deepeval")
        assert answer.ranking.ordered() == [text_id(PARIS)]
        (labelled,) = golden(*file, "classification", format="deepeval")
        (decided,) = run(*file, "classification", format="deepeval")
        assert (labelled.label, decided.predicted, labelled.id) == ("France", "Spain", decided.id)


def test_what_is_another_field_is_no_slice(golden):
    """An id, judgements and labels in the metadata of a tool split no metric by item."""
    more = {"id": "7", "relevant": "d1", "labels": "a|b", "topic": "geo"}
    tests = lines([{"vars": {"q": "i"}, "metadata": more}])
    (item,) = golden("p.jsonl", tests, format="promptfoo")
    assert (item.id, item.relevant, item.slices) == ("7", {"d1": 1.0}, {"topic": "geo"})
    (item,) = golden("p.jsonl", tests, "multilabel", format="promptfoo")
    assert (item.labels, item.slices["topic"]) == (("a", "b"), "geo")
    assert "labels" not in item.slices

    goldens = lines([{"input": "i", "expected_output": "x", "additionalMetadata": {"ref": "7", **more}}])
    fields = {"id": "additionalMetadata.ref", "label": "additionalMetadata.topic"}
    (item,) = golden("d.jsonl", goldens, "multiclass", format="deepeval", fields=fields)
    assert (item.id, item.label) == ("7", "geo")
    assert not {"ref", "id", "topic"} & item.slices.keys()

    example = lines([{"inputs": {"q": "i"}, "metadata": {"label": "x", "topic": "geo"}}])
    fields = {"id": "inputs.q", "label": "metadata.label"}
    (item,) = golden("l.jsonl", example, "multiclass", format="langsmith", fields=fields)
    assert (item.label, item.slices) == ("x", {"topic": "geo"})


def test_llama_index_data_sets_and_results(golden, run):
    """A QA data set keeps its ids and tells of unjudged queries; results make ids of questions."""
    data = {
        "queries": QUESTIONS | {"q3": "Why?"},
        "corpus": {"d1": PARIS},
        "relevant_docs": {"q1": ["d1"], "q2": ["d2", "d3"]},
        "mode": "text",
    }
    items = golden("qa.json", json.dumps(data, indent=1), format="llama_index")
    assert {i.id: (i.query, i.relevant) for i in items} == {
        "q1": ("Where is Paris?", {"d1": 1.0}),
        "q2": ("Who wrote Faust?", {"d2": 1.0, "d3": 1.0}),
    }
    assert [(n.code, "1 of 3 queries (q3)" in n.text) for n in items.notices] == [("unjudged_query", True)]
    rows = [
        {"query": q, "expected_ids": ["d1"], "retrieved_ids": ["d2", "d1"], "metric_dict": {"mrr": 0.5}}
        for q in QUESTIONS.values()
    ]
    judged = golden("r.jsonl", lines(rows), format="llama_index")
    answers = run("r.jsonl", lines(rows), format="llama_index")
    assert judged.items.keys() == answers.answers.keys()
    assert all(a.ranking.ordered() == ["d2", "d1"] and a.numbers == {"mrr": 0.5} for a in answers)


def test_langsmith_examples_and_runs(golden, run):
    """Examples have ids that runs refer to; what is inside is the user's own, and cells may hold JSON."""
    examples = [
        {
            "id": i,
            "inputs": {"frage": q},
            "outputs": {"doc_ids": ["d1"], "answer": "yes"},
            "metadata": {"lang": "en"},
        }
        for i, q in QUESTIONS.items()
    ]
    how = {"format": "langsmith", "fields": {"query": "inputs.frage"}}
    items = golden("x.jsonl", lines(examples), **how)
    assert {i.id: (i.query, i.relevant, i.slices) for i in items} == {
        i: (q, {"d1": 1.0}, {"lang": "en"}) for i, q in QUESTIONS.items()
    }
    cells = [{k: v if isinstance(v, str) else json.dumps(v) for k, v in row.items()} for row in examples]
    flat = [
        {"id": i, "inputs.frage": q, "outputs.doc_ids": '["d1"]', "metadata": '{"lang": "en"}'}
        for i, q in QUESTIONS.items()
    ]
    for rows in (cells, flat):
        assert golden("x.csv", table(rows), **how).fingerprint == items.fingerprint
    labels = golden("x.jsonl", lines(examples), "classification", format="langsmith")
    assert {i.label for i in labels} == {"yes"}
    runs = [
        {
            "id": f"run-{i}",
            "reference_example_id": i,
            "inputs": {"frage": q},
            "outputs": {"output": "no"},
            "error": None,
        }
        for i, q in QUESTIONS.items()
    ]
    runs[1] |= {"outputs": None, "error": "TimeoutError()"}
    answers = run("runs.jsonl", lines(runs), "classification", format="langsmith").answers
    assert (answers["q1"].predicted, answers["q2"].error) == ("no", "TimeoutError()")


def test_mlflow_tables(golden, run):
    """Split orientation, records and CSV; documents by doc_uri or by their text; classic columns."""
    rows = [
        {
            "inputs": {"question": q},
            "expectations": {
                "expected_retrieved_context": [{"doc_uri": "d1", "content": PARIS}, {"content": FAUST}],
                "expected_response": "yes",
            },
            "outputs": ["d1", {"page_content": FAUST, "metadata": {}}],
            "latency": 2,
        }
        for q in QUESTIONS.values()
    ]
    split = json.dumps({"columns": list(rows[0]), "data": [list(row.values()) for row in rows]}, indent=1)
    cells = [{k: v if isinstance(v, int) else json.dumps(v) for k, v in row.items()} for row in rows]
    files = {"a.json": split, "b.json": json.dumps(rows), "c.csv": table(cells)}
    sets = [golden(*file, format="mlflow") for file in files.items()]
    assert len({found.fingerprint for found in sets}) == 1
    assert all(i.relevant == {"d1": 1.0, text_id(FAUST): 1.0} for i in sets[0])
    for file in files.items():
        found = run(*file, format="mlflow")
        assert all(
            a.ranking.ordered() == ["d1", text_id(FAUST)] and a.numbers == {"latency": 2.0} for a in found
        )
        assert found.answers.keys() == sets[0].items.keys()
    classic = table([{"inputs": "a", "targets": "x", "predictions": "y"}])
    (labelled,), (decided,) = (
        read("t.csv", classic, "classification", format="mlflow") for read in (golden, run)
    )
    assert (labelled.label, decided.predicted) == ("x", "y")


def test_ranx_files_by_name(source):
    """JSON and TREC text under the name of the tool are what they are under their own."""
    data = {"q1": {"d1": 2, "d2": 1}}
    named = readers.read_golden(source("qrels", json.dumps(data), format="ranx"), "retrieval")
    trec = readers.read_golden(source("q.txt", "q1 0 d1 2\nq1 0 d2 1\n", format="ranx"), "retrieval")
    assert named.fingerprint == trec.fingerprint
    ran = readers.read_run(source("run.json", json.dumps(data), format="ranx"), "retrieval")
    assert ran.answers["q1"].ranking.ordered() == ["d1", "d2"]
