"""Golden sets and runs of several classes and labels: what each file may say, and what is refused."""

from pathlib import Path

import pytest

from gate import comparing, readers
from gate.errors import QuestionError
from gate.inputs import reading
from gate.source import FileSource


def golden(name, text, task):
    """Read a golden set from its text."""
    return readers.parse_golden(text.encode(), FileSource(Path(name), name), task)


def run(name, text, task, **fields):
    """Read a run from its text."""
    return readers.parse_run(text.encode(), FileSource(Path(name), name, fields=fields), task)


def problems(read, *arguments):
    """Return what is said of a file that cannot be read."""
    with pytest.raises(QuestionError) as caught:
        read(*arguments)
    return [f"{problem.where}: {problem.what}" for problem in caught.value.problems]


def test_classes_and_probabilities_from_json_lines():
    """Classes are text, in keys as in values, and the two ways to answer may stand side by side."""
    text = (
        '{"id": 1, "predicted": 2.0, "probabilities": {"2": 0.75, "true": 0.25}}\n'
        '{"id": 2, "predicted": true}\n'
    )

    found = run("r.jsonl", text, "multiclass")

    first, second = found
    assert (first.predicted, first.probabilities) == ("2", {"2": 0.75, "true": 0.25})
    assert (second.predicted, second.probabilities) == ("true", None)


def test_labels_from_json_lines():
    """Labels are a list, each once, and none at all is an answer."""
    items = golden(
        "g.jsonl", '{"id": "a", "labels": ["x", 1, "x"]}\n{"id": "b", "labels": []}\n', "multilabel"
    )
    answers = run("r.jsonl", '{"id": "a", "predicted": ["x"]}\n{"id": "b", "predicted": []}\n', "multilabel")

    assert [item.labels for item in items] == [("1", "x"), ()]
    assert [answer.labels for answer in answers] == [("x",), ()]


@pytest.mark.parametrize(
    ("text", "task", "said"),
    [
        (
            '{"id": "a", "probabilities": [0.1]}',
            "multiclass",
            "probabilities are an object, {class: number}, not [0.1]",
        ),
        ('{"id": "a", "probabilities": {"x": "high"}}', "multiclass", "the score 'high' is not a number"),
        (
            '{"id": "a", "probabilities": {"1": 0.5, "1.0": 0.5}}',
            "multiclass",
            "the class '1' has two probabilities",
        ),
        (
            '{"id": "a", "predicted": {"x": 1}}',
            "multilabel",
            "labels are a list, ['a', 'b'], not {'x': 1}",
        ),
        (
            '{"id": "a", "label": "x"}',
            "multiclass",
            "no 'predicted' (or prediction); there is 'id', 'label'; and no 'probabilities'",
        ),
    ],
)
def test_what_is_no_answer_is_refused(text, task, said):
    """Each with its line, the value quoted, and what would be one."""
    assert problems(run, "r.jsonl", f"{text}\n", task) == [f"r.jsonl:1: {said}"]


def test_a_golden_item_without_its_label_is_refused():
    """``label`` and ``labels`` are not each other's stand-in."""
    (what,) = problems(golden, "g.jsonl", '{"id": "a", "label": "x"}\n', "multilabel")
    assert what == "g.jsonl:1: no 'labels'; there is 'id', 'label'"


def test_columns_called_after_classes():
    """In a table that serves as both, a class's column is its probability and never a slice."""
    text = "id,label,pred,bee,cat,region,latency_ms\na,cat,bee,0.7,0.3,north,12\nb,bee,bee,0.9,0.1,south,9\n"

    items = golden("both.csv", text, "multiclass")
    answers = run("both.csv", text, "multiclass", predicted="pred")

    assert [dict(item.slices) for item in items] == [
        {"pred": "bee", "region": "north"},
        {"pred": "bee", "region": "south"},
    ]
    assert [answer.predicted for answer in answers] == ["bee", "bee"]
    assert dict(next(iter(answers)).numbers) == {"bee": 0.7, "cat": 0.3, "latency_ms": 12}


def test_labels_of_a_table_in_either_way():
    """One column with bars between labels, or one column of 0 and 1 for each; other columns are slices."""
    bars = "id,labels,genre\na,sad|quiet,jazz\nb,,pop\n"
    flags = "id,quiet,sad,genre\na,1,true,jazz\nb,0,no,pop\n"

    one, other = golden("g.csv", bars, "multilabel"), golden("g.csv", flags, "multilabel")

    assert [item.labels for item in one] == [item.labels for item in other] == [("quiet", "sad"), ()]
    assert [item.slices for item in one] == [item.slices for item in other]
    assert one.fingerprint == other.fingerprint


def test_a_run_table_of_labels():
    """An empty cell of decided labels is an answer without a label, and an error is an error."""
    text = "id,predicted,error\na,sad|quiet,\nb,,\nc,,timeout\n"

    found = run("r.csv", text, "multilabel")

    assert [(answer.labels, answer.error) for answer in found] == [
        (("quiet", "sad"), None),
        ((), None),
        (None, "timeout"),
    ]


