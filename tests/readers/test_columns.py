"""Reading a TREC run by column gives what reading it line by line gives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.packed import PackedIds, fold
from gate.readers import columns, trec
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
@given(runs(), st.sampled_from([1, 40, 200, 1 << 20]))
def test_columns_equal_lines(run, chunk):
    """Both ways give the same documents and the very same floats, whatever the chunk size."""
    queries, data = run
    before, columns.CHUNK = columns.CHUNK, chunk
    try:
        found = columns.read(data)
    finally:
        columns.CHUNK = before
    assert found is not None
    assert list(found) == list(queries)
    for query, documents in queries.items():
        assert found[query] == Ranking(list(documents), [float(value) for value in documents.values()])
    by_line = trec._lists(data, Findings("run"))
    assert {query: Ranking(*listed) for query, listed in by_line.items()} == found


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
    assert columns.read(text.encode()) is None


def test_a_repeated_document_is_left_to_the_draft():
    """Where two ids of one list look alike, the list comes back as it stands."""
    found = columns.read(b"q1 Q0 a 1 2 s\nq1 Q0 a 2 1 s\nq2 Q0 a 1 1 s\n")
    assert found["q1"] == (["a", "a"], [2.0, 1.0])
    assert isinstance(found["q2"], Ranking)


@settings(max_examples=100, deadline=None)
@given(st.lists(ids, min_size=1, max_size=30, unique=True), st.lists(ids, max_size=10))
def test_packed_ids_are_a_list_of_texts(documents, others):
    """Length, items, slices, iteration and look-up agree with a plain list."""
    text = " ".join(documents).encode()
    ends = np.cumsum([len(d.encode()) + 1 for d in documents]) - 1
    starts = np.concatenate(([0], ends[:-1] + 1))
    table = np.array([d.encode() for d in documents], dtype="S48").view("<u8").reshape(-1, 6)
    packed = PackedIds(text, 0, (starts.astype("i4"), ends.astype("i4")), fold(list(table.T)))
    assert list(packed) == documents
    assert len(packed) == len(documents)
    assert packed[0] == documents[0]
    assert packed[-1] == documents[-1]
    assert packed[1:3] == documents[1:3]
    wanted = [*documents[::2], *others, documents[0] + "\0", "x" * 100]
    assert packed.places(wanted).tolist() == [documents.index(d) if d in documents else -1 for d in wanted]


def test_a_hash_only_suggests():
    """Ids whose hashes collide with a listed one are not taken for it: the bytes decide."""
    text, span = b"abc", (np.array([0], "i4"), np.array([3], "i4"))
    hashes = fold([np.array([int.from_bytes(b"xyz", "little")], dtype=np.uint64)])
    assert PackedIds(text, 0, span, hashes).places(["xyz"]).tolist() == [-1]
