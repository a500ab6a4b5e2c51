"""A program that speaks JSON lines: started once, asked in any order, ended when it breaks the agreement."""

import json
import os
import sys

import pytest

from tests.end_to_end.calls import call

PROGRAM = """
import json, sys, os, time
print(os.getpid(), file=open("started", "a"))
sys.stderr.write("index loaded\\n")
for line in sys.stdin:
    asked = json.loads(line)
    {before}
    ranked = ["d" + asked["query"].split()[1], str(asked.get("k"))]
    print(json.dumps({{"id": asked["id"], "ranked": ranked}}), flush=True)
"""


@pytest.fixture
def program(place):
    """Write a program, and a config that names it; ``before`` is done with each question first."""

    def write(before="pass", keys="", **options):
        (place.top / "program.py").write_text(PROGRAM.format(before=before))
        system = f"command: [{json.dumps(sys.executable)}, program.py]\n{keys}"
        return place.write(system, **options)

    return write


def starts(place):
    """Return how often the program was started."""
    return len((place.top / "started").read_text().split())


def test_a_program_is_started_once_and_asked_by_lines(program):
    """It is told id, text and depth, in its folder; its answers are lines of a run."""
    place = program()

    ended, rows = place.run()

    assert ended.code == 0
    assert starts(place) == 1
    assert rows["q00007"]["ranked"] == ["d7", "5"]


def test_the_first_answer_has_no_latency_because_it_includes_the_start(program):
    """The time to load an index is no answer time."""
    ended, rows = program().run()

    assert ended.code == 0
    assert [name for name, row in rows.items() if "latency_ms" not in row] == ["q00000"]


def test_answers_may_come_in_any_order(place):
    """With four questions under way, the last one may be answered first."""
    code = """
import json, sys
held = []
for line in sys.stdin:
    held.append(json.loads(line))
    if len(held) == 4:
        for asked in reversed(held):
            print(json.dumps({"id": asked["id"], "ranked": [asked["query"]]}))
        sys.stdout.flush()
        held = []
"""
    system = f"command: [{json.dumps(sys.executable)}, backwards.py]\nconcurrency: 4"

    ended, rows = place.write(system, backwards=code).run()

    assert ended.code == 0
    assert {name: row["ranked"] for name, row in rows.items()} == {
        f"q{i:05d}": [f"question {i}"] for i in range(20)
    }


BREAKS = [
    ("sys.exit(3)", "it ended with exit code 3"),
    ("os.kill(os.getpid(), 9)", "it ended with signal 9"),
    ("time.sleep(60)", "no answer within 2 seconds"),
    ("""print('{"id": "q000', flush=True); continue""", """it wrote '{"id": "q000', which is not JSON"""),
    ("print('[]', flush=True); continue", "it wrote [], which is no JSON object"),
    ("""print('{"id": "q9"}', flush=True); continue""", "it answered 'q9', which was not asked"),
    ("""print('{"ranked": []}', flush=True); continue""", "it answered None, which was not asked"),
]


@pytest.mark.parametrize("concurrency", [1, 8])
@pytest.mark.parametrize(("does", "error"), BREAKS)
def test_a_program_that_breaks_the_agreement_is_started_again(program, does, error, concurrency):
    """The item has an error, in plain words; all others have their answers, however many are under way."""
    place = program(
        f"if asked['query'] == 'question 3':\n        {does}",
        f"timeout: 2\nstartup: 10\nretries: 0\nconcurrency: {concurrency}",
        more="max_errors: 0.05",
    )

    ended, rows = place.run()

    assert ended.code == 0
    assert {name: row["error"] for name, row in rows.items() if "error" in row} == {"q00003": error}
    assert len(rows) == 20
    # One that ends is asked of a process of its own before it is blamed; one that hangs blames itself.
    assert concurrency > 1 or starts(place) == (2 if "sleep" in does else 3)


def test_attempts_at_a_deadly_question_are_made_alone(program):
    """Its second and third attempt end no process that others are asked of: two starts, and one each."""
    place = program(
        "if asked['query'] == 'question 3':\n        sys.exit(3)",
        "retries: 2",
        more="max_errors: 0.05",
    )

    ended, rows = place.run()

    assert ended.code == 0
    assert [name for name, row in rows.items() if "error" in row] == ["q00003"]
    assert starts(place) == 1 + 3 + 1


@pytest.mark.parametrize("concurrency", [1, 8])
def test_an_end_that_no_question_brings_about_is_no_error(program, concurrency):
    """A program that gives up after every seventh question is started again, and nobody is blamed."""
    place = program(
        "count = globals().get('count', 0) + 1\n    if count == 7:\n        os._exit(3)",
        f"retries: 0\nconcurrency: {concurrency}",
    )

    ended, rows = place.run()

    assert ended.code == 0
    assert [row["ranked"][0] for row in rows.values()] == [f"d{i}" for i in range(20)]


