"""Windows of records: what is read, and what is wrong with a file."""

import json

import numpy as np
import pytest

from gate.errors import QuestionError
from gate.readers import vectors, windows
from gate.readers.windows import Wanted
from gate.source import FileSource


def source(path):
    """Return a file as a config names it."""
    return FileSource(path, path.name)


def written(folder, name, text):
    """Write a file and return it as a source."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return source(path)


WANTED = {
    "plan": Wanted("plan", "category"),
    "price": Wanted("price", "number"),
    "query": Wanted("query", "text"),
    "clicked": Wanted("clicked", "flag"),
    "down": Wanted("thumb", "flag", "down"),
}
CSV = "plan,price,query,clicked,thumb\nA,1.5,two words,1,up\n007,2,,0,down\nA,-3,one,yes,\n"


@pytest.mark.parametrize("form", ["csv", "crlf", "jsonl", "json", "gz"])
def test_columns_mean_what_was_asked(tmp_path, form):
    """Every format gives the same values; empty cells and absent keys are missing."""
    import gzip

    rows = [
        {"plan": "A", "price": 1.5, "query": "two words", "clicked": True, "thumb": "up"},
        {"plan": "007", "price": 2, "query": None, "clicked": False, "thumb": "down"},
        {"plan": "A", "price": -3, "query": "one", "clicked": 1},
    ]
    texts = {
        "csv": ("w.csv", CSV),
        "crlf": ("w.csv", "\ufeff" + CSV.replace("\n", "\r\n")),
        "jsonl": ("w.jsonl", "".join(json.dumps(row) + "\n" for row in rows)),
        "json": ("w.json", json.dumps(rows)),
        "gz": ("w.csv.gz", gzip.compress(CSV.encode())),
    }
    found = windows.read(written(tmp_path, *texts[form]), WANTED)
    assert found.records == 3
    assert {name: each.values for name, each in found.columns.items()} == {
        "plan": ("A", "007", "A"),
        "price": (1.5, 2.0, -3.0),
        "query": (2.0, 1.0),
        "clicked": (True, False, True),
        "down": (False, True),
    }
    assert [each.missing for each in found.columns.values()] == [0, 0, 1, 0, 1]


def test_a_row_may_stand_for_many(tmp_path):
    """Counts multiply, also what is missing; rows of 0 are nothing."""
    file = written(tmp_path, "w.csv", "plan,n\nA,60\n,5\nB,0\nC,40\n")
    found = windows.read(file, {"plan": WANTED["plan"]}, count="n")
    column = found.columns["plan"]
    assert (found.records, column.values, column.counts, column.missing) == (105, ("A", "C"), (60, 40), 5)


def test_a_path_reaches_inside(tmp_path):
    """A dotted name follows the objects of a record."""
    file = written(tmp_path, "w.jsonl", '{"slices": {"topic": "x"}}\n{"slices": {}}\n')
    found = windows.read(file, {"t": Wanted("slices.topic", "category")}).columns["t"]
    assert (found.values, found.missing) == (("x",), 1)


@pytest.mark.parametrize(
    ("name", "text", "wanted", "told"),
    [
        ("w.csv", "plan,price\nA,1\nB,cheap\n", "price", "w.csv:3: the price 'cheap' is not a number"),
        ("w.csv", "plan,price\nA,1\nB,nan\n", "price", "w.csv:3: the price 'nan' is not a number"),
        ("w.jsonl", '{"price": 1}\n\n{"price": 1e999}\n', "price", "w.jsonl:3: "),
        ("w.jsonl", '{"clicked": "maybe"}\n', "clicked", "w.jsonl:1: 'maybe' is neither true nor false"),
        ("w.csv", "plann\nA\n", "plan", "no value of 'plan' in any record, did you mean 'plann'?"),
        ("w.csv", "plan\n", "plan", "it holds no records"),
        ("w.jsonl", "[1, 2\n", "plan", "w.jsonl:1: not JSON"),
        ("w.jsonl", '{"plan": {"a": 1}}\n', "plan", "w.jsonl:1: "),
    ],
)
def test_problems_have_a_place(tmp_path, name, text, wanted, told):
    """Each mistake is told with file and line, and the value is quoted."""
    with pytest.raises(QuestionError) as error:
        windows.read(written(tmp_path, name, text), {wanted: WANTED[wanted]})
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("w.csv", "plan,price,query\nA,,\nB, ,\n"),
        ("w.jsonl", '{"plan": "A", "price": null, "query": null}\n{"plan": "B", "price": null}\n'),
    ],
)
def test_a_field_without_any_value_is_missing_everywhere(tmp_path, name, text):
    """A column that is there and empty is no mistake of the file: all of it is missing."""
    asked = {each: WANTED[each] for each in ("plan", "price", "query")}

    found = windows.read(written(tmp_path, name, text), asked)

    assert [(found.columns[each].values, found.columns[each].missing) for each in ("price", "query")] == [
        ((), 2),
        ((), 2),
    ]


def test_a_parquet_column_without_any_value_is_missing_everywhere(tmp_path):
    """So is a column of a Parquet file, whose rows do not say that they lack it."""
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {"plan": ["A", "B"], "price": arrow.array([None, None], arrow.float64())}
    parquet.write_table(arrow.table(columns), tmp_path / "w.parquet")

    found = windows.read(source(tmp_path / "w.parquet"), {"price": WANTED["price"]})

    assert (found.columns["price"].values, found.columns["price"].missing) == ((), 2)


def test_a_key_inside_may_be_empty(tmp_path):
    """The key of an object counts as there, whatever stands above it."""
    file = written(tmp_path, "w.jsonl", '{"user": {"plan": null}}\n{"user": null}\n')

    found = windows.read(file, {"plan": Wanted("user.plan", "category")})

    assert found.columns["plan"].missing == 2


def test_a_name_is_never_suggested_for_itself(tmp_path):
    """A proxy of which nothing is known is an error, and its own name is no way out."""
    file = written(tmp_path, "w.jsonl", '{"clicked": null}\n')
    with pytest.raises(QuestionError) as error:
        windows.read(file, {"clicked": WANTED["clicked"]})
    assert "no value of 'clicked' in any record" in str(error.value)
    assert "did you mean" not in str(error.value)


def test_the_length_of_a_text_in_scripts_without_blanks(tmp_path):
    """A question ten times as long is ten times as long in Chinese, too."""
    texts = ("怎么付款", "怎么付款" * 10, "how do I pay", "ฉันจ่าย", "我用 PayPal 付款吗")
    file = written(tmp_path, "w.jsonl", "".join(json.dumps({"query": text}) + "\n" for text in texts))

    found = windows.read(file, {"query": WANTED["query"]})

    assert found.columns["query"].values == (4, 40, 4, 7, 6)


def test_all_problems_at_once(tmp_path):
    """Two bad cells, a missing column and a bad count are told together."""
    file = written(tmp_path, "w.csv", "price,n\nx,1\ny,1.5\n")
    with pytest.raises(QuestionError) as error:
        windows.read(file, {"price": WANTED["price"], "plan": WANTED["plan"]}, count="n")
    assert len(error.value.problems) == 4


def test_vectors_of_a_field(tmp_path):
    """A list of numbers is a vector; one of another length is a problem with its line."""
    wanted = {"e": Wanted("e", "vector")}
    good = written(tmp_path, "w.jsonl", '{"e": [1, 2]}\n{"e": [3, 4.5]}\n')
    assert windows.read(good, wanted).columns["e"].values == ((1.0, 2.0), (3.0, 4.5))
    bad = written(tmp_path, "w.jsonl", '{"e": [1, 2]}\n{"e": [3]}\n{"e": "4"}\n{"e": [1, "x"]}\n')
    with pytest.raises(QuestionError) as error:
        windows.read(bad, wanted)
    assert [problem.where for problem in error.value.problems] == ["w.jsonl:2", "w.jsonl:3", "w.jsonl:4"]


def test_vectors_of_an_array_file(tmp_path):
    """Any kind of number is read as it is."""
    for kind in (np.float32, np.float64, np.int16):
        np.save(tmp_path / "v.npy", np.arange(6, dtype=kind).reshape(3, 2))
        assert vectors.read(source(tmp_path / "v.npy")).tolist() == [[0, 1], [2, 3], [4, 5]]


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda p: np.save(p, np.arange(3.0)), "an array of 3"),
        (lambda p: np.save(p, np.array([["a", "b"]])), "not vectors"),
        (lambda p: np.save(p, np.array([[1, None]], dtype=object), allow_pickle=True), "Python objects"),
        (lambda p: np.save(p, np.array([[1.0], [np.nan], [np.inf]])), "row 2 holds a number that is not fin"),
        (lambda p: np.save(p, np.empty((0, 4))), "not vectors"),
        (lambda p: p.write_bytes(b"\x93NUMPY"), "cannot be read as an array"),
        (lambda p: None, "there is no such array"),
    ],
)
def test_what_is_no_array_of_vectors(tmp_path, made, told):
    """Shapes, kinds and broken files are refused in a sentence; no pickle is ever run."""
    path = tmp_path / "v.npy"
    made(path)
    with pytest.raises(QuestionError, match=r"v\.npy") as error:
        vectors.read(source(path))
    assert told in str(error.value)
