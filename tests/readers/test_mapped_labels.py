"""Labels in files of other evaluation tools: objects, lists and texts in every place of them."""

import json

import pytest

from tests.readers.mapped_rows import lines, result, table

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
