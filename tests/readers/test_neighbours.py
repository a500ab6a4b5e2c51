"""Arrays of nearest neighbours: every layout, every way of being wrong, and how long a large one takes."""

import gzip
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate import readers
from gate.errors import QuestionError
from gate.metrics import find
from gate.samples.ranked import RankedSample
from gate.source import FileSource

ROWS = [[7, 3, 11], [0, 5, -1]]
KINDS = {"ivecs": "<i4", "fvecs": "<f4", "bvecs": "u1"}


def vecs(rows, form="ivecs"):
    """Return rows in the layout of TEXMEX."""
    return b"".join(np.int32(len(row)).tobytes() + np.array(row, KINDS[form]).tobytes() for row in rows)


def write(folder, name, content):
    """Write a file, and return it as a source."""
    path = folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        np.save(path, content)
    return FileSource(path, name)


def wrong(source, read=readers.read_golden):
    """Return what is wrong with a file, and the way out."""
    with pytest.raises(QuestionError) as caught:
        read(source, "retrieval")
    (problem,) = caught.value.problems
    assert problem.where.startswith(source.shown)
    return problem.what, problem.fix


@pytest.mark.parametrize("name", ["x.ivecs", "x.fvecs", "x.npy", "x.ivecs.gz", "x.npy.gz"])
def test_all_layouts_say_the_same(tmp_path, name):
    """Queries are rows, counted from 0; the nearest neighbour has the highest grade, and -1 is nobody."""
    form = name.split(".")[1]
    plain = write(tmp_path, f"plain.{form}", np.array(ROWS) if form == "npy" else vecs(ROWS, form))
    content = plain.path.read_bytes()
    source = write(tmp_path, name, gzip.compress(content) if name.endswith(".gz") else content)

    users, run = readers.read_golden(source, "retrieval"), readers.read_run(source, "retrieval")

    assert {i: dict(item.relevant) for i, item in users.items.items()} == {
        "0": {"7": 3, "3": 2, "11": 1},
        "1": {"0": 2, "5": 1},
    }
    assert {i: answer.ranking.ordered() for i, answer in run.answers.items()} == {
        "0": ["7", "3", "11"],
        "1": ["0", "5"],
    }


def test_bytes_are_ids_below_256(tmp_path):
    """The layout of single bytes is read as well, and knows no -1."""
    source = write(tmp_path, "x.bvecs", vecs([[200, 3], [1, 0]], "bvecs"))

    run = readers.read_run(source, "retrieval")

    assert [answer.ranking.ordered() for answer in run] == [["200", "3"], ["1", "0"]]


@given(st.integers(1, 5), st.integers(1, 6), st.data())
def test_what_was_written_is_read(tmp_path_factory, n, k, data):
    """Any ids of 31 bits come back, in their order."""
    ids = st.lists(st.integers(0, 2**31 - 1), min_size=k, max_size=k, unique=True)
    rows = data.draw(st.lists(ids, min_size=n, max_size=n))

    run = readers.parse_run(vecs(rows), FileSource(Path("x.ivecs"), "x.ivecs"), "retrieval")

    assert [run.answers[str(i)].ranking.ordered() for i in range(n)] == [list(map(str, row)) for row in rows]


def test_an_id_that_a_run_repeats_counts_at_its_best_place(tmp_path):
    """As in every other run; a notice says so."""
    run = readers.read_run(write(tmp_path, "x.ivecs", vecs([[7, 3, 7], [1, 2, 3]])), "retrieval")

    assert run.answers["0"].ranking.ordered() == ["7", "3"]
    assert [(notice.code, notice.items) for notice in run.notices] == [("repeated_document", ("0",))]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "0 bytes: no row fits there"),
        (vecs([[1, 2]])[:-3], "9 bytes are 0 rows of 2 numbers, 12 bytes each, and 9 bytes more"),
        (vecs([[1, 2], [3, 4, 5], [6]]), "row 1 says that 3 numbers follow, and row 0 says 2"),
        (vecs([[]]), "row 0 says that 0 numbers follow"),
        (np.array([2, 1, 2], ">i4").tobytes(), "row 0 says that 33554432 numbers follow"),
        (vecs([[1, 2], [3, -2]]), "row 1 holds the id -2"),
        (vecs([[-1, 2], [3, 4]]), "row 0 has an id behind a -1"),
        (vecs([[5, 5], [6, 6]]), "row 0 names a neighbour twice; 2 rows do"),
    ],
    ids=["empty", "cut off", "lengths", "no numbers", "byte order", "negative", "gap", "repeated"],
)
def test_a_file_that_is_wrong_is_refused(tmp_path, content, what):
    """Nothing is guessed: the row is named, with what it holds."""
    told, _ = wrong(write(tmp_path, "x.ivecs", content))

    assert what in told or told.startswith("12 bytes are 0 rows")


