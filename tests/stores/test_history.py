"""A history that many processes write, that is cut short, merged by hand, or read by an older gate."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.errors import NoAnswerError
from gate.stores import history
from gate.stores.history import HistoryFile
from gate.stores.records import Acceptance, CheckRecord, Mark, Provenance, Record, from_line, to_line
from tests.stores.racing import CONTEXT, PATIENT, append_all


def entry(number=0, text="harmless"):
    """Return an entry that is told from others by its number."""
    return Mark("docs", f"{number:012x}", "false_alarm", None, text)


@pytest.fixture
def file(tmp_path):
    """A history in a folder that is not there yet."""
    return HistoryFile(tmp_path / "history" / "docs.jsonl", "history/docs.jsonl")


@pytest.fixture
def refused(file):
    """Give a function that returns the problems with which a history refuses to be read."""

    def problems():
        with pytest.raises(NoAnswerError) as caught:
            file.read()
        return [str(problem) for problem in caught.value.problems]

    return problems


TEXT = st.text(st.characters(blacklist_categories=("Cs",)), max_size=20)
SIZE = st.one_of(st.none(), st.integers(0, 10**9))
NUMBER = st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False))
HEX = st.text("0123456789abcdef", min_size=64, max_size=64)
PLACES = st.builds(Provenance, TEXT, TEXT, TEXT, TEXT)
CHECKS = st.builds(
    CheckRecord,
    TEXT,
    TEXT | st.none(),
    TEXT,
    TEXT,
    TEXT,
    NUMBER,
    NUMBER,
    NUMBER,
    *[SIZE] * 6,
    TEXT | st.none(),
)
RECORDS = st.builds(
    Record,
    *(TEXT, TEXT, TEXT, st.integers(0, 5), st.integers(0, 5), TEXT, HEX | st.just(""), HEX),
    st.lists(CHECKS, max_size=3).map(tuple),
    st.sampled_from(["own", "base"]),
    PLACES,
).map(Record.identified)
MARKS = st.builds(
    Mark,
    TEXT,
    HEX.map(lambda text: text[:12]),
    st.sampled_from(["false_alarm", "real_alarm"]),
    TEXT,
    TEXT,
    TEXT,
)
ENTRIES = st.one_of(RECORDS, MARKS, st.builds(Acceptance, TEXT, HEX, TEXT, TEXT, PLACES))


@settings(deadline=None)
@given(ENTRIES)
def test_a_line_reads_back(one):
    """Whatever text it holds, an entry is one line of JSON, and reads back as it was."""
    line = to_line(one)
    assert line.count("\n") == 1
    assert len(line.splitlines()) == 1
    assert from_line(line) == one


def test_what_was_appended_is_read_in_order(file):
    """The folder is made, nothing else is left in it, and the file only grows."""
    assert file.read().entries == ()
    for number in range(3):
        before = file.path.read_bytes() if number else b""
        assert file.append(entry(number)) == ()
        assert file.path.read_bytes() == before + to_line(entry(number)).encode()
    assert file.read().entries == tuple(map(entry, range(3)))
    assert [path.name for path in file.path.parent.iterdir()] == ["docs.jsonl"]


@pytest.mark.parametrize("kept", [1, 40, -2])
def test_a_last_line_that_is_cut_short_is_said(file, kept):
    """It is left out when the history is read, and cut off when it grows; the lines before it stay."""
    file.append(entry(0))
    whole = file.path.read_bytes()
    file.path.write_bytes(whole + to_line(entry(1, "é" * 40_000)).encode()[:kept])
    remembered = file.read()
    assert remembered.entries == (entry(0),)
    assert [(n.code, n.where) for n in remembered.notices] == [("history_torn", "history/docs.jsonl:2")]
    (notice,) = file.append(entry(2))
    assert "was cut off" in notice.text
    assert file.path.read_bytes() == whole + to_line(entry(2)).encode()


def test_a_whole_line_without_its_end_is_kept(file):
    """An editor took the last line end away: the next line begins on a line of its own."""
    file.append(entry(0))
    file.path.write_bytes(file.path.read_bytes().rstrip(b"\n"))
    assert file.read().entries == (entry(0),)
    assert file.append(entry(1)) == ()
    assert file.read().entries == (entry(0), entry(1))


def test_windows_line_ends_and_blank_lines_are_nothing(file):
    """Git may have turned the line ends."""
    file.path.parent.mkdir()
    file.path.write_bytes(to_line(entry(0)).replace("\n", "\r\n\r\n").encode() + to_line(entry(1)).encode())
    assert file.read().entries == (entry(0), entry(1))


def test_damage_is_named_line_by_line(file, refused):
    """Not only the first bad line, and each with what to do."""
    lines = [
        to_line(entry(0)),
        "{\n",
        "<<<<<<< HEAD\n",
        '{"kind": "poem"}\n',
        json.dumps({**json.loads(to_line(entry(1))), "schema_version": 2}) + "\n",
        json.dumps({"kind": "mark", "schema_version": 1, "name": "docs"}) + "\n",
    ]
    file.path.parent.mkdir()
    file.path.write_bytes("".join(lines).encode() + b"\xff\n")
    found = refused()
    assert [problem.partition(": ")[0] for problem in found] == [
        f"history/docs.jsonl:{line}" for line in range(2, 8)
    ]
    assert "not JSON" in found[0]
    assert "unfinished merge" in found[1]
    assert "merge=union" in found[1]
    assert "poem" in found[2]
    assert "a later gate wrote it: schema_version 2, this one reads 1" in found[3]
    assert "upgrade mergegate" in found[3]
    assert "is missing" in found[4]
    assert "not UTF-8" in found[5]


def test_much_damage_is_counted(file, refused):
    """Twenty lines are named, the rest are a number."""
    file.path.parent.mkdir()
    file.path.write_text("x\n" * 30)
    found = refused()
    assert len(found) == 21
    assert found[-1] == "history/docs.jsonl: and 10 more [more_problems]"


def test_keys_of_a_later_gate_are_no_obstacle(file):
    """As long as it did not raise the version."""
    file.path.parent.mkdir()
    file.path.write_text(json.dumps({**json.loads(to_line(entry(0))), "mood": "good"}) + "\n")
    assert file.read().entries == (entry(0),)


def test_a_full_disk_leaves_the_file_as_it_was(file, monkeypatch):
    """Half a line that was written is taken back."""
    file.append(entry(0))
    before = file.path.read_bytes()

    def full(handle, data):
        handle.write(data[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(history, "_write", full)
    with pytest.raises(NoAnswerError, match="cannot be written: No space left on device"):
        file.append(entry(1))
    assert file.path.read_bytes() == before
    assert [path.name for path in file.path.parent.iterdir()] == ["docs.jsonl"]


@pytest.mark.parametrize("name", ["taken/docs.jsonl", ".", "docs\0.jsonl"])
def test_a_place_that_cannot_hold_a_file(tmp_path, name):
    """A file where a folder should be, a folder, a name that no file can have: each is one sentence."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(NoAnswerError, match=r"h\.jsonl: this history cannot be written"):
        HistoryFile(tmp_path / name, "h.jsonl").append(entry())
    with pytest.raises(NoAnswerError, match=r"h\.jsonl: cannot be read"):
        HistoryFile(tmp_path / name, "h.jsonl").read()


