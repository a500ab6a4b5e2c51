"""Reading a TREC run by column gives what reading it line by line gives."""

import io
import itertools
import os
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.packed import PAD, Packed, Shelf
from gate.placing import packed_places
from gate.readers import columns, stretches, trec
from gate.readers.findings import Findings
from gate.run import Ranking

ids = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1, max_size=12).filter(
    lambda text: not text.startswith("#") and text.split() == [text]
)
numbers = (
    st.integers(-(10**17), 10**17).map(str)
    | st.floats(allow_nan=False).map(repr)
    | st.floats(-1e6, 1e6).map(lambda x: f"{x:.6f}")
    | st.sampled_from(
        ["1", "1.0", "0.5", "-0.0", "+1", ".5", "5.", "1e5", "inf", "-inf", "12345678.12345678"]
    )
)


@st.composite
def runs(draw):
    """Draw a regular run: queries with their documents, each once, and scores as text."""
    style = draw(st.sampled_from(["any", "fixed"]))
    score = numbers if style == "any" else st.floats(-1e5, 1e5).map(lambda x: f"{x:.4f}")
    queries = draw(
        st.dictionaries(ids, st.dictionaries(ids, score, min_size=1, max_size=6), min_size=1, max_size=5)
    )
    gap = draw(st.sampled_from([" ", "\t"]))
    lines = [
        gap.join((query, "Q0", document, "1", value, "tag"))
        for query, documents in queries.items()
        for document, value in documents.items()
    ]
    return queries, ("\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n"]))).encode()


@settings(max_examples=200, deadline=None)
@given(runs(), st.sampled_from([1, 40, 200, 1 << 20]), st.sampled_from([1, 2, 4]))
def test_columns_equal_lines(run, size, cores):
    """Both ways give the same documents and the very same floats, for any size of stretches and any cores."""
    queries, data = run
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stretches, "SIZE", size)
        patched.setattr(stretches, "cores", lambda: cores)
        found = columns.read(io.BytesIO(data))
    assert found is not None
    assert list(found) == list(queries)
    for query, documents in queries.items():
        assert found[query] == Ranking(list(documents), [float(value) for value in documents.values()])
    by_line = trec._lists(data, Findings("run"))
    assert {query: Ranking(*listed) for query, listed in by_line.items()} == found


def long_run():
    """Return a run of many stretches, whose scores are tied in places."""
    lines = [f"q{q} Q0 d{d * 7919 % 1000} {d} {d % 60 / 7:.5f} t\n" for q in range(60) for d in range(100)]
    return "".join(lines).encode()


@pytest.mark.parametrize("cores", [2, 3, 4])
def test_what_is_read_does_not_depend_on_who_is_finished_first(monkeypatch, cores):
    """Stretches that take turns in being slow come in the order of the file, from buffers used again."""
    monkeypatch.setattr(stretches, "SIZE", 4000)
    monkeypatch.setattr(stretches, "cores", lambda: 1)
    expected = columns.read(io.BytesIO(long_run()))
    monkeypatch.setattr(stretches, "cores", lambda: cores)
    working, look = set(), columns._lists
    calls, both = itertools.count(), threading.Barrier(2, timeout=60)

    def slow(stretch):
        working.add(threading.get_ident())
        if next(calls) < 2:  # the first two stretches, however late a thread starts
            both.wait()
        time.sleep(0.01 if int(stretch.text[PAD + 1 : PAD + 2]) % 2 else 0)
        return look(stretch)

    monkeypatch.setattr(columns, "_lists", slow)
    found = columns.read(io.BytesIO(long_run()))
    assert list(found) == list(expected)
    for query, ranking in expected.items():
        assert found[query].documents[:] == ranking.documents[:]
        assert found[query].scores.tobytes() == ranking.scores.tobytes()
    assert len(working) > 1


@pytest.mark.parametrize("cores", [1, 2, 4])
def test_an_odd_line_in_any_stretch_declines(monkeypatch, cores):
    """One line is odd, in the middle or last, or a query comes back: nothing is read, no thread is left."""
    monkeypatch.setattr(stretches, "SIZE", 4000)
    monkeypatch.setattr(stretches, "cores", lambda: cores)
    data, before = long_run(), set(threading.enumerate())
    again = data[: data.index(b"\n") + 1]
    for odd in (data.replace(b"q31 Q0", b"q31  Q0", 1), data + b"q60 Q0 d1 1 nan t\n", data + again):
        assert columns.read(io.BytesIO(odd)) is None
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize(
    ("load", "mine", "all_", "expected"),
    [(0.1, 2, 2, 2), (1.2, 2, 2, 2), (2.4, 2, 2, 1), (30.0, 2, 2, 1), (30.0, 8, 64, 4), (0.0, 1, 64, 1)],
)
def test_threads_are_as_many_as_cores_are_idle(monkeypatch, load, mine, all_, expected):
    """One a core that may be used, at most four, and one alone where other programs keep the machine busy."""
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(mine)), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: all_)
    assert stretches.cores() == expected


