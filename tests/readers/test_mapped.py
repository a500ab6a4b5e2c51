"""Files of other evaluation tools: the fields of each, ids on both sides, and what is refused."""

import csv
import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import readers
from gate.errors import QuestionError
from gate.readers import mapped
from gate.readers.mapped.row import text_id
from gate.samples.ranked import RankedSample
from gate.source import FileSource

QUESTIONS = {"q1": "Where is Paris?", "q2": "Who wrote Faust?"}
PARIS, FAUST, OTHER = "Paris lies in France.", "Goethe wrote Faust.", "Nothing of the kind."


def lines(rows):
    """Write rows as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)


def table(rows):
    """Write rows as CSV; a list as Python prints it, as a data frame does."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


RAGAS = [
    {
        "user_input": "Where is Paris?",
        "reference_contexts": [PARIS],
        "retrieved_contexts": [OTHER, PARIS],
        "faithfulness": 0.5,
    },
    {
        "user_input": "Who wrote Faust?",
        "reference_contexts": [FAUST],
        "retrieved_contexts": [FAUST, OTHER],
        "faithfulness": 1.0,
    },
]


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


TESTS = """\
prompts: [a prompt]
tests:
  - vars: {question: 'Where is Paris?'}
    metadata: {relevant: [d1, d2], topic: geo}
    assert: [{type: contains, value: x}, {type: equals, value: France}]
  - vars: {question: 'Who wrote Faust?'}
    metadata: {relevant: [d3]}
    assert: [{type: equals, value: Goethe}]
"""


def result(question, output, **more):
    """Return one result of promptfoo."""
    return {
        "success": True,
        "score": 1,
        "vars": {"question": question},
        "response": {"output": output},
        "latencyMs": 12,
        "testIdx": 3,
        **more,
    }


def test_promptfoo_tests_and_results(golden, run):
    """Tests in YAML, JSON and CSV; a refused answer is an answer, a failed call is an error."""
    items = golden("p.yaml", TESTS, format="promptfoo")
    assert [(i.query, i.relevant, i.line) for i in sorted(items, key=lambda i: i.line)] == [
        ("Where is Paris?", {"d1": 1.0, "d2": 1.0}, 3),
        ("Who wrote Faust?", {"d3": 1.0}, 6),
    ]
    labels = golden("p.yaml", TESTS, "classification", format="promptfoo")
    cells = table(
        [
            {"question": "Where is Paris?", "__expected": "equals: France"},
            {"question": "Who wrote Faust?", "__expected": "Goethe"},
        ]
    )
    assert {i.query: i.label for i in labels} == {
        i.query: i.label for i in golden("t.csv", cells, "classification", format="promptfoo")
    }
    wrong = result(
        "Who wrote Faust?",
        "Schiller",
        success=False,
        error="Expected Goethe",
        failureReason=1,
        namedScores={"tone": 0.25},
    )
    found = {
        "evalId": "e",
        "results": {"version": 3, "results": [result("Where is Paris?", "France"), wrong]},
    }
    answers = run("r.json", json.dumps(found, indent=2), "classification", format="promptfoo")
    assert set(answers.answers) == set(labels.items)
    said = {a.predicted: (a.error, a.numbers) for a in answers}
    assert said["Schiller"] == (
        None,
        {"latency_ms": 12.0, "success": 0.0, "assertion_score": 1.0, "tone": 0.25},
    )
    broken = result("Where is Paris?", None, error="429", failureReason=2)
    (answer,) = run("r.json", json.dumps([broken]), "classification", format="promptfoo")
    assert answer.error == "429"
    ranked = json.dumps(
        {"results": [result("Where is Paris?", ["d2", "d9"]), result("Who wrote Faust?", '["d3"]')]}
    )
    lists = run("r.json", ranked, format="promptfoo")
    assert sorted(a.ranking.ordered() for a in lists) == [["d2", "d9"], ["d3"]]


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


def test_many_tests_in_yaml_are_data_and_no_config(golden):
    """What bounds a config does not bound a golden set: two thousand tests are read."""
    text = "".join(
        f"- vars: {{query: 'question {i}', lang: en, area: a}}\n"
        f"  metadata: {{id: q{i}, relevant: [d{i}, e{i}], topic: geo}}\n"
        for i in range(2_000)
    )
    items = golden("p.yaml", text, format="promptfoo")
    assert len(items) == 2_000
    assert {item.id: item.relevant for item in items}["q1999"] == {"d1999": 1.0, "e1999": 1.0}


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


