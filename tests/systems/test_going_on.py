"""Interruptions: what was answered is kept, and only the rest is asked."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from gate import config, readers
from gate.systems.asking import Question
from gate.systems.keys import Keys
from tests.end_to_end.calls import call
from tests.systems.conftest import HTTP
from tests.systems.interruptions import interrupt, interrupted, kept, start, wait_until
from tests.systems.server import slow


def kill_and_go_on(place, search, *, items, kill_after):
    """Kill a run in the middle, tear its last line, run again; return how often each item was asked."""
    place.write(HTTP.format(url=search.url) + "  concurrency: 8", items=items)
    for i in range(kill_after, kill_after + 8):  # under way when it is killed, however late that is
        search.script[f"question {i}"].append(slow(60))
    first = start(place, "run", "live.yaml", "--output", "run.jsonl")
    wait_until(lambda: sum(search.asked.values()) == kill_after + 8)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert not (place.top / "run.jsonl").exists()
    answered = kept(place)
    asked_before = dict(search.asked)
    assert kill_after - 2 <= len(answered) <= kill_after  # two outcomes may not be written down yet
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
    """Exit 130 although a call hangs for minutes, one sentence, no traceback; then it goes on."""
    search.script["question 12"].append(slow(300))
    place.write(HTTP.format(url=search.url) + "  timeout: 300")
    process = start(place, "check", "live.yaml")
    wait_until(lambda: search.asked["question 12"] and len(kept(place)) == 12)
    err = interrupt(process)

    assert process.returncode == 130
    assert b"interrupted; what was answered is kept" in err
    assert err.count(b"interrupted") == 1
    assert b"Traceback" not in err
    assert len(kept(place)) == 12

    ended = place.gate("check", "--first-run", "pass")

    assert ended.code == 0
    assert search.asked["question 3"] == 1


def test_ctrl_c_ends_a_function_that_hangs(place):
    """The process with the user's code is gone, too."""
    code = "import os, time\nopen('pid', 'w').write(str(os.getpid()))\ndef ask(query): time.sleep(600)\n"
    place.write('function: "m:ask"\ntimeout: 300', m=code)
    process = start(place, "check", "live.yaml")
    wait_until(lambda: (place.top / "pid").exists() and (place.top / "pid").read_text())
    interrupt(process)

    assert process.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int((place.top / "pid").read_text()), 0)


def test_ctrl_c_while_a_module_loads(place):
    """A model that takes minutes to load can be interrupted as well."""
    code = "import time\nopen('pid', 'w').close()\ntime.sleep(600)\n"
    place.write('function: "m:ask"\nstartup: 300', m=code)
    process = start(place, "check", "live.yaml")
    wait_until((place.top / "pid").exists)
    interrupt(process)

    assert process.returncode == 130


def test_a_changed_system_starts_afresh(place, search):
    """Answers of a call that asked in another way are not mixed with the new ones."""
    interrupted(place, search)

    ended, rows = place.write(HTTP.format(url=search.url) + "  depth: 3", items=40).run()

    assert ended.code == 0
    assert "kept from before" not in ended.err
    assert {len(row["ranked"]) for row in rows.values()} == {3}


def test_another_host_is_another_system(place, search, monkeypatch):
    """An address from the environment is part of the question; a token is not."""
    monkeypatch.setenv("HOST", search.url)
    interrupted(place, search, "${HOST}")
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


@pytest.mark.parametrize("edited", ["m.py", "unrelated.txt"])
def test_outside_git_an_edit_of_the_module_starts_afresh(place, edited):
    """Answers of two versions of a function are not mixed; another file of the folder is none of it."""
    code = """
import os
def ask(query):
    if query == "question 30" and os.path.exists("down"):
        os.kill(os.getppid(), 9)
    return ["old"]
"""
    place.write('function: "m:ask"', m=code, items=60)
    (place.top / "down").touch()
    process = start(place, "run", "live.yaml", "--output", "run.jsonl")
    process.communicate()
    before = len(kept(place))
    assert 28 <= before <= 30  # one may wait for its turn, and one be about to be written
    (place.top / "down").unlink()
    (place.top / edited).write_text(code.replace("old", "new"))

    ended, rows = place.run()

    assert ended.code == 0
    given = [row["ranked"] for row in rows.values()]
    assert given == [["new"]] * 60 if edited == "m.py" else [["old"]] * 60
    assert (f"{before} of them kept from before" in ended.err) is (edited != "m.py")


def test_two_configs_of_one_name_keep_their_answers_apart(place, search):
    """What another config of the folder asks, and throws away when it is done, is no answer of this one."""
    interrupted(place, search, items=200)
    other = (place.top / "live.yaml").read_text()
    (place.top / "other.yaml").write_text(other)
    assert call("run", place.top / "other.yaml", "--output", place.top / "o.jsonl").code == 0

    assert len(kept(place)) == 10
    ended, _ = place.run()
    assert "10 of them kept from before" in ended.err
