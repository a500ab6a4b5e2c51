"""Golden sets with references and runs of texts: what each file may say, and what is refused."""

import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gate import readers
from gate.curation.lines import golden_lines
from gate.errors import QuestionError
from gate.source import FileSource
from gate.stores.answers import encode


def golden(name, data, **fields):
    """Read a golden set from its text or bytes."""
    data = data if isinstance(data, bytes) else data.encode()
    return readers.parse_golden(data, FileSource(Path(name), name, fields=fields), "generation")


def run(name, data, form=None, **fields):
    """Read a run from its text or bytes."""
    data = data if isinstance(data, bytes) else data.encode()
    return readers.parse_run(data, FileSource(Path(name), name, form, fields=fields), "generation")


def problems(read, *arguments, **fields):
    """Return what is said of a file that cannot be read."""
    with pytest.raises(QuestionError) as caught:
        read(*arguments, **fields)
    return [f"{problem.where}: {problem.what}" for problem in caught.value.problems]


def parquet(**columns):
    """Return the bytes of a Parquet file."""
    stream = io.BytesIO()
    pq.write_table(pa.table(columns), stream)
    return stream.getvalue()


SAME = [
    pytest.param(
        "g.jsonl",
        '{"id": "a", "query": "?", "reference": "one, \\"1\\"", "weight": 2, "slices": {"topic": "t"}}\r\n'
        '{"id": "b", "reference": ["two", "2"]}\r\n',
        id="jsonl",
    ),
    pytest.param(
        "g.jsonl",
        '\ufeff{"id": "a", "query": "?", "references": ["one, \\"1\\""], "weight": 2, '
        '"slices": {"topic": "t"}}\n'
        '{"id": "b", "references": ["two", "2"]}\n',
        id="jsonl-lists",
    ),
    pytest.param(
        "g.csv",
        'id,references,query,weight,topic\r\na,"[""one, \\""1\\""""]",?,2,t\r\nb,"[""two"", ""2""]",,,\r\n',
        id="csv",
    ),
    pytest.param(
        "g.tsv",
        'id\treferences\tquery\tweight\ttopic\na\t["one, \\"1\\""]\t?\t2\tt\nb\t["two","2"]\t\t\t\n',
        id="tsv",
    ),
]


@pytest.mark.parametrize(("name", "text"), SAME)
def test_every_format_says_the_same(name, text):
    """Two items, one with two references, are equal whatever file they stand in; so is their fingerprint."""
    found = golden(name, text)

    first, second = found
    assert first.references == ('one, "1"',)
    assert (first.query, first.weight, dict(first.slices)) == ("?", 2, {"topic": "t"})
    assert second.references == ("two", "2")
    assert found.fingerprint == golden(*SAME[0].values).fingerprint
    assert golden("again.jsonl", golden_lines(found)).digests == found.digests


def test_lists_in_parquet():
    """A column of lists has several references an item, a column of texts one."""
    several = parquet(id=["a", "b"], references=[["x"], ["y", "z"]])
    one = parquet(id=["a", "b"], reference=["x", "[1]"], topic=["t", "u"])

    assert [item.references for item in golden("g.parquet", several)] == [("x",), ("y", "z")]
    assert [item.references for item in golden("g.parquet", one)] == [("x",), ("[1]",)]
    assert golden("g.parquet", one).items["a"].slices == {"topic": "t"}


def test_another_reference_is_another_golden_set():
    """A changed word, or one reference more, changes the digest of its item and of no other."""
    texts = ['{"id": "a", "reference": "%s"}\n{"id": "b", "reference": "z"}', "x", "y"]
    one, other = (golden("g.jsonl", texts[0] % word) for word in texts[1:])
    assert one.digests["a"] != other.digests["a"]
    assert one.digests["b"] == other.digests["b"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (
            "r.jsonl",
            '{"id": "a", "text": "line\\nline \\u2028 x", "latency_ms": 3}\n{"id": "b", "text": ""}\n',
        ),
        ("r.csv", 'id,text,latency_ms\na,"line\nline \u2028 x",3\nb,,\n'),
        ("r.parquet", parquet(id=["a", "b"], text=["line\nline \u2028 x", ""], latency_ms=[3, None])),
    ],
)
def test_texts_keep_their_lines(name, data):
    """Line ends are part of a text, an empty one is an answer, and numbers stay beside it."""
    first, second = run(name, data)
    assert (first.text, first.numbers) == ("line\nline \u2028 x", {"latency_ms": 3})
    assert (second.text, second.error) == ("", None)