@pytest.mark.parametrize(
    "text",
    [
        "q1 Q0 d1 1 0.9 s\n\nq1 Q0 d2 2 0.8 s\n",
        "# made by hand\nq1 Q0 d1 1 0.9 s\n",
        "q1  Q0 d1 1 0.9 s\n",
        " q1 Q0 d1 1 0.9 s\n",
        "q1 Q0 d1 1 nan s\n",
        "q1 Q0 d1 1 1_0 s\n",
        "q1 Q0 d1 1 1,5 s\n",
        "q1 Q0 d1 1 1.2.3 s\nq1 Q0 d2 1 1.2.3 s\n",
        "q1 Q0 d1 1 - s\n",
        "q1 Q0 d1 1 . s\n",
        "q1 Q0 d1 1 n/a s\n",
        "q1 Q0 d1 0.9 s\n",
        "q1 Q0 d1 1 0.9\nq1 Q0 d2 1 0.9 s x\n",
        "q1 Q0 d1 1 2 s\nq2 Q0 d1 1 2 s\nq1 Q0 d2 1 2 s\n",
        "q1 Q0 d\x0bd 1 2 s\n",
        "q1 Q0 d\x00 1 2 s\n",
        f"q1 Q0 {'d' * 70} 1 2 s\n",
    ],
)
def test_whatever_is_odd_is_declined(text):
    """A file that is not exactly regular is left to the reader that can name lines."""
    assert columns.read(io.BytesIO(text.encode())) is None


def test_a_repeated_document_is_left_to_the_draft():
    """Where two ids of one list look alike, the list comes back as it stands."""
    found = columns.read(io.BytesIO(b"q1 Q0 a 1 2 s\nq1 Q0 a 2 1 s\nq2 Q0 a 1 1 s\n"))
    assert found["q1"] == (["a", "a"], [2.0, 1.0])
    assert isinstance(found["q2"], Ranking)


def packed(*lists):
    """Pack lists of ids with scores 0, 1, … as a reader does."""
    documents = [d for some in lists for d in some]
    table = np.array([d.encode() for d in documents], dtype="S48").view("<u8").reshape(-1, 6)
    scores = np.arange(len(documents), dtype=np.float64)
    return Packed(table.T, scores, np.cumsum([0, *map(len, lists)]), Shelf())


listed = st.lists(ids, min_size=1, max_size=30, unique=True)


@settings(max_examples=100, deadline=None)
@given(listed)
def test_packed_ids_are_a_list_of_texts(documents):
    """Length, items, slices and iteration agree with a plain list."""
    found = packed(documents).ids(0)
    assert list(found) == documents
    assert len(found) == len(documents)
    assert found[0] == documents[0]
    assert found[-1] == documents[-1]
    assert found[1:3] == documents[1:3]
    assert found[::-2] == documents[::-2]
    with pytest.raises(IndexError):
        found[len(documents)]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(listed, min_size=1, max_size=5), st.lists(ids, max_size=10), st.randoms(use_true_random=False)
)
def test_look_up_stays_inside_a_list(lists, others, random):
    """Each list is asked for ids of all lists and for strangers, in any order; only its own are found."""
    pack = packed(*lists)
    assert not pack.alike
    asked = [
        [d for some in lists for d in some[::2]]
        + [*others, lists[0][0] + "\0", lists[0][0] + "\n", "x" * 100]
        for _ in lists
    ]
    order = list(range(len(lists)))
    random.shuffle(order)
    found = packed_places([pack.ids(i) for i in order], [asked[i] for i in order]).score
    scores = [dict(zip(some, pack.scores_of(i), strict=True)) for i, some in enumerate(lists)]
    expected = [scores[i].get(d, np.nan) for i in order for d in asked[i]]
    np.testing.assert_array_equal(found, expected)


def test_lists_that_cannot_be_searched_are_told():
    """The same id twice in one list is noticed; the same id in two lists is nothing special."""
    assert packed(["a", "b"], ["b", "a", "b"], ["a"]).alike == {1}


def test_a_hash_only_suggests(monkeypatch):
    """Ids whose hashes collide with a listed one are not taken for it: the bytes decide."""
    monkeypatch.setattr("gate.packed.fold", lambda table: np.zeros(len(table), dtype=np.uint64))
    monkeypatch.setattr("gate.placing.fold", lambda table: np.zeros(len(table), dtype=np.uint64))
    pack = packed(["abc"])
    assert np.isnan(packed_places([pack.ids(0)], [["xyz", "abcd" * 3]]).score).all()
    assert packed_places([pack.ids(0)], [["abc"]]).score.tolist() == [0.0]


def test_arrays_on_a_shelf_stand_apart():
    """What is written to one keeps clear of the others, also when a block is full or too small."""
    shelf = Shelf()
    shelf.BLOCK = 64
    shapes = [(1, 0), (1, 3), (1, 5), (2, 3), (1, 20), (4, 1), (2, 2)]
    kept = [shelf.room(*shape) for shape in shapes]
    for value, array in enumerate(kept):
        array[:] = value
    assert [array.shape for array in kept] == shapes
    assert all((array == value).all() for value, array in enumerate(kept))
