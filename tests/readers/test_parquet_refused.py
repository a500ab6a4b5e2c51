"""Parquet that is refused: each problem with its row, and what else could be done."""

import builtins

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import readers
from gate.errors import QuestionError
from gate.source import FileSource
from tests.readers.parquet_files import long_form, problems, written


def test_ids_with_a_point_are_refused(folder):
    """A data frame that made 7.0 of 7 has lost the ids, and the column is named."""
    (problem,) = problems(
        written(folder, {"qid": [7.0, 8.0], "label": ["a", "b"]}), "classification", readers.read_golden
    )[:1]
    assert problem.startswith("t.parquet: the column 'qid' holds numbers with a point (double)")


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"qid": ["a", None], "doc_id": ["d", "e"], "score": [1, 2]}, "t.parquet:2: an id is empty"),
        ({"qid": ["a", ""], "doc_id": ["d", "e"], "score": [1, 2]}, "t.parquet:2: an id is empty"),
        (
            {"qid": ["a", "b"], "doc_id": ["d", "e"], "score": [1, None]},
            "t.parquet:2: the score '' is not a number",
        ),
        ({"qid": ["a"], "doc_id": ["d"], "score": ["x"]}, "t.parquet:1: the score 'x' is not a number"),
        ({"qid": ["a"], "document": ["d"]}, "t.parquet: no 'score'"),
        (
            {"qid": ["a"], "id": ["a"], "doc_id": ["d"], "score": [1]},
            "t.parquet: 'id' and 'qid' could each be the id",
        ),
        ({"qid": ["a"], "ranked": [["d", None]]}, "t.parquet:1: an id is text or a whole number, not None"),
        (
            {
                "qid": pa.array([], pa.string()),
                "doc_id": pa.array([], pa.string()),
                "score": pa.array([], pa.float64()),
            },
            "no answers",
        ),
    ],
)
def test_a_malformed_table_is_refused(folder, columns, sentence):
    """Every problem has its row, or the file where it concerns a column."""
    assert sentence in problems(written(folder, columns))[0]


@pytest.mark.parametrize(
    ("columns", "task", "read", "name"),
    [
        ({"id": ["a", "b"], "relevant": [["d"], None]}, "retrieval", readers.read_golden, "relevant"),
        ({"id": ["a", "b"], "labels": [["x"], None]}, "multilabel", readers.read_golden, "labels"),
        ({"id": ["a", "b"], "ranked": [["d"], None]}, "retrieval", readers.read_run, "ranked"),
        ({"id": ["a", "b"], "predicted": [["x"], None]}, "multilabel", readers.read_run, "predicted"),
    ],
)
def test_an_empty_cell_is_called_one(folder, columns, task, read, name):
    """The column is there, so what is missing is not its name."""
    (problem,) = problems(written(folder, columns), task, read)

    assert problem.startswith(f"t.parquet:2: {name!r} is null")


def test_the_answer_of_a_row_may_stand_in_either_of_two_columns(folder):
    """Where two columns may each be the field, an empty cell of one leaves the other."""
    columns = {"id": ["a", "b"], "ranked": [["d"], None], "retrieved": [None, ["e"]]}

    run = readers.read_run(written(folder, columns), "retrieval")

    assert [list(answer.ranking.documents) for answer in run.answers.values()] == [["d"], ["e"]]


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_wounded_files_give_a_value_or_problems(folder, data):
    """Bytes cut, changed or repeated never end in a traceback."""
    source = written(folder, long_form({"a": {"d": 1.0, "e": 2.0}, "b": {"d": 0.5}}))
    content = bytearray(source.path.read_bytes())
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    source.path.write_bytes(content)
    for read in (readers.read_run, readers.read_golden):
        found = []
        try:
            list(read(source, "retrieval"))
        except QuestionError as error:
            found = error.problems
        assert all(problem.what for problem in found)


def test_a_parquet_file_under_another_name_is_told(folder):
    """Other readers say what it is, instead of decoding it; text is no Parquet, and JSON Lines are named."""
    source = written(folder, {"id": ["a"], "ranked": [["d"]]}, "r.jsonl")
    assert "this is a Parquet file, not jsonl" in problems(source)[0]
    told = {}
    for text in ("id,ranked", '{"id": "a"}'):
        (folder / "text.parquet").write_text(text)
        told[text] = problems(FileSource(folder / "text.parquet", "text.parquet"))[0]
    assert "not a Parquet file that can be read" in told["id,ranked"]
    assert "this looks like JSON Lines, which its suffix does not say" in told['{"id": "a"}']


def test_without_pyarrow_the_way_out_is_named(folder, monkeypatch):
    """The extra is named, and what else can be done."""
    source = written(folder, {"id": ["a"], "ranked": [["d"]]})
    load = builtins.__import__

    def without(name, *rest):
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return load(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    (problem,) = problems(source)
    assert "reading Parquet needs pyarrow" in problem
    assert "pip install 'mergegate[parquet]'" in problem


def test_a_missing_column_is_told_with_all_that_are_there(folder):
    """Columns of lists and of text are named as well, and the nearest of them is offered."""
    table = {"qid": ["a"], "ranked_ids": [["d1"]], "tag": ["x"], "rank": [1]}
    (told,) = problems(written(folder, table))[:1]
    assert "there is 'qid', 'ranked_ids', 'tag', 'rank'" in told
    (told,) = problems(
        written(folder, {"ids": [["a"]], "label": ["x"]}), "classification", readers.read_golden
    )
    assert "there is 'ids', 'label'" in told


@pytest.mark.parametrize("cost", [[-1.0, 1.0], ["1 EUR", "2"]])
def test_costs_of_a_plain_run_are_numbers_from_0(refused, cost):
    """What reads whole columns at once has no other rules than what reads rows."""
    rows = pa.table({"query_id": ["q", "r"], "doc_id": ["d", "e"], "score": [1.0, 0.5], "cost": cost})
    out = pa.BufferOutputStream()
    pq.write_table(rows, out)
    (problem,) = refused("run", "r.parquet", out.getvalue().to_pybytes())
    assert "the cost" in problem


@pytest.mark.parametrize(
    "columns",
    [
        {"id": ["q"], "ranked": [[{"id": "a", "score": 1.0}, {"id": "b", "score": float("nan")}]]},
        {"query_id": ["q"], "doc_id": ["a"], "score": [float("nan")]},
    ],
)
def test_a_score_of_nan_is_called_by_its_name(refused, columns):
    """The message says NaN; it is not left out, as an empty cell of a data frame is."""
    out = pa.BufferOutputStream()
    pq.write_table(pa.table(columns), out)
    (problem,) = refused("run", "r.parquet", out.getvalue().to_pybytes())
    assert problem.startswith("r.parquet:1: the score 'NaN' is not a number")
