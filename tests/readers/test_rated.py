"""Golden sets and runs of judges: labels, ratings, lengths, producers, verdicts in both orders."""

import pytest

from gate import readers
from gate.cli import main
from gate.errors import QuestionError
from gate.source import FileSource


def golden(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return readers.read_golden(FileSource(path, name), "judge")


JSONL = """\
{"id": "1", "ratings": {"ann": "good", "bob": "good", "eve": "bad"}, "length": 12, "producer": "m1"}
{"id": "2", "ratings": {"ann": "good", "bob": "bad", "eve": null}}
{"id": "3", "label": "bad", "ratings": {"ann": "good"}, "length": {"A": 3, "B": 4}}
{"id": "4", "label": 1.0, "producer": {"A": "m1", "B": "m2"}, "slices": {"topic": "x"}}
"""
CSV = """\
id,label,ratings.ann,ratings.bob,ratings.eve,length,length.A,length.B,producer,producer.A,producer.B,topic
1,,good,good,bad,12,,,m1,,,
2,,good,bad,,,,,,,,
3,bad,good,,,,3,4,,,,
4,1.0,,,,,,,,m1,m2,x
"""


@pytest.mark.parametrize(("name", "text"), [("g.jsonl", JSONL), ("g.csv", CSV)])
def test_ratings_give_a_label_and_a_label_overrules_them(tmp_path, name, text):
    """Most raters decide, a written label overrules, divided raters give none; tables spell it as columns."""
    found = golden(tmp_path, name, text)

    assert [item.label for item in found] == ["good", None, "bad", "1"]
    one, two, three, four = (item.rating for item in found)
    assert one.raters == {"ann": "good", "bob": "good", "eve": "bad"}
    assert (one.length, one.producer) == (12.0, "m1")
    assert two.raters == {"ann": "good", "bob": "bad"}
    assert three.length == {"A": 3.0, "B": 4.0}
    assert four.producer == {"A": "m1", "B": "m2"}
    assert [item.slices for item in found] == [{}, {}, {}, {"topic": "x"}]


def test_formats_agree(tmp_path):
    """The same golden set in two formats has one fingerprint, and converting keeps it."""
    one, other = golden(tmp_path, "g.jsonl", JSONL), golden(tmp_path, "g.csv", CSV)
    assert one.fingerprint == other.fingerprint

    call = ["convert", str(tmp_path / "g.csv"), "--task", "judge", "--to", "jsonl"]
    assert main([*call, "--output", str(tmp_path / "made.jsonl")]) == 0
    made = readers.read_golden(FileSource(tmp_path / "made.jsonl", "made.jsonl"), "judge")

    assert made.fingerprint == one.fingerprint


def test_a_rating_moves_the_fingerprint(tmp_path):
    """What can move a number is part of an item's digest: a rating, a length, a producer."""
    before = golden(tmp_path, "g.jsonl", JSONL)
    for old, new in (('"eve": "bad"', '"eve": "good"'), ("12", "13"), ('"m1"}', '"m9"}')):
        assert golden(tmp_path, "h.jsonl", JSONL.replace(old, new, 1)).fingerprint != before.fingerprint


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "1"}', "neither a 'label' nor 'ratings': nobody said what is right"),
        ('{"id": "1", "ratings": ["good"]}', "'ratings' is an object, each key once, not ['good']"),
        ('{"id": "1", "ratings": {"ann": [1]}}', "a class is text, a number, true or false, not [1]"),
        ('{"id": "1", "label": "a", "length": -3}', "a length is -3, and cannot be below 0"),
        ('{"id": "1", "label": "a", "length": {"A": "long"}}', "'long'"),
        ('{"id": "1", "label": "a", "producer": [1]}', "a producer is text, not [1]"),
        ('{"id": "1", "ratings": {"ann": "a", "ann": "b"}}', "'ratings' is an object, each key once"),
    ],
)
def test_what_is_no_rating_is_refused(tmp_path, line, told):
    """Every mistake is named with its line."""
    with pytest.raises(QuestionError) as error:
        golden(tmp_path, "g.jsonl", f"{line}\n")

    assert told in str(error.value)
    assert "g.jsonl:1" in str(error.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.jsonl", '{"id": "1", "predicted": "A", "swapped": 2}\n{"id": "2"}\n{"id": "3", "error": "no"}\n'),
        ("r.csv", "id,predicted,swapped,error\n1,A,2,\n2,,,\n3,,,no\n"),
    ],
)  # fmt: skip
def test_verdicts_in_both_orders(tmp_path, name, text):
    """A verdict and the one on the swapped pair; an empty verdict is missing, and no mistake of the file."""
    path = tmp_path / name
    path.write_text(text, "utf-8")
    found = readers.read_run(FileSource(path, name), "judge").answers

    assert (found["1"].predicted, found["1"].swapped, found["1"].numbers) == ("A", "2", {})
    assert (found["2"].predicted, found["2"].error) == (None, None)
    assert found["3"].error == "no"


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "tsv"])
def test_a_judge_may_give_numbers_alone(tmp_path, suffix):
    """A score is a number of a judge's run like any other, in every format that holds one."""
    path = tmp_path / f"r.{suffix}"
    text = {
        "jsonl": '{"id": "1", "score": 0.5, "tone": 2}\n',
        "csv": "id,score,tone\n1,0.5,2\n",
        "tsv": "id\tscore\ttone\n1\t0.5\t2\n",
    }[suffix]
    path.write_text(text, "utf-8")
    found = readers.read_run(FileSource(path, path.name), "judge").answers["1"]
    assert (found.predicted, found.score, found.numbers) == (None, None, {"score": 0.5, "tone": 2.0})