def test_distances_are_no_ids(tmp_path):
    """A file of distances or vectors is not taken for one of neighbours."""
    what, fix = wrong(write(tmp_path, "x.fvecs", vecs([[0.0, 0.25]], "fvecs")))

    assert what == "row 0 holds 0.25, which is no id"
    assert "distances" in fix


@pytest.mark.parametrize(
    "content",
    [np.array([[0.5, 1.5]]), np.array([1, 2, 3]), np.zeros((0, 3), int), np.array([["a"]]), b"no array"],
    ids=["floats", "one dimension", "empty", "text", "no array"],
)
def test_an_array_that_holds_no_ids_is_refused(tmp_path, content):
    """Two dimensions of whole numbers are wanted, and nothing in the file is run."""
    what, fix = wrong(write(tmp_path, "x.npy", content))

    assert "not ids" in what or what.endswith("it holds Python objects, or is no .npy file")
    assert fix


def test_a_missing_file_and_a_wrong_task_are_told(tmp_path):
    """As for every other format."""
    what, _ = wrong(FileSource(tmp_path / "no.ivecs", "no.ivecs"), readers.read_run)
    assert what == "there is no such file"
    source = write(tmp_path, "x.ivecs", vecs(ROWS))
    with pytest.raises(QuestionError, match="holds rankings, and the task is multiclass"):
        readers.read_golden(source, "multiclass")


@pytest.mark.parametrize(("k", "recall"), [(1, 1.0), (5, 0.6), (10, 1.0)])
@pytest.mark.parametrize("name", ["capped_recall", "neighbour_recall"])
def test_approximate_against_exact_neighbours(tmp_path, name, k, recall):
    """The worked example: five exact neighbours, ten returned ones."""
    exact = readers.read_golden(write(tmp_path, "gt.ivecs", vecs([[7, 3, 11, 2, 9]])), "retrieval")
    returned = np.array([[7, 3, 42, 2, 88, 9, 11, 5, 6, 1]])
    run = readers.read_run(write(tmp_path, "run.npy", returned), "retrieval")
    sample = RankedSample.build(exact, run, relevant_grade=1)

    assert find(name, "retrieval")(sample, k=k).tolist() == [recall]


def test_neighbour_recall_asks_for_the_nearest_alone(tmp_path):
    """Of a hundred exact neighbours the ten nearest count at 10, and capped recall counts any."""
    exact = readers.read_golden(write(tmp_path, "gt.npy", np.arange(100)[None]), "retrieval")
    run = readers.read_run(write(tmp_path, "run.npy", np.arange(8, 18)[None]), "retrieval")
    sample = RankedSample.build(exact, run, relevant_grade=1)

    assert find("neighbour_recall", "retrieval")(sample, k=10).tolist() == [0.2]
    assert find("capped_recall", "retrieval")(sample, k=10).tolist() == [1.0]


def test_ties_in_grade_are_interchangeable():
    """Two neighbours equally near: either is right, and both together are no more than one place."""
    grades = {"a": 3, "b": 2, "c": 2, "d": 1}
    sample = RankedSample.of(
        (["a", "b"], grades), (["c", "a"], grades), (["b", "c"], grades), (["a"], grades)
    )

    assert find("neighbour_recall", "retrieval")(sample, k=2).tolist() == [1.0, 1.0, 1.0, 0.5]


def test_ten_thousand_lists_of_a_hundred_are_read_in_a_moment(tmp_path):
    """A million ids take a fraction of a second of the processor, as golden set and as run."""
    chance = np.random.default_rng(0)
    ids = chance.permuted(np.tile(np.arange(1000), (10_000, 1)), axis=1)[:, :100] + 123_456
    golden = write(tmp_path, "x.ivecs", np.hstack([np.full((10_000, 1), 100), ids]).astype("<i4").tobytes())
    run = write(tmp_path, "x.npy", ids)

    started = time.process_time()
    exact, found = readers.read_golden(golden, "retrieval"), readers.read_run(run, "retrieval")

    assert time.process_time() - started < 3.0
    assert len(exact) == len(found) == 10_000
