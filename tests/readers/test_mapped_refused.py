"""Files of other evaluation tools that are refused, each problem with its line."""

import json

import pytest

from gate.readers.mapped.identity import text_id
from tests.readers.mapped_rows import RAGAS, lines, table


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


def test_a_mistyped_field_is_refused(refused):
    """``fields`` names our fields only."""
    said = refused("golden", "g.jsonl", lines(RAGAS), format="ragas", fields={"relevnt": "x"})
    assert "`fields:` has 'relevnt', which is no field" in said[0]