def test_a_table_that_says_nothing_of_a_judge_is_refused(tmp_path):
    """Neither a verdict nor a number: the error names the column that is missing."""
    path = tmp_path / "r.csv"
    path.write_text("id,remark\n1,fine\n", "utf-8")
    with pytest.raises(QuestionError, match=r"no 'predicted'.*and no number"):
        readers.read_run(FileSource(path, "r.csv"), "judge")


def test_other_tasks_see_nothing_of_it(tmp_path):
    """A column called `length` is a slice of any other golden set, and a number of any other run."""
    path = tmp_path / "g.csv"
    path.write_text("id,label,length,producer\n1,a,12,m1\n", "utf-8")
    assert readers.read_golden(FileSource(path, "g.csv"), "multiclass").items["1"].slices == {
        "length": "12",
        "producer": "m1",
    }
    path.write_text("id,score,length\n1,0.5,12\n", "utf-8")
    assert readers.read_run(FileSource(path, "r.csv"), "classification").answers["1"].numbers == {
        "length": 12.0
    }


def test_a_live_judge_answers_with_one_or_both_verdicts():
    """A system may give a verdict or a score alone, or an object with the one on the swapped pair, too."""
    from gate.systems.asking import Question, Reply
    from gate.systems.lines import answer

    asked = Question("p1", "which?")

    def line(value):
        return answer(asked, Reply(value), task="judge", positive=None, repeats=1)

    assert '"predicted":"A"' in line("A")
    assert '"swapped":"B"' in line({"predicted": "A", "swapped": "B"})
    assert line(0.25) == line({"score": 0.25})
    assert '"score":0.25' in line(0.25)
    with pytest.raises(ValueError, match="no verdict; say it as 'predicted'"):
        line({"verdict": "A"})


def test_a_table_of_no_verdicts_is_refused(tmp_path):
    """A run without a column of verdicts names what it lacks."""
    path = tmp_path / "r.csv"
    path.write_text("id,cost\n1,2\n", "utf-8")

    with pytest.raises(QuestionError, match=r"r\.csv:1: no 'predicted' .*; there is 'id', 'cost'"):
        readers.read_run(FileSource(path, "r.csv"), "judge")
