"""Which characters make a word, and which part of a long text is shown."""

import re
import string
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.report import Mover, Side
from gate.reporters.texts import SHOWN, told
from gate.samples.subsequence import length, union
from gate.samples.words import is_exact, normalised_words, words


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("It's 3.50, naïve_user!", ("it", "s", "3", "50", "naïve", "user")),
        ("cafe\u0301 CAFÉ", ("café", "café")),
        ("मौसम आज", ("मौसम", "आज")),
        ("वर्ष", ("वर्ष",)),
        ("天气很好abc，9点", ("天", "气", "很", "好", "abc", "9", "点")),
        ("ราคา", ("ร", "า", "ค", "า")),
        ("ที่นี่", ("ที่", "นี่")),
        ("東京タワー", ("東", "京", "タ", "ワ", "ー")),
        ("Привет, мир", ("привет", "мир")),
        ("שלום עולם", ("שלום", "עולם")),
        ("co\u00adoperate \u200c", ("cooperate",)),
        ("🚀 … !", ()),
    ],
)
def test_words_of_every_script(text, parts):
    """Letters with their marks and digits; where a script writes no blanks, every letter."""
    assert words(text) == parts


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_no_letter_is_lost(text):
    """Every letter and digit of a text stands in one of its words, in order; and so does nothing blank."""
    plain = unicodedata.normalize("NFC", text.lower())
    assert [c for c in "".join(words(text)) if _counts(c)] == [c for c in plain if _counts(c)]
    assert not any(c.isspace() for word in words(text) for c in word)


def _counts(character):
    return unicodedata.category(character)[0] in "LN"


@pytest.mark.parametrize(
    ("text", "reference", "same"),
    [
        ("The Eiffel-Tower!", "eiffeltower", 1.0),
        ("an apple a day", "apple day", 1.0),
        ("«Привет»", "привет", 1.0),
        ("「東京」。", "東京", 1.0),
        ("9:00", "900", 1.0),
        ("5 €", "5", 0.0),
        ("theatre", "atre", 0.0),
    ],
)
def test_what_is_no_difference(text, reference, same):
    """SQuAD's normalisation, with the punctuation of every script; signs of currency are no punctuation."""
    assert is_exact(text, [reference]) == same


@settings(max_examples=100)
@given(st.text(st.characters(max_codepoint=127), max_size=40))
def test_ascii_is_normalised_as_squad_does(text):
    """For text in ASCII it is the published script: small letters, punctuation, articles, blanks."""
    plain = "".join(c for c in text.lower() if c not in set(string.punctuation))
    assert list(normalised_words(text)) == re.sub(r"\b(a|an|the)\b", " ", plain).split()


tokens = st.lists(st.sampled_from("abc"), max_size=9).map(tuple)


@settings(max_examples=200)
@given(tokens, tokens)
def test_the_longest_common_subsequence_is_the_textbook_s(one, other):
    """The bits say what the table of dynamic programming says."""
    table = [[0] * (len(other) + 1)]
    for word in one:
        row = [0]
        for j, its in enumerate(other):
            row.append(table[-1][j] + 1 if word == its else max(table[-1][j + 1], row[j]))
        table.append(row)
    assert length(one, other) == table[-1][-1] == length(other, one) == len(union(one, [other]))


def test_a_long_text_is_shown_from_where_it_changes():
    """What both answers begin with is left out where it would hide the difference."""
    start = "word " * 100
    mover = Mover(
        "m", "q", "", "", 0.0, Side(0.5, text=f"{start}old end"), Side(0.4, text=f"{start}new end"), ("r",)
    )
    texts = dict(told(mover))
    assert texts["baseline"].startswith("… word ")
    assert texts["baseline"].endswith("word old end")
    assert max(map(len, texts.values())) < SHOWN
    assert dict(told(Mover("m", "q", "", "", 0.0, Side(1.0, text="a"), Side(1.0, text="a")))) == {
        "baseline and candidate": "a"
    }
