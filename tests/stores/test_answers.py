"""The canonical text of a run: equal answers, equal bytes, and nothing lost."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.errors import QuestionError
from gate.readers import parse_run
from gate.run import Answer, Ranking, Run
from gate.source import FileSource
from gate.stores.answers import digest, encode

IDS = st.text(min_size=1, max_size=6).filter(str.strip)
NUMBERS = st.floats(allow_nan=False)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
CLASSES = st.sampled_from(["fraud", "fine", "01", "ü"])
SOME_NUMBERS = st.dictionaries(st.sampled_from(["faithfulness", "cost", "hops"]), FINITE)


@st.composite
def rankings(draw):
    """Draw a ranking with or without scores, tied and infinite ones among them."""
    documents = draw(st.lists(IDS, unique=True, min_size=1, max_size=5))
    scores = st.lists(st.just(0.5) | NUMBERS, min_size=len(documents), max_size=len(documents))
    return Ranking(documents, draw(st.none() | scores))


@st.composite
def runs(draw, task=None):
    """Draw a run of either task."""
    task = task or draw(st.sampled_from(["retrieval", "classification"]))
    answers = {}
    for item in draw(st.lists(IDS, unique=True, min_size=1, max_size=4)):
        numbers = draw(SOME_NUMBERS)
        if draw(st.booleans()):
            answers[item] = Answer(item, error=draw(st.sampled_from(["timeout", "a\nb"])), numbers=numbers)
        elif task == "retrieval":
            answers[item] = Answer(item, ranking=draw(rankings()), numbers=numbers)
        else:
            predicted = draw(st.none() | CLASSES)
            answers[item] = Answer(item, score=draw(NUMBERS), predicted=predicted, numbers=numbers)
    return Run(answers)


def test_the_text_is_what_the_documentation_shows():
    """Keys stand in a fixed order, items ascend, numbers are in their shortest exact form."""
    run = Run(
        {
            "q3": Answer("q3", error="timeout"),
            "q1": Answer("q1", ranking=Ranking(["d1", "d3"], [0.4, 0.9])),
            "q2": Answer("q2", ranking=Ranking(["d3", "d1"]), numbers={"latency_ms": 12.0}),
            "t7": Answer("t7", score=0.25, predicted="fraud", numbers={"cost": 2.0, "b": 1, "a": 0.1}),
        }
    )
    assert encode(run).decode() == (
        '{"id":"q1","ranked":[["d3",0.9],["d1",0.4]]}\n'
        '{"id":"q2","ranked":["d3","d1"]}\n'
        '{"id":"q3","error":"timeout"}\n'
        '{"id":"t7","score":0.25,"predicted":"fraud","a":0.1,"b":1.0}\n'
    )


@given(runs(), st.randoms())
def test_order_in_the_source_leaves_no_trace(run, random):
    """Items and scored documents may come in any order: the bytes are the same."""

    def shuffled(answer):
        ranking = answer.ranking
        if ranking is None or ranking.scores is None:
            return answer
        pairs = list(zip(ranking.documents, ranking.scores, strict=True))
        random.shuffle(pairs)
        mixed = Ranking([d for d, _ in pairs], [s for _, s in pairs])
        return Answer(answer.id, ranking=mixed, numbers=answer.numbers)

    answers = [shuffled(answer) for answer in run]
    random.shuffle(answers)
    assert encode(Run({a.id: a for a in answers})) == encode(run)


def test_time_and_price_are_not_part_of_an_answer():
    """A slower run that says the same has the same bytes."""

    def run(**numbers):
        return encode(Run({"q": Answer("q", score=0.5, numbers=numbers)}))

    assert run(latency_ms=3.0, cost=0.1) == run(latency_ms=9.0) == run()
    assert run(faithfulness=1.0) != run(faithfulness=0.5)


def test_minus_zero_is_zero():
    """Two zeros that no comparison can tell apart are written alike."""
    positive, negative = (encode(Run({"q": Answer("q", score=z)})) for z in (0.0, -0.0))
    assert positive == negative == b'{"id":"q","score":0.0}\n'


def test_infinite_scores_are_texts():
    """JSON has no infinity; the text stays JSON that every reader can load."""
    line = encode(Run({"q": Answer("q", ranking=Ranking(["a", "b"], [-math.inf, math.inf]))}))
    assert json.loads(line, parse_constant=pytest.fail)["ranked"] == [["b", "inf"], ["a", "-inf"]]


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x85", "\x1b", "\x00", "\n", "\u202e", "\ud800"])
def test_characters_that_break_lines_or_terminals_are_escaped(character):
    """Every answer stays on its line, and an id cannot turn the direction of a diff."""
    text = encode(Run({f"a{character}b": Answer(f"a{character}b", score=1.0)})).decode()
    assert len(text.splitlines()) == 1
    assert character not in text.removesuffix("\n")
    assert json.loads(text)["id"] == f"a{character}b"


def test_other_alphabets_stay_readable():
    """A diff shows the ids as people wrote them."""
    assert "질문-é" in encode(Run({"질문-é": Answer("질문-é", score=1.0)})).decode()


@pytest.mark.parametrize(
    "answer",
    [
        Answer("q1", score=math.nan),
        Answer("q1", ranking=Ranking(["d"], [math.nan])),
        Answer("q1", error="x", numbers={"hops": math.nan}),
    ],
)
def test_nan_is_refused(answer):
    """What is not a number cannot be stored as one."""
    with pytest.raises(QuestionError, match="of item 'q1' is NaN"):
        encode(Run({"q1": answer}))


def test_an_empty_run_is_an_empty_text():
    """Nothing answered, nothing written."""
    assert encode(Run({})) == b""


def test_the_digest_is_that_of_the_text():
    """The digest can be checked with sha256sum."""
    assert digest(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize("task", ["retrieval", "classification"])
@given(data=st.data())
def test_a_run_survives_being_written_and_read(task, data):
    """The reader of runs gives back what was encoded: the same answers, the same bytes."""
    run = data.draw(runs(task))
    answers = encode(run)
    read = parse_run(answers, FileSource(Path("docs.run.jsonl"), "docs.run.jsonl", "jsonl"), task)
    assert encode(read) == answers
    for before, after in zip(run, read, strict=True):
        assert (after.id, after.score, after.predicted) == (before.id, before.score, before.predicted)
        assert (after.error is None) == (before.error is None)
        if before.ranking is not None:
            assert after.ranking.ordered() == before.ranking.ordered()


def test_the_format_of_the_run_leaves_no_trace(tmp_path):
    """A TREC run and the same answers as JSON Lines, both shuffled, are the same bytes."""
    trec = "q2 Q0 d1 1 0.25 x\nq1 Q0 a 9 -inf x\nq1 Q0 c 1 0.5 x\nq1 Q0 b 1 0.5 x\n"
    lines = (
        '{"id": "q1", "ranked": [["b", 0.5], ["a", "-inf"], ["c", 5e-1]]}\n'
        '{"id": "q2", "ranked": {"d1": 0.25}}\n'
    )
    read = [
        encode(parse_run(text.encode(), FileSource(tmp_path / form, form, form), "retrieval"))
        for text, form in ((trec, "trec"), (lines, "jsonl"))
    ]
    assert read[0] == read[1]
    assert read[0].startswith(b'{"id":"q1","ranked":[["c",0.5],["b",0.5],["a","-inf"]]}\n')
