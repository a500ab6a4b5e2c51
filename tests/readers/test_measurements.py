"""One column of numbers, from whatever table an experiment left behind."""

import gzip

import pytest

from gate.errors import QuestionError
from gate.readers import measurements


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Give a function that writes a file and reads its column ``v``."""
    monkeypatch.chdir(tmp_path)

    def reading(name, content, column="v"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return measurements.read(path.relative_to(tmp_path), column).values

    return reading


@pytest.fixture
def refused(read):
    """Give a function that returns what is wrong with a file, one line a problem."""

    def problems(name, content, column="v"):
        with pytest.raises(QuestionError) as caught:
            read(name, content, column)
        return [str(problem) for problem in caught.value.problems]

    return problems


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "user,v\nx,1\ny,2.5\nz,true\n"),
        ("a.CSV", b'\xef\xbb\xbfv,user\r\n1,"x,"\r\n2.5,y\r\n1,z\r\n'),
        ("a.csv", "v;user\n1;x\n2,5;y\n1;z\n"),
        ("a.tsv", "v\n1\n2.5\n1e0\n"),
        ("a.jsonl", '{"v": 1}\n\n{"v": 2.5, "user": "y"}\n{"v": true}\n'),
        ("a.csv.gz", gzip.compress(b"v\n1\n2.5\n1\n", mtime=0)),
        ("a.ndjson.gz", gzip.compress(b'{"v":1}\n{"v":2.5}\n{"v":"1"}\n', mtime=0)),
    ],
    ids=["csv", "windows", "semicolons", "tsv", "jsonl", "csv.gz", "ndjson.gz"],
)
def test_formats(read, name, content):
    """Commas, semicolons, tabs or JSON; a byte order mark, Windows line ends, gzip: the same numbers."""
    assert read(name, content) == (1.0, 2.5, 1.0)


def test_nothing_is_guessed(refused):
    """Empty cells, words, infinities and numbers that overflow are all named, each with its line."""
    assert refused("a.csv", "v,w\n1,\n ,x\nabc,\nnan,\ninf,\n1e300,\n") == [
        "a.csv:3: 'v' is empty: leave the row out, or write 0 if that is what it means [bad_value]",
        "a.csv:4: the v 'abc' is not a number [bad_value]\n  fix: write a number, or leave the row out",
        "a.csv:5: the v 'nan' is not a number [bad_value]\n  fix: write a number, or leave the row out",
        "a.csv:6: the v 'inf' is not a number [bad_value]\n  fix: write a number, or leave the row out",
        "a.csv:7: the v '1e300' is beyond 1e+100: use a larger unit [bad_value]",
    ]


def test_lines_that_are_no_objects(refused):
    """Not JSON, no object, a key twice, a null, a key that is not there."""
    lines = ["{", "[1]", '{"v": 1, "v": 2}', '{"v": null}', '{"w": 1}']
    found = refused("a.jsonl", "\n".join(lines))
    assert [problem.partition(": ")[0] for problem in found] == [f"a.jsonl:{i}" for i in range(1, 6)]
    assert "stands twice" in found[2]
    assert found[4] == "a.jsonl:5: no column 'v' [column_missing]\n  fix: it has: 'w'"


def test_a_column_that_is_not_there_is_answered_with_those_that_are(refused):
    """With the nearest one, and not more than a dozen."""
    head = ",".join(f"c{i}" for i in range(20))
    (problem,) = refused("a.csv", f"{head},revenue\n" + ",".join("1" * 21) + "\n", "revenu")
    assert problem.startswith(
        "a.csv:1: no column 'revenu', did you mean 'revenue'? [column_missing]\n  fix: it has: 'c0', 'c1'"
    )
    assert problem.endswith("and 9 more")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.csv", "", "holds no rows"),
        ("a.csv", "v\n", "holds no rows"),
        ("a.jsonl", "\n", "holds no rows"),
        ("a.parquet", "x", "says no format"),
        ("a", "v\n1\n", "says no format"),
        ("a.csv", b"v\n\xff\n", "not UTF-8"),
        ("a.csv.gz", b"\x1f\x8bx", "damaged"),
    ],
)
def test_files_that_cannot_be_read(refused, name, content, told):
    """Empty, in an unknown format, damaged: one sentence each."""
    (problem,) = refused(name, content)
    assert told in problem


def test_a_file_that_is_missing(tmp_path):
    """Its name is in the message, and so is a folder's."""
    with pytest.raises(QuestionError, match=r"none\.csv: there is no such file"):
        measurements.read(tmp_path / "none.csv", "v")
    (tmp_path / "d.csv").mkdir()
    with pytest.raises(QuestionError, match="cannot read this file"):
        measurements.read(tmp_path / "d.csv", "v")
