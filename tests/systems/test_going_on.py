"""Interruptions: what was answered is kept, and only the rest is asked."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gate import config, readers
from gate.systems.asking import Question
from gate.systems.kept import Journal
from gate.systems.keys import Keys
from tests.systems.conftest import HTTP, SECRET
from tests.systems.server import status


def start(place, *argv):
    """Call the gate in a process of its own."""
    command = [sys.executable, "-m", "gate", *argv]
    return subprocess.Popen(
        command,
        cwd=place.top,
        env={**os.environ, "SEARCH_TOKEN": SECRET},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_until(true, seconds=60.0):
    """Wait until something is true."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.005)


def kept(place):
    """Return the items of the journal that have a whole answer."""
    found = set()
    for line in place.journal.read_bytes().split(b"\n")[:-1]:
        entry = json.loads(line)
        if entry["line"] is not None:
            found.add(json.loads(entry["line"])["id"])
    return found


def kill_and_go_on(place, search, *, items, kill_after):
    """Kill a run in the middle, tear its last line, run again; return how often each item was asked."""
    place.write(HTTP.format(url=search.url) + "  concurrency: 8", items=items)
    first = start(place, "run", "live.yaml", "--output", "run.jsonl")
    wait_until(lambda: sum(search.asked.values()) >= kill_after)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert not (place.top / "run.jsonl").exists()
    answered = kept(place)
    asked_before = dict(search.asked)
    assert kill_after - 100 < len(answered) < items
    with place.journal.open("ab") as journal:
        journal.write(b'{"key": "torn')

    second = start(place, "run", "live.yaml", "--output", "run.jsonl")
    _, err = second.communicate()

    assert second.returncode == 0, err
    again = {query: n - asked_before.get(query, 0) for query, n in search.asked.items()}
    for i in range(items):
        assert again.get(f"question {i}", 0) == (0 if f"q{i:05d}" in answered else 1)
    assert f"{len(answered):,} of them kept from before".encode() in err
    rows = [json.loads(line) for line in (place.top / "run.jsonl").read_text().splitlines()]
    assert [row["ranked"][0] for row in rows] == [[f"d{i}", 1.0] for i in range(items)]
    assert not place.journal.exists()


def test_a_run_that_was_killed_goes_on_where_it_stopped(place, search):
    """SIGKILL in the middle of 2,000 questions: the next call asks those without an answer, each once."""
    kill_and_go_on(place, search, items=2_000, kill_after=700)


@pytest.mark.slow
def test_a_long_run_that_was_killed_goes_on_where_it_stopped(place, search):
    """The same with 10,000."""
    kill_and_go_on(place, search, items=10_000, kill_after=4_000)


def test_ctrl_c_ends_a_run_at_once_and_keeps_its_answers(place, search):
    """Exit 130 in well under a second although a call hangs, one sentence, no traceback; then it goes on."""
    search.script["question 12"].append(lambda _: time.sleep(5))
    place.write(HTTP.format(url=search.url))
    process = start(place, "check", "live.yaml")
    wait_until(lambda: search.asked["question 12"])
    since = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()

    assert process.returncode == 130
    assert time.monotonic() - since < 2
    assert b"interrupted; what was answered is kept" in err
    assert b"Traceback" not in err
    assert len(kept(place)) == 12

    ended = place.gate("check", "--first-run", "pass")

    assert ended.code == 0
    assert search.asked["question 3"] == 1


def test_ctrl_c_ends_a_function_that_hangs(place):
    """The process with the user's code is gone, too."""
    code = "import os, time\nopen('pid', 'w').write(str(os.getpid()))\ndef ask(query): time.sleep(600)\n"
    place.write('function: "m:ask"', m=code)
    process = start(place, "check", "live.yaml")
    wait_until(lambda: (place.top / "pid").exists() and (place.top / "pid").read_text())
    process.send_signal(signal.SIGINT)
    process.communicate()

    assert process.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int((place.top / "pid").read_text()), 0)