LABELLED = {"classification": "label", "multiclass": "label", "multilabel": "labels"}
OUTPUT = {
    "label": "billing",
    "labels": ["billing", "urgent"],
    "score": 0.75,
    "probabilities": {"billing": 0.75},
}


@pytest.mark.parametrize(
    ("form", "record"),
    [
        ("deepeval", {"input": "a", "actual_output": json.dumps(OUTPUT)}),
        ("promptfoo", result("a", OUTPUT)),
        ("promptfoo", result("a", json.dumps(OUTPUT))),
        ("langsmith", {"id": "a", "inputs": {"q": "a"}, "outputs": OUTPUT}),
        ("mlflow", {"inputs": "a", "outputs": OUTPUT}),
        ("mlflow", {"inputs": "a", "outputs": "x", "mine": OUTPUT}),
    ],
)
def test_an_output_may_be_an_object(run, form, record):
    """With a label or labels and what stands beside them; each task takes what it asks for."""
    mine = {name: f"mine.{name}" for name in ("score", "probabilities")}
    fields = {task: mine | {"predicted": f"mine.{name}"} for task, name in LABELLED.items()}
    found = {
        task: next(
            iter(
                run(
                    "r.jsonl",
                    lines([record]),
                    task,
                    format=form,
                    fields=fields[task] if "mine" in record else {},
                )
            )
        )
        for task in LABELLED
    }
    assert (found["classification"].predicted, found["classification"].score) == ("billing", 0.75)
    assert (found["multiclass"].predicted, found["multiclass"].probabilities) == (
        "billing",
        {"billing": 0.75},
    )
    assert (found["multilabel"].labels, found["multilabel"].predicted) == (("billing", "urgent"), None)


@pytest.mark.parametrize("given", [["b", "a"], '["a", "b"]', "a|b"])
@pytest.mark.parametrize(
    ("form", "record"),
    [
        ("deepeval", lambda labels: {"input": "i", "expected_output": labels}),
        ("promptfoo", lambda labels: {"vars": {"q": "i"}, "assert": [{"type": "equals", "value": labels}]}),
        ("promptfoo", lambda labels: {"vars": {"q": "i"}, "metadata": {"labels": labels}}),
        ("langsmith", lambda labels: {"inputs": {"q": "i"}, "outputs": {"labels": labels, "more": 1}}),
        ("langsmith", lambda labels: {"inputs": {"q": "i"}, "outputs": {"answer": labels}}),
        ("mlflow", lambda labels: {"inputs": "i", "expectations": {"labels": labels}}),
        ("mlflow", lambda labels: {"inputs": "i", "targets": labels}),
    ],
)
def test_several_labels_of_an_item(golden, form, record, given):
    """A list, a list in a text, or a text with bars, in each place where a tool may keep labels."""
    (item,) = golden("g.jsonl", lines([record(given)]), "multilabel", format=form)
    assert item.labels == ("a", "b")


def test_one_label_is_not_several(refused):
    """A list is no class, and the message says where it stands."""
    row = lines([{"inputs": "i", "expectations": {"expected_response": ["a", "b"]}}])
    (said,) = refused("golden", "g.jsonl", row, "multiclass", format="mlflow")
    assert said.startswith("g.jsonl:1: 'expectations.expected_response' is ['a', 'b'], which is no label")


def test_ranx_files_by_name(source):
    """JSON and TREC text under the name of the tool are what they are under their own."""
    data = {"q1": {"d1": 2, "d2": 1}}
    named = readers.read_golden(source("qrels", json.dumps(data), format="ranx"), "retrieval")
    trec = readers.read_golden(source("q.txt", "q1 0 d1 2\nq1 0 d2 1\n", format="ranx"), "retrieval")
    assert named.fingerprint == trec.fingerprint
    ran = readers.read_run(source("run.json", json.dumps(data), format="ranx"), "retrieval")
    assert ran.answers["q1"].ranking.ordered() == ["d1", "d2"]


