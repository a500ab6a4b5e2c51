"""The journal: whatever stands in it, no run is stopped or falsified by it."""

import json

import pytest

from gate.systems.kept import Journal
from tests.systems.conftest import HTTP
from tests.systems.interruptions import interrupted


@pytest.mark.parametrize(
    "junk",
    [
        b"\x00\xff\xfe",
        b"[]\n",
        b"null\n",
        b'{"key": 3, "line": 4}\n',
        b'{"key": "x"}\n',
        b"[" * 100_000 + b"\n",
    ],
)
def test_a_damaged_journal_is_asked_again(place, search, junk):
    """Nothing in the file can stop a run, or end up in it."""
    place.write(HTTP.format(url=search.url))
    place.journal.parent.mkdir()
    place.journal.write_bytes(junk)

    ended, rows = place.run()

    assert ended.code == 0
    assert len(rows) == 20


def test_a_kept_line_of_another_item_is_not_believed(place, search):
    """A journal that says something else than its keys is asked again."""
    interrupted(place, search, items=501)
    entries = [json.loads(line) for line in place.journal.read_text().splitlines()]
    entries[0]["line"], entries[1]["line"] = entries[1]["line"], entries[0]["line"]
    entries[2]["line"] = '{"id": "q00002", "ranked": [["d1", "high"]]}'
    place.journal.write_text("".join(json.dumps(entry) + "\n" for entry in entries))

    place.gate("check")

    assert {query for query, n in search.asked.items() if n == 2} >= {
        "question 0",
        "question 1",
        "question 2",
    }
    assert search.asked["question 3"] == 1


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(place, search):
    """Answers are then not kept, which is said once."""
    place.write(HTTP.format(url=search.url))
    (place.top / ".gate").write_text("a file in the way")

    ended, rows = place.run()

    assert ended.code == 0
    assert len(rows) == 20
    assert ended.err.count("answers are not kept in case of an interruption") == 1


def test_git_leaves_the_folder_alone(place):
    """The folder with kept answers carries its own ignore file."""
    place.write('function: "m:ask"', m="def ask(query): return ['a']")

    place.run()

    assert (place.top / ".gate" / ".gitignore").read_text().splitlines()[-1] == "*"


def test_a_torn_line_is_closed_before_the_next_is_written(tmp_path):
    """A line that follows a torn one can be read."""
    path = tmp_path / "j.jsonl"
    path.write_bytes(b'{"key": "a", "line": "1"}\n{"key": "b", "li')
    with Journal(path, pytest.fail) as journal:
        journal.write("c", "3")

    with Journal(path, pytest.fail) as journal:
        assert journal.read({"a", "b", "c"}) == {"a": "1", "c": "3"}
        assert journal.failures == []