def test_what_hangs_while_the_program_loads_is_blamed_and_not_what_waits_behind_it(place):
    """A question sent before the first answer has no more time than those sent after it."""
    code = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["query"] == "question 1":
        time.sleep(60)
    print(json.dumps({"id": asked["id"], "ranked": [asked["query"]]}), flush=True)
"""
    system = f"command: [{json.dumps(sys.executable)}, slow.py]\nconcurrency: 3\ntimeout: 2\nstartup: 10"
    ended, rows = place.write(f"{system}\nretries: 0", more="max_errors: 0.05", slow=code).run()

    assert ended.code == 0
    assert {name: row["error"] for name, row in rows.items() if "error" in row} == {
        "q00001": "no answer within 2 seconds"
    }


def test_a_program_may_report_errors_and_numbers_of_its_own(place):
    """``error`` is an error, at once; ``cost`` and its own ``latency_ms`` are numbers of the answer."""
    code = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"ranked": ["a"], "cost": 0.25, "latency_ms": 7.5}
    if asked["id"] == "q00003":
        answer = {"error": "no such index"}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
"""
    system = f"command: [{json.dumps(sys.executable)}, own.py]"

    ended, rows = place.write(system, more="max_errors: 0.05", own=code).run()

    assert ended.code == 0
    assert rows["q00003"] == {"id": "q00003", "error": "no such index"}
    assert rows["q00004"] == {"id": "q00004", "ranked": ["a"], "cost": 0.25, "latency_ms": 7.5}


def test_a_greeting_is_no_answer(place):
    """What a program prints before its first answer breaks the agreement, and is quoted."""
    code = """print("Loading the index ...", flush=True)\nfor line in __import__("sys").stdin: pass\n"""
    system = f"command: [{json.dumps(sys.executable)}, greeting.py]\nretries: 0"

    ended = place.write(system, greeting=code).gate("check")

    assert ended.code == 4
    assert "it wrote 'Loading the index ...', which is not JSON" in ended.err


def test_errors_that_a_program_reports_count_against_its_budget(place):
    """An answer that says `error` is an error: it is not kept, and too many of them end the call."""
    code = """import sys, json
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "error": "out of credit"}), flush=True)
"""
    system = f"command: [{json.dumps(sys.executable)}, broke.py]\nidentity: x\ncache: write"

    ended = place.write(system, items=100, broke=code).gate("check")

    assert ended.code == 4
    assert "10 of 100 questions ended in an error, more than 2 %; most often: out of credit" in ended.err
    assert not (place.top / ".gate" / "answers").exists()


def test_a_program_that_is_not_there_is_a_mistake_of_the_config(place):
    """Exit 2, before anything else is tried."""
    ended = place.write("command: [no-such-program-anywhere]").gate("check")

    assert ended.code == 2
    assert "no-such-program-anywhere: cannot be started: No such file or directory" in ended.err


def test_the_last_words_of_a_program_explain_its_failure(program):
    """What it wrote to standard error is quoted, without being a command to anybody."""
    place = program("sys.stderr.write('::error::index is\\x1b[31m gone\\n'); sys.exit(1)", "retries: 0")

    ended = place.gate("check")

    assert ended.code == 4
    assert "10 of 20 questions ended in an error" in ended.err
    assert "it ended with exit code 1" in ended.err
    assert "| index loaded" in ended.err
    assert "| : :error: :index is [31m gone" in ended.err


def test_nothing_is_left_running(program):
    """When the gate is done, so is the program, even if it would rather wait for ever."""
    place = program()
    (place.top / "program.py").write_text(
        PROGRAM.format(before="pass").replace(
            "for line in", "import signal\nsignal.signal(15, lambda *_: None)\nfor line in"
        )
        + "\ntime.sleep(600)\n"
    )

    ended, _ = place.run()

    assert ended.code == 0
    pid = int((place.top / "started").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_program_classifies(place):
    """Without a depth no k is sent; scores and classes come back as a run file has them."""
    code = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert "k" not in asked
    print(json.dumps({"id": asked["id"], "score": 0.9, "predicted": "bad"}), flush=True)
"""
    (place.top / "c.py").write_text(code)
    (place.top / "live.yaml").write_text(
        "version: 1\nname: live\ntask: classification\ngolden_set: golden.csv\n"
        f"system: {{command: [{json.dumps(sys.executable)}, c.py]}}\n"
        "positive: bad\nmetrics: {accuracy: {floor: 0.9}}\n"
    )
    (place.top / "golden.csv").write_text("id,label\n1,bad\n2,bad\n")

    ended = call("check", place.top / "live.yaml")

    assert ended.code == 0