@pytest.mark.parametrize(
    ("form", "name", "text", "sentence"),
    [
        (
            "ragas",
            "g.jsonl",
            lines([{"user_input": text, "reference_contexts": ["x"]} for text in ("a", " a ")]),
            "g.jsonl:2: this question is already on line 1",
        ),
        (
            "ragas",
            "g.jsonl",
            '{"user_input": "a"}',
            "g.jsonl:1: no 'reference_context_ids' or 'reference_contexts'; there is 'user_input'",
        ),
        (
            "ragas",
            "g.json",
            '[\n{"user_input": "a", "reference_contexts": ["x"]},\n7]',
            "g.json:3: a record is an object {…}, not 7",
        ),
        ("ragas", "g.json", '[\n{"user_input": "a",}]', "g.json:2: not JSON"),
        ("ragas", "g.json", '{"rows": []}', "g.json:1: no list of records"),
        (
            "ragas",
            "g.jsonl",
            '{"user_input": ["a"], "reference_contexts": ["x"]}',
            "g.jsonl:1: 'user_input' is ['a'], which is no question",
        ),
        (
            "ragas",
            "g.jsonl",
            '{"user_input": null, "reference_contexts": ["x"]}',
            "g.jsonl:1: 'user_input' is empty",
        ),
        (
            "ragas",
            "g.jsonl",
            '{"user_input": " ", "reference_contexts": ["x"]}',
            "g.jsonl:1: 'user_input' is empty",
        ),
        (
            "ragas",
            "g.json",
            json.dumps([{"user_input": text, "reference_contexts": ["x"]} for text in "aba"]),
            "g.json:1: this question is already record 1 of that line, again as 3",
        ),
        (
            "langsmith",
            "g.json",
            json.dumps([{"id": i, "inputs": {"q": i}, "outputs": {"relevant": ["x"]}} for i in "aba"]),
            "g.json:1: the id 'a' is already record 1 of that line, again as 3",
        ),
        (
            "promptfoo",
            "p.yaml",
            "prompts: [a]\ntests: file://tests.csv\n",
            "p.yaml:1: tests is 'file://tests.csv', and references are not followed",
        ),
        (
            "promptfoo",
            "p.json",
            '{"tests": "file://tests.csv"}',
            "p.json:1: tests is 'file://tests.csv', and references are not followed",
        ),
        (
            "promptfoo",
            "p.yaml",
            "tests:\n  - file://tests.csv\n",
            "p.yaml:2: a record is a mapping, not 'file://tests.csv', and references are not followed",
        ),
        ("deepeval", "g.csv", "scenario,turns\nx,y\n", "g.csv:2: no 'input'; there is 'scenario', 'turns'"),
        ("deepeval", "g.json", '[{"input": "a", "input": "b"}]', "g.json:1: the key 'input' stands twice"),
        (
            "promptfoo",
            "p.yaml",
            "tests:\n  - vars: {q: a}\n  - just text\n",
            "p.yaml:2: no 'metadata.relevant'",
        ),
        ("promptfoo", "p.yaml", "tests: 7\n", "p.yaml:1: no list of records at tests or scenarios"),
        ("promptfoo", "p.yaml", "tests: [\n", "p.yaml:"),
        (
            "llama_index",
            "q.json",
            '{"queries": [], "corpus": {}, "relevant_docs": {}}',
            "q.json:1: 'queries' is {id: text}",
        ),
        (
            "llama_index",
            "q.json",
            '{"queries": {},\n"relevant_docs": {\n"q1": [1.5]}}',
            "q.json:3: the id 1.5 is a number with a point",
        ),
        ("langsmith", "x.jsonl", '{"id": "a", "inputs": {"q": "b"}}', "x.jsonl:1: no 'outputs.relevant' or"),
        (
            "mlflow",
            "t.json",
            '{"columns": ["inputs"], "data": [\n["a"],\n["b", "c"]]}',
            "t.json:3: a row has a cell for each of 1 column",
        ),
        ("mlflow", "t.json", '{"columns": 7, "data": []}', "t.json:1: 'columns' is a list of names"),
        ("ranx", "q.json", '{"q1":\n{"d": "x"}}', "q.json:1: the grade 'x' is not a number"),
    ],
)
def test_a_malformed_file_is_refused(refused, form, name, text, sentence):
    """Each problem names its line and what is there."""
    assert any(sentence in problem for problem in refused("golden", name, text, format=form))


UNREADABLE = ("['x' 'y']", "['x'\n 'y']", "['x' 'y' ... 'z']", "[1 2 3]", "['x', 'y'", "array(['x'])")