def test_a_table_that_says_nothing_of_classes_is_refused():
    """A run of several classes has a decision or a number for each class."""
    (what,) = problems(run, "r.csv", "id,note\na,hm\n", "multiclass")
    assert what.endswith("there is 'id', 'note'; and no number a class")
    (what,) = problems(golden, "g.csv", "id,note\na,hm\n", "multilabel")
    assert "no 'labels'" in what


@pytest.mark.parametrize(
    ("header", "said"),
    [("id,a,b", "no number a class"), ("id,predicted,a", "no predicted and no number a class")],
)
def test_a_row_that_says_nothing_of_classes_is_refused(header, said):
    """A row lacks a decision and every number; what it could have said is named, columns or not."""
    (what,) = problems(run, "r.csv", f"{header}\nx,,\ny,1,1\n", "multiclass")
    assert what.startswith(f"r.csv:2: 'x' has {said}")


def told(name, text, classes, **said):
    """Read a run of several classes from a file that is told what they are."""
    source = FileSource(Path(name), name, classes=frozenset(classes), **said)
    return readers.parse_run(text.encode(), source, "multiclass")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.csv", "id,a,b,note\nx,0.1,nan,so\ny,0.1x,0.9,\nz,0.2,n/a,no\n"),
        ("r.tsv", "id\ta\tb\nx\t0.1\tnan\ny\t0.1x\t0.9\nz\t0.2\tn/a\n"),
        (
            "r.jsonl",
            (
                '{"id": "x", "a": 0.1, "b": "nan", "note": "so"}\n{"id": "y", "a": "0.1x", "b": 0.9}\n'
                '{"id": "z", "predicted": "a", "a": null, "b": "n/a"}\n'
            ),
        ),
    ],
)
def test_what_is_no_number_for_a_class_is_refused(name, text):
    """A cell or value under the name of a class is a number or nothing; every other one is named."""
    lines = {"nan": 1, "0.1x": 2, "n/a": 3}
    shift = 0 if name == "r.jsonl" else 1

    said = problems(told, name, text, ("a", "b"))

    assert sorted(said) == [
        f"{name}:{lines[cell] + shift}: {cell!r} is no finite number for the class {of!r}"
        for cell, of in (("nan", "b"), ("0.1x", "a"), ("n/a", "b"))
    ]


def test_a_class_column_keeps_what_is_not_there_apart_from_other_words():
    """A column with nothing in a row leaves that out; columns of no class may hold any words."""
    (answer,) = told("r.csv", "id,a,b,note\nx,0.5,,so\n", ("a", "b"))
    (line,) = told("r.jsonl", '{"id": "x", "probabilities": {"a": 1}, "b": "so"}', ("a", "b"))

    assert dict(answer.numbers) == {"a": 0.5}
    assert (line.probabilities, dict(line.numbers)) == ({"a": 1.0}, {})


def test_a_class_column_of_mlflow_is_read_by_the_same_rule():
    """Tables of another tool are refused for the same cell."""
    table = "inputs,predictions,a,b\nx,a,0.5,?\n"

    said = problems(lambda: told("r.csv", table, ("a", "b"), format="mlflow"))

    assert said == ["r.csv:2: '?' is no finite number for the class 'b'"]


def test_a_class_column_of_parquet_is_read_by_the_same_rule(tmp_path):
    """A column of words is left out of a Parquet run, unless it is called after a class."""
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {"id": ["x", "y"], "a": ["0.5", "n/a"], "b": [0.5, 0.75], "note": ["so", "no"]}
    parquet.write_table(arrow.table(columns), tmp_path / "r.parquet")
    source = FileSource(tmp_path / "r.parquet", "r.parquet", classes=frozenset("ab"))

    said = problems(readers.read_run, source, "multiclass")

    what = "'n/a' is no finite number for the class 'a'"
    assert said == [f"r.parquet:2: {what}"]


def test_a_check_tells_its_run_the_classes(tmp_path):
    """A check, a run beside the config and a comparison of two runs all refuse a probability that is none."""
    (tmp_path / "g.csv").write_text("id,label\nx,a\ny,b\nz,b\n")
    (tmp_path / "r.csv").write_text("id,a,b\nx,0.9,nan\ny,0.2,0.8\nz,0.2,0.8\n")
    config = tmp_path / "c.yaml"
    config.write_text(
        "version: 1\nname: c\ntask: multiclass\ngolden_set: g.csv\nsystem: {predictions: r.csv}\n"
        "metrics: {accuracy: {floor: 0.1}}\n"
    )
    ways = (
        lambda: reading.read(config, base="worktree"),
        lambda: reading.read(config, run=tmp_path / "r.csv", base="worktree"),
        lambda: comparing.compare(config, tmp_path / "r.csv", tmp_path / "r.csv"),
    )

    for way in ways:
        (said,) = problems(way)
        assert said.endswith("r.csv:2: 'nan' is no finite number for the class 'b'")
