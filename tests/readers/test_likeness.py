"""Files that look like another format: it is suggested, and never guessed."""

import json

import pytest

from tests.readers.mapped_rows import RAGAS, lines, table


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