@pytest.mark.parametrize("cell", UNREADABLE)
@pytest.mark.parametrize(
    ("form", "question", "relevant", "ranked"),
    [
        ("ragas", "user_input", "reference_context_ids", "retrieved_context_ids"),
        ("ragas", "user_input", "reference_contexts", "retrieved_contexts"),
        ("mlflow", "inputs", "targets", "predictions"),
    ],
)
def test_a_cell_that_begins_like_a_list_is_one(refused, form, question, relevant, ranked, cell):
    """What NumPy prints without commas, or what was cut off, is refused and not taken for one id."""
    for kind, column in (("golden", relevant), ("run", ranked)):
        text = table([{question: "a", column: ["x", "y"]}, {question: "b", column: cell}])
        (said,) = refused(kind, "g.csv", text, format=form)
        assert said.startswith("g.csv:3: ")
        assert "begins like a list, and cannot be read as one" in said
        assert "df[c] = df[c].map(list)" in said


def test_a_text_may_begin_with_a_bracket(golden, run):
    """Where texts are written or parted by bars, a bracket at their beginning is theirs."""
    written = table([{"inputs": "a", "outputs": "[Note] Paris 'or' 'Rome'"}])
    (answer,) = run("r.csv", written, "generation", format="mlflow").answers.values()
    assert answer.text == "[Note] Paris 'or' 'Rome'"
    parted = table([{"input": "a", "context": "[1] Paris|[2] Rome"}])
    (item,) = golden("g.csv", parted, format="deepeval")
    assert set(item.relevant) == {text_id("[1] Paris"), text_id("[2] Rome")}


def test_several_labels_that_cannot_be_read_are_refused(refused):
    """A list of labels without commas is not one label, on either side."""
    for kind, column in (("golden", "targets"), ("run", "predictions")):
        text = table([{"inputs": "a", column: "['x' 'y']"}])
        (said,) = refused(kind, "g.csv", text, "multilabel", format="mlflow")
        assert "begins like a list" in said


def test_rankings_are_no_answer_to_a_classifier(refused):
    """Formats that hold rankings alone say so."""
    for form in ("ragas", "llama_index"):
        assert "holds rankings" in refused("golden", "g.json", "[]", "classification", format=form)[0]


def test_a_mistyped_field_is_refused(refused):
    """``fields`` names our fields only."""
    said = refused("golden", "g.jsonl", lines(RAGAS), format="ragas", fields={"relevnt": "x"})
    assert "`fields:` has 'relevnt', which is no field" in said[0]


@pytest.mark.parametrize(
    ("name", "text", "tool"),
    [
        ("g.jsonl", lines(RAGAS), "ragas"),
        ("g.csv", table([{"input": "a", "expected_output": "b", "context": "c"}]), "deepeval"),
        ("g.json", json.dumps({"queries": {"q": "a"}, "corpus": {}, "relevant_docs": {}}), "llama_index"),
        ("g.json", json.dumps([{"vars": {}, "assert": []}]), "promptfoo"),
        ("g.json", json.dumps({"columns": [], "data": []}), "mlflow"),
        ("g.jsonl", lines([{"inputs": {}, "outputs": {}}]), "langsmith"),
    ],
)
def test_what_a_file_looks_like_is_only_suggested(refused, name, text, tool):
    """Nothing is guessed: the message says which format to name, and naming it wrongly is not doubted."""
    assert f"this looks like a file of {tool}" in refused("golden", name, text)[-1]
    assert f"format: {tool}}}`" in refused("golden", name, text)[-1]
    assert "looks like" not in refused("golden", name, text, format="jsonl")[-1]


@pytest.mark.parametrize("task", ["retrieval", "classification"])
@pytest.mark.parametrize("name", ["g.txt", "g.qrels.gz", "g.csv", "g.json"])
def test_json_lines_under_another_suffix_are_recognised(refused, name, task):
    """One sentence that names the format, instead of one a line about missing fields."""
    text = lines([{"id": "a", "relevant": ["d"]}, {"id": "b", "relevant": ["e"]}])
    (said,) = refused("golden", name, text, task)
    assert said.startswith(f"{name}: this looks like JSON Lines")
    assert f"`{{path: {name}, format: jsonl}}`" in said


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.txt", '{"a": {"d": 1}}'),
        ("g.txt", "{\n}"),
        ("g.txt", "[1]\n[2]\n"),
        ("g.jsonl", '{"id": "a"}\n{}\n'),
    ],
)
def test_other_json_is_not_taken_for_json_lines(refused, name, text):
    """One document, lists, and a file that is called JSON Lines anyway keep what is said of them."""
    assert "looks like JSON Lines" not in "".join(refused("golden", name, text))


