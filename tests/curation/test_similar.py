"""Nearly equal questions are found exactly as by comparing each with each."""

from hypothesis import given
from hypothesis import strategies as st

from gate.curation.similar import most_similar_before, similarity

texts = st.lists(st.text("abc Ä?", max_size=12), max_size=12)


@given(texts, st.sampled_from([0.3, 0.5, 0.75, 0.8, 0.9, 1.0]))
def test_the_index_finds_what_comparing_all_finds(given_texts, least):
    """The same partner and the same similarity, whatever is looked up by rare trigrams."""
    found = most_similar_before(given_texts, least=least)
    for i, match in enumerate(found):
        alike = [similarity(given_texts[i], earlier) for earlier in given_texts[:i]]
        best = max(alike, default=0.0)
        if best >= least - 1e-9 and best > 0:
            assert match is not None
            assert (match.position, match.similarity) == (alike.index(best), best)
        else:
            assert match is None


@given(st.text(max_size=20), st.text(max_size=20))
def test_similarity_is_symmetric_and_bounded(left, right):
    """Either way round, in [0, 1], and 1 with itself unless there is no word."""
    assert similarity(left, right) == similarity(right, left)
    assert 0.0 <= similarity(left, right) <= 1.0
    assert similarity(left, left) in (0.0, 1.0)


def test_ten_thousand_questions_are_compared_quickly():
    """Questions are looked up, not compared each with each."""
    words = [f"{a}{b}" for a in "bdfgklmnprst" for b in ("ark", "ine", "old", "um", "ext")]
    questions = [
        " ".join(words[(i * k + k) % len(words)] for k in (1, 7, 11, 13, 17)) + f" {i}" for i in range(4000)
    ]
    found = most_similar_before([*questions, questions[17].upper()])
    assert found[-1] is not None
    assert found[-1].position == 17