def test_a_forgotten_lock_is_explained(file, monkeypatch):
    """A process that was killed leaves a lock; the message says which file to delete."""
    monkeypatch.setattr(history, "PATIENCE", 0.05)
    file.path.parent.mkdir()
    file.path.with_name(".docs.jsonl.lock").touch()
    with pytest.raises(NoAnswerError, match="another process is recording") as caught:
        file.append(entry())
    assert r"delete .docs.jsonl.lock beside it" in str(caught.value)


EACH = 20


def test_many_processes_lose_nothing(file):
    """Six processes append twenty long lines each: all are there, whole, and in each writer's order."""
    writers = 6
    start = CONTEXT.Barrier(writers)
    entries = [[entry(EACH * i + number, "x" * 20_000) for number in range(EACH)] for i in range(writers)]
    jobs = [CONTEXT.Process(target=append_all, args=(file.path, mine, start)) for mine in entries]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join(PATIENT)
    assert [job.exitcode for job in jobs] == [0] * writers
    numbers = [int(mark.record, 16) for mark in file.read().entries]
    assert sorted(numbers) == list(range(EACH * writers))
    for writer in range(writers):
        mine = [number for number in numbers if number // EACH == writer]
        assert mine == sorted(mine)


KILLED = """
import os, signal, sys
from pathlib import Path
from gate.stores import history
from gate.stores.records import Mark
def half(file, data):
    file.write(data[: len(data) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
history._write = half
history.HistoryFile(Path(sys.argv[1]), "h").append(Mark("docs", "0" * 12, "false_alarm", None, "killed"))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL")
def test_a_killed_writer_costs_its_own_line_only(file):
    """What it left is said; once its lock is gone, the history grows on."""
    file.append(entry(0))
    environment = os.environ | {"PYTHONPATH": str(Path(history.__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", KILLED, str(file.path)], check=False, env=environment)
    assert done.returncode == -signal.SIGKILL
    assert file.read().entries == (entry(0),)
    assert len(file.read().notices) == 1
    file.path.with_name(".docs.jsonl.lock").unlink()
    assert len(file.append(entry(2))) == 1
    assert file.read().entries == (entry(0), entry(2))