def test_real_files(shared):
    """Goldens with JSON in cells and bars, contexts as Python prints them: read, or refused by line."""
    goldens = shared("data", "rag", "deepeval-goldens", "goldens.csv")
    source = FileSource(goldens, "goldens.csv", "deepeval", {"id": "name"})
    items, answers = readers.read_golden(source, "retrieval"), readers.read_run(source, "retrieval")
    with goldens.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {i.id: len(i.relevant) for i in items} == {
        r["name"]: len(set(r["context"].split("|"))) for r in rows
    }
    assert answers.answers.keys() == items.items.keys()
    with pytest.raises(QuestionError, match=r"goldens\.csv:16: this question is already on line 11"):
        readers.read_golden(FileSource(goldens, "goldens.csv", "deepeval"), "retrieval")
    turns = FileSource(goldens.with_name("convo_goldens.csv"), "convo.csv", "deepeval")
    with pytest.raises(QuestionError, match=r"convo\.csv:2: no 'input'"):
        readers.read_golden(turns, "retrieval")
    contexts = FileSource(
        shared("data", "nasty", "tables", "golden-contexts-as-string.csv"), "c.csv", "ragas"
    )
    lists = [a.ranking.ordered() for a in readers.read_run(contexts, "retrieval")]
    assert len(lists) == 12
    assert {tuple(each) for each in lists} == {(), (text_id("a passage"), text_id(""))}
    plain = FileSource(shared("data", "rag", "ragas-annotated", "hf_doc_qa_eval.csv"), "hf.csv", "ragas")
    with pytest.raises(QuestionError, match=r"hf\.csv:2: no 'reference_context_ids'"):
        readers.read_golden(plain, "retrieval")


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["[1", "['a']", "{}", '{"a": 1}', "[]"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["question", "doc_uri", "content", "output", "results", "tests"])
            | st.text(max_size=3),
            inner,
            max_size=3,
        )
    ),
    max_leaves=10,
)
KEYS = [
    *(
        "id",
        "name",
        "user_input",
        "question",
        "reference_contexts",
        "reference_context_ids",
        "retrieved_contexts",
    ),
    *(
        "input",
        "context",
        "retrieval_context",
        "expected_output",
        "actual_output",
        "additional_metadata",
        "vars",
        "assert",
    ),
    *(
        "metadata",
        "response",
        "error",
        "failureReason",
        "namedScores",
        "score",
        "query",
        "expected_ids",
        "retrieved_ids",
    ),
    *(
        "inputs",
        "outputs",
        "expectations",
        "targets",
        "predictions",
        "columns",
        "data",
        "queries",
        "relevant_docs",
        "tests",
        "results",
    ),
]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.dictionaries(st.sampled_from(KEYS), json_values, max_size=8), max_size=3),
    st.sampled_from([*mapped.FORMATS, "ranx"]),
    st.sampled_from(["x.json", "x.jsonl", "x.csv", "x.yaml", "x"]),
    st.sampled_from(["retrieval", "classification"]),
    st.integers(0, 40),
)
def test_any_json_under_their_keys_gives_a_value_or_problems(tmp_path_factory, rows, form, name, task, cut):
    """Whatever stands where a question, a list or an object is expected, the answer is a sentence."""
    folder = tmp_path_factory.getbasetemp()
    if name.endswith("csv"):
        text = table([dict.fromkeys(KEYS, "") | {k: str(v) for k, v in row.items()} for row in rows or [{}]])
    else:
        text = lines(rows) if name.endswith("l") else json.dumps(rows[0] if len(rows) == 1 else rows)
    if cut < 20:
        text = text[: len(text) - cut]
    (folder / name).write_text(text, "utf-8", errors="surrogatepass")
    source = FileSource(folder / name, name, form)
    for read in (readers.read_golden, readers.read_run):
        problems = []
        try:
            list(read(source, task))
        except QuestionError as error:
            problems = error.problems
            str(error).encode()
        assert all(problem.what and problem.where for problem in problems)