def test_ctrl_c_while_a_module_loads(place):
    """A model that takes minutes to load can be interrupted as well."""
    place.write('function: "m:ask"', m="import time\nopen('pid', 'w').close()\ntime.sleep(600)\n")
    process = start(place, "check", "live.yaml")
    wait_until((place.top / "pid").exists)
    since = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.communicate()

    assert process.returncode == 130
    assert time.monotonic() - since < 5


def test_a_changed_system_starts_afresh(place, search):
    """Answers of a call that asked in another way are not mixed with the new ones."""
    for i in range(10, 20):
        search.script[f"question {i}"].extend([status(404)] * 3)
    place.write(HTTP.format(url=search.url), items=40)
    assert place.gate("check").code == 4
    assert len(kept(place)) >= 10
    search.script.clear()

    ended, rows = place.write(HTTP.format(url=search.url) + "  depth: 3", items=40).run()

    assert ended.code == 0
    assert "kept from before" not in ended.err
    assert {len(row["ranked"]) for row in rows.values()} == {3}


def test_another_host_is_another_system(place, search, monkeypatch):
    """An address from the environment is part of the question; a token is not."""
    monkeypatch.setenv("HOST", search.url)
    for i in range(10, 20):
        search.script[f"question {i}"].append(status(404))
    place.write(HTTP.format(url="${HOST}"), items=40)
    assert place.gate("check").code == 4
    monkeypatch.setenv("SEARCH_TOKEN", "a new one")
    monkeypatch.setenv("HOST", search.url.replace("/search", "/other"))

    ended, _ = place.run()

    assert ended.code == 0
    assert "kept from before" not in ended.err


def test_an_edit_of_the_code_starts_afresh(place, monkeypatch):
    """In a repository, an answer is known again only while no tracked file has changed."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ada@example.org")
    code = "def ask(query):\n    if query == 'question 15': raise ValueError\n    return ['old']\n"
    place.write('function: "m:ask"\nretries: 0', m=code, items=400)
    git = ["git", "-C", str(place.top)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "live.yaml", "golden.jsonl", "m.py"], check=True)
    subprocess.run([*git, "commit", "-qm", "start"], check=True)
    journal = Path(place.journal)
    journal.parent.mkdir()

    def leave_a_journal():
        ended, _ = place.run()
        assert ended.code == 0
        asked = config.load(Path("live.yaml"))
        golden = readers.read_golden(asked.golden_source, asked.task)
        keys = Keys(asked, asked.system, 5)
        rows = [
            {"key": keys.of(Question(i.id, i.query)), "line": json.dumps({"id": i.id, "ranked": ["kept"]})}
            for i in golden
        ]
        journal.write_text("".join(json.dumps(row) + "\n" for row in rows[:300]))

    leave_a_journal()
    _, rows = place.run()
    assert [row.get("ranked") for row in rows.values()].count(["kept"]) == 300

    leave_a_journal()
    (place.top / "m.py").write_text(code.replace("old", "new"))
    _, rows = place.run()
    assert [row.get("ranked") for row in rows.values()].count(["new"]) == 399


def test_errors_of_a_call_that_stopped_still_count(place, search):
    """Nobody gets below the limit by calling again and again: the errors of all calls are pooled."""
    for i in range(0, 200, 8):
        search.script[f"question {i}"].extend([status(404)] * 1)
    place.write(HTTP.format(url=search.url), items=200)
    first = place.gate("check")
    asked = sum(search.asked.values())
    assert first.code == 4
    assert asked < 100
    assert "it goes on where it stopped, unless you remove .gate/live.journal.jsonl" in first.err

    second = place.gate("check")

    assert second.code == 4
    assert search.asked["question 0"] == 2  # asked again, and answered
    assert search.asked["question 1"] == 1
    assert "questions ended in an error, more than 2 %" in second.err


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
    place.write(HTTP.format(url=search.url), items=40)
    for i in range(10, 20):
        search.script[f"question {i}"].append(status(404))
    assert place.gate("check").code == 4
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
        assert journal.failures == 0
