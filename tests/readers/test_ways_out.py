"""Every value that cannot be read is quoted with its line and a way out, the same one in every format."""

import gzip
from pathlib import Path

import pytest

from gate import readers
from gate.cli import main
from gate.errors import QuestionError
from gate.source import FileSource

NUMBER = "write a number, or leave it out"


def said(name, text, task="classification"):
    """Return what is wrong with a run, the way out and the code."""
    with pytest.raises(QuestionError) as caught:
        readers.parse_run(text.encode(), FileSource(Path(name), name), task)
    (problem,) = caught.value.problems
    return problem.what, problem.fix, problem.code


@pytest.mark.parametrize(
    ("cells", "line", "what", "fix"),
    [
        ("a,NaN,1", '{"id": "a", "score": "NaN"}', "the score 'NaN' is not a number", NUMBER),
        ("a,high,1", '{"id": "a", "score": "high"}', "the score 'high' is not a number", NUMBER),
        ("a,1,-5", '{"id": "a", "score": 1, "cost": "-5"}', None, None),
        (" ,1,1", '{"id": " ", "score": 1}', "an id is blank: ' '", "give it an id"),
    ],
)
def test_a_table_and_a_line_are_refused_in_the_same_words(cells, line, what, fix):
    """A cell and the value of a key that cannot be used are told alike."""
    table = said("r.csv", f"id,score,cost\n{cells}\n")
    if what is None:
        assert table == ("the cost '-5' is below 0", "write 0 or more, or leave it out", "bad_value")
        assert said("r.jsonl", line)[0] == "the cost '-5' is not a number"
        return
    assert table == said("r.jsonl", line) == (what, fix, "bad_value")


@pytest.mark.parametrize(("cell", "how"), [("cheap", "is not a number"), ("1e999", "is not a finite number")])
def test_a_cost_that_is_no_number_has_a_way_out(cell, how):
    """Text beside the answer is refused like text in its place."""
    what, fix, code = said("r.csv", f"id,score,cost\na,1,{cell}\n")

    assert (what, fix, code) == (f"the cost {cell!r} {how}", NUMBER, "bad_value")


@pytest.mark.parametrize(
    ("name", "data", "what", "fix"),
    [
        (
            "r.parquet",
            b"PAR1\x15\x00\x15\xff",
            "this Parquet file is damaged: its end is missing",
            "copy it again",
        ),
        (
            "r.jsonl.gz",
            gzip.compress(gzip.compress(b'{"id": "a", "score": 1}')),
            "it is packed with gzip twice",
            "unpack it once: `gzip -d` does",
        ),
        (
            "r.jsonl",
            b'{"id": "a\0"}',
            "not JSON: Invalid control character at column 10",
            "write one object a line, names and text in double quotes, no comma at the end",
        ),
        (
            "r.jsonl",
            b'{"id": "a", "score": %s}' % (b"9" * 400),
            f"the number {'9' * 57}… is too large",
            "write a smaller one, or leave it out",
        ),
    ],
    ids=["parquet-cut", "gzip-twice", "nul", "number-of-400-digits"],
)
def test_bytes_that_cannot_be_used_are_called_what_they_are(name, data, what, fix):
    """A file that was cut or packed twice is no text in another encoding; a number is quoted, and cut."""
    with pytest.raises(QuestionError) as caught:
        readers.parse_run(data, FileSource(Path(name), name), "classification")

    assert [(each.what, each.fix) for each in caught.value.problems] == [(what, fix)]


def test_an_empty_class_is_quoted():
    """What stands there can be searched for, and the message says what to write."""
    way = "write a class, or leave the line out if there is none"

    assert said("r.jsonl", '{"id": "a", "predicted": ""}')[:2] == ("a class is empty: ''", way)
    assert said("r.jsonl", '{"id": "a", "predicted": " "}')[:2] == ("a class is blank: ' '", way)


@pytest.mark.parametrize(
    ("name", "text", "fix"),
    [
        ("r.csv", "id,score\na\n", "an empty one where there is nothing"),
        (
            "r.csv",
            "id,score\na,1,2\n",
            "an empty one where there is nothing, and quotes around a cell with a comma",
        ),
        ("r.csv", "id;score\na;1;2\n", "quotes around a cell with a semicolon"),
        ("r.tsv", "id\tscore\na\t1\t2\n", "an empty one where there is nothing"),
    ],
)
def test_a_row_of_another_length_has_a_way_out(name, text, fix):
    """Too few cells are filled up; too many may come of one that wants quotes, which TSV does not have."""
    what, way, _ = said(name, text)

    assert "2 expected as in the header" in what
    assert way.startswith("give it a cell for each column")
    assert way.endswith(fix)


def test_the_heading_counts_the_problems_that_are_not_listed(tmp_path, capsys):
    """Of 30 wrong lines 20 are listed, and the heading says 30."""
    run = tmp_path / "r.jsonl"
    run.write_text("".join(f'{{"id": "{n}", "predicted": ""}}\n' for n in range(30)), encoding="utf-8")

    arguments = ["--kind", "run", "--task", "classification", "--to", "jsonl", "--output", "-"]
    assert main(["convert", str(run), *arguments]) == 2

    err = capsys.readouterr().err
    assert err.startswith("gate: 30 problems\n")
    assert "and 10 more [more_problems]" in err
