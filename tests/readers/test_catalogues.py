"""Files of a catalogue: items, past interactions, similarities; and what is wrong with them, by line."""

from pathlib import Path

import pytest

from gate.errors import QuestionError
from gate.readers import catalogues
from gate.similarity import OfPairs, OfVectors, OfWords
from gate.source import FileSource


def read(what, text, name="x.csv", **fields):
    """Read text as the file NAME."""
    return getattr(catalogues, what)(FileSource(Path(name), name, fields=fields), text.encode())


def wrong(what, text, name="x.csv", **fields):
    """Return ``where: what`` of every problem."""
    with pytest.raises(QuestionError) as caught:
        read(what, text, name, **fields)
    return [f"{problem.where}: {problem.what}" for problem in caught.value.problems]


def test_items_with_and_without_counts():
    """Ids are text, whatever they look like; a column of counts is optional."""
    assert dict(read("items", "item\n007\nNA\n").counts) == {"007": 0.0, "NA": 0.0}
    counted = read("items", "item,interactions\n007,3\nb,0\n")
    assert (dict(counted.counts), counted.counted) == ({"007": 3.0, "b": 0.0}, True)


def test_windows_line_ends_and_a_byte_order_mark():
    """A spreadsheet's file is read like any other."""
    assert set(read("items", "\ufeffitem\r\na\r\nb\r\n").counts) == {"a", "b"}


def test_columns_with_other_names():
    """``fields`` says what they are called; a name of ours that does not exist is refused."""
    assert set(read("items", "sku\na\n", item="sku").counts) == {"a"}
    assert wrong("items", "sku\na\n", itme="sku") == ["x.csv: `fields:` has 'itme', which is no field"]
    assert wrong("items", "sku\na\n") == ["x.csv: no 'item'; there is 'sku'"]


def test_users_of_an_item_count_once():
    """The same user and item on two rows is one user, and two interactions."""
    past = read("interactions", "user,item\nu1,a\nu1,a\nu2,a\nu2,b\n")

    assert (dict(past.users), dict(past.counts), past.of_users) == ({"a": 2, "b": 1}, {"a": 3, "b": 1}, 2)
    assert read("interactions", "item\na\na\n").of_users == 0


def test_every_mistake_is_told_with_its_line():
    """All at once, each with the offending value."""
    assert wrong("items", "item,interactions\na,-1\na,2\n,3\nb,many\n") == [
        "x.csv:2: interactions are '-1': a count is a number from 0",
        "x.csv:3: the item 'a' is already on line 2",
        "x.csv:4: no 'item'",
        "x.csv:5: the interactions 'many' is not a number",
    ]
    assert wrong("interactions", "user,item\nu1,a\nu1,\n") == ["x.csv:3: no 'item'"]
    assert wrong("items", "item\n") == ["x.csv: no rows: the file is empty"]
    assert wrong("items", "item,interactions\na,0\n") == [
        "x.csv: every 'interactions' is 0, so nothing is known of popularity"
    ]


def test_similarity_by_vectors_words_or_pairs():
    """What a file holds says which it is."""
    vectors = read("similarity", '{"item": "a", "vector": [1, 0]}\n{"item": "b"}\n', "x.jsonl")
    words = read("similarity", "item,genres\na,war|drama\nb,drama\nc,\n")
    pairs = read("similarity", "item,other,similarity\na,b,0.5\nb,a,0.5\n")

    assert vectors == OfVectors({"a": (1.0, 0.0)})
    assert words == OfWords({"a": frozenset({"war", "drama"}), "b": frozenset({"drama"})})
    assert pairs == OfPairs({("a", "b"): 0.5})


def test_similarities_that_make_no_sense():
    """Two lengths, no direction, no number, two answers to one question."""
    assert wrong(
        "similarity", '{"item": "a", "vector": [1]}\n{"item": "b", "vector": [1, 2]}\n', "x.jsonl"
    ) == ["x.jsonl: vectors have from 1 to 2 numbers: that of 'b' has 2"]
    assert wrong("similarity", '{"item": "a", "vector": [0, 0]}\n', "x.jsonl")[0].startswith(
        "x.jsonl:1: a vector of zeros has no direction"
    )
    assert wrong("similarity", "item,other,similarity\na,b,0.5\nb,a,0.6\nc,d,2\n") == [
        "x.csv:3: 'b' and 'a' are 0.6 alike here, and 0.5 on line 2",
        "x.csv:4: a similarity is '2': it lies between -1 and 1",
    ]
    assert wrong("similarity", "item\na\n")[0].startswith("x.csv: nothing says how alike items are")