@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_a_text_may_be_long(suffix):
    """A cell holds what a line of JSON does, a book as well."""
    book, mark = "word " * 40_000, "," if suffix == "csv" else "\t"
    data = f"id{mark}text\na{mark}{book}\n".encode()

    run = readers.parse_run(data, FileSource(Path(f"r.{suffix}"), f"r.{suffix}"), "generation")

    assert run.answers["a"].text == book


def test_errors_are_no_texts():
    """An answer that says `error` has none; so it is in a table."""
    assert [(a.text, a.error) for a in run("r.jsonl", '{"id": "a", "error": "down", "text": "x"}')] == [
        (None, "down")
    ]
    assert [(a.text, a.error) for a in run("r.csv", "id,text,error\na,,down\nb,x,\n")] == [
        (None, "down"),
        ("x", None),
    ]


def test_what_is_stored_reads_back():
    """Equal answers are equal bytes, and reading them gives the same texts."""
    found = run("r.jsonl", '{"id": "b", "text": "\\u0001 é ✓"}\n{"id": "a", "text": "two\\nlines"}\n')
    stored = encode(found)
    assert [json.loads(line)["id"] for line in stored.splitlines()] == ["a", "b"]
    assert {a.id: a.text for a in run("again.jsonl", stored)} == {a.id: a.text for a in found}


@pytest.mark.parametrize(
    ("read", "name", "text", "said"),
    [
        (golden, "g.jsonl", '{"id": "a"}', "g.jsonl:1: no 'reference' (or references); there is 'id'"),
        (
            golden,
            "g.jsonl",
            '{"id": "a", "reference": []}',
            "g.jsonl:1: an empty list of references: give at least one text that is right",
        ),
        (
            golden,
            "g.jsonl",
            '{"id": "a", "reference": {"text": "x"}}',
            "g.jsonl:1: a reference is text, not {'text': 'x'}",
        ),
        (
            golden,
            "g.jsonl",
            '{"id": "a", "reference": "x", "references": ["x"]}',
            "g.jsonl:1: 'reference' and 'references' say the same",
        ),
        (
            golden,
            "g.csv",
            "id,references\na,plain words\n",
            'g.csv:2: a cell of "references" is a JSON list, ["…", "…"], not \'plain words\'',
        ),
        (
            golden,
            "g.csv",
            "id,reference,references\na,x,[]\n",
            "g.csv:1: 'reference' and 'references' say the same",
        ),
        (run, "r.jsonl", '{"id": "a", "answer": "x"}', "r.jsonl:1: no 'text'; there is 'id', 'answer'"),
        (run, "r.jsonl", '{"id": "a", "text": ["x"]}', "r.jsonl:1: the answer is text, not ['x']"),
        (run, "r.csv", "id,answer\na,x\n", "r.csv:1: no 'text'; there is 'id', 'answer'"),
        (
            run,
            "r.trec",
            "q Q0 d 1 0.5 tag\n",
            "r.trec: the format trec holds rankings, and the task is generation",
        ),
    ],
)
def test_what_is_wrong_is_said(read, name, text, said):
    """File, line, what is there, for every mistake."""
    assert problems(read, name, text) == [said]


def test_other_names_are_mapped():
    """`fields` says what a file calls ours."""
    assert next(iter(run("r.jsonl", '{"id": 1, "answer": "x"}', text="answer"))).text == "x"
    found = golden("g.csv", "id,ground_truth\na,x\n", reference="ground_truth")
    assert found.items["a"].references == ("x",)
    assert not found.items["a"].slices


@pytest.mark.parametrize(
    ("form", "items", "answers"),
    [
        ("ragas", {"user_input": "q", "reference": "right"}, {"user_input": "q", "response": "said"}),
        ("deepeval", {"input": "q", "expected_output": "right"}, {"input": "q", "actual_output": "said"}),
        (
            "langsmith",
            {"id": "1", "inputs": {"question": "q"}, "outputs": {"answer": "right"}},
            {"reference_example_id": "1", "inputs": {"question": "q"}, "outputs": {"answer": "said"}},
        ),
        (
            "mlflow",
            {"inputs": {"question": "q"}, "expectations": {"expected_response": "right"}},
            {"inputs": {"question": "q"}, "outputs": "said"},
        ),
    ],
)
def test_files_of_other_tools(form, items, answers):
    """Reference and answer are found where each tool keeps them, and come together by id."""
    source = FileSource(Path("x.jsonl"), "x.jsonl", form)
    right = readers.parse_golden(json.dumps(items).encode(), source, "generation")
    said = readers.parse_run(json.dumps(answers).encode(), source, "generation")
    assert list(right.items) == list(said.answers)
    assert [item.references for item in right] == [("right",)]
    assert [answer.text for answer in said] == ["said"]
