"""Lists of codes are searched like lists of text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate import coded
from gate.coded import Coded, Dictionary
from gate.packed import PAD, fold, pieces
from gate.placing import ranks
from gate.run import Ranking

words = st.text(st.characters(codec="utf-8", exclude_characters="\0\n"), min_size=1, max_size=12)


def table_of(ids):
    """Return ids as rows of words."""
    texts = [i.encode() for i in ids]
    codes = np.frombuffer(b"".join(texts) + bytes(PAD), np.uint8)
    lengths = np.array([len(text) for text in texts])
    return pieces(codes, np.cumsum(lengths) - lengths, lengths)


def packed(lists, ids):
    """Return lists of codes as one pack; each document's score is its place from the end."""
    codes = np.array([ids.index(d) for some in lists for d in some], dtype=np.int32)
    firsts = np.cumsum([0, *map(len, lists)])
    scores = np.concatenate([np.arange(len(some), 0.0, -1.0) for some in lists])
    return Coded(Dictionary(table_of(ids)), codes, scores, firsts)


@st.composite
def filled(draw):
    """Make a dictionary, and lists of its ids, each once."""
    ids = draw(st.lists(words, min_size=1, max_size=12, unique=True))
    lists = draw(st.lists(st.lists(st.sampled_from(ids), min_size=1, unique=True), min_size=1, max_size=5))
    return ids, lists


@given(filled(), st.lists(words, max_size=4))
def test_ranks_are_those_of_plain_lists(made, strangers):
    """Whatever is looked up, known or not, has the rank that it has in a list of text."""
    ids, lists = made
    pack = packed(lists, ids)
    assert pack.alike == frozenset()
    assert [list(pack.ids(i)) for i in range(pack.lists)] == lists
    assert [pack.id(row) for row in range(len(lists[0]))] == lists[0]
    rankings = [Ranking(pack.ids(i), pack.scores_of(i)) for i in range(pack.lists)]
    asked = [[*ids, *strangers]] * len(lists)
    plain = [Ranking(some) for some in lists]
    assert ranks(rankings, asked).tolist() == ranks(plain, asked).tolist()


@given(filled(), words)
def test_equal_hashes_are_told_apart_by_their_bytes(made, stranger):
    """Were all hashes equal, every id would still be found, and a stranger would not."""
    ids, _ = made
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coded, "fold", lambda table: np.full(len(table), 7, dtype=np.uint64))
        dictionary = Dictionary(table_of(ids))
    asked = [*ids, stranger]
    found = dictionary.find(np.full(len(asked), 7, dtype=np.uint64), table_of(asked))
    assert found.tolist() == [*range(len(ids)), ids.index(stranger) if stranger in ids else -1]


def test_longer_ids_than_any_in_the_dictionary_are_absent():
    """Rows of words of another width are compared as far as both go, and the rest must be empty."""
    dictionary = Dictionary(table_of(["abcdefgh", "x"]))
    table = table_of(["abcdefghi", "abcdefgh", "x", "y" * 40])
    assert dictionary.find(fold(table), table).tolist() == [-1, 0, 1, -1]


def test_a_code_twice_in_one_list_is_noticed():
    """Lists that hold an id twice are named; the same id in two lists is none."""
    pack = packed([["a", "b"], ["b", "b"], ["a"]], ["a", "b"])
    assert pack.alike == frozenset({1})


def test_wide_keys_give_the_rows_that_narrow_ones_give():
    """A dictionary too large for keys of 32 bits is searched in the same way."""

    class Large(Dictionary):
        def __len__(self):
            return 1 << 40

        def find(self, hashes, table):
            return np.where(hashes == hashes[0], 0, -1)

    lists = np.array([0, 1, 1, 0])
    for kind in (Dictionary, Large):
        pack = Coded(kind(table_of(["a", "b"])), np.array([1, 0, 0]), np.zeros(3), np.array([0, 2, 3]))
        asked = table_of(["a", "a", "c", "c"])
        assert pack.rows(lists, fold(asked), asked).tolist() == [1, 2, -1, -1]


def test_what_does_not_fit_is_refused():
    """Keys of 64 bits hold list, code and row, or the reader goes row by row."""

    class Vast(Dictionary):
        def __len__(self):
            return 1 << 62

    with pytest.raises(OverflowError):
        Coded(Vast(table_of(["a"])), np.zeros(8, np.int32), np.zeros(8), np.array([0, 4, 8]))
