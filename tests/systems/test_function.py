"""A Python function in its own process: what it cannot do to the gate, or to other questions."""

import json

import pytest

from gate.systems import python
from tests.end_to_end.calls import call

FAILING = r"""
import asyncio, os, signal, sys, time

def raising(query): raise KeyError("no\n::error::such index")
def leaving(query): sys.exit("bye")
def dying(query): os._exit(3)
def crashing(query): signal.raise_signal(signal.SIGSEGV)
def hanging(query): time.sleep(60)
def shapeless(query): return None
def owning_up(query): return {"error": "index is closed"}
async def waiting(query): await asyncio.sleep(60)

def ask(query):
    return globals()[query](query)

async def ask_later(query):
    return await globals()[query](query)
"""


def test_each_kind_of_failure_is_an_error_of_its_item(place):
    """The call goes on, in a new process where it has to; the run holds each error in plain words."""
    errors = {
        "raising": "KeyError: 'no\\n::error::such index'",
        "leaving": "SystemExit: bye",
        "dying": "it ended with exit code 3",
        "crashing": "it ended with signal 11",
        "hanging": "no answer within 2 seconds",
        "shapeless": "ValueError: it returned nothing (None): return [] where nothing is found",
        "owning_up": "index is closed",
    }
    place.write('function: "m:ask"\nretries: 0\ntimeout: 2', more="max_errors: 1", m=FAILING)
    items = [{"id": name, "query": name, "relevant": ["d"]} for name in errors]
    (place.top / "golden.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))

    ended, rows = place.run()

    assert ended.code == 0
    assert {name: row["error"] for name, row in rows.items()} == errors


def test_an_answer_that_is_none_has_no_traceback_of_the_gate(place):
    """What the system said last is what was wrong with its answer, without a line of the gate's own code."""
    ended, _ = place.write(
        'function: "m:ask"\nretries: 0', m="def ask(query): return [('d', float('nan'))]"
    ).run()
    assert ended.code == 4
    assert "| ValueError: it returned NaN, which is no score" in ended.err
    assert "Traceback" not in ended.err
    assert "plain.py" not in ended.err


def test_a_coroutine_that_takes_too_long_is_cancelled(place, monkeypatch):
    """Its process lives on: only this call is given up."""
    monkeypatch.setattr(python, "_SLACK", 60)  # the process itself is never too late to say so
    place.write('function: "m:ask_later"\nretries: 0\ntimeout: 0.2', more="max_errors: 1", m=FAILING)
    (place.top / "golden.jsonl").write_text('{"id": "q", "query": "waiting", "relevant": ["d"]}\n')

    _, rows = place.run()

    assert rows["q"]["error"] == "TimeoutError: no answer within 0.2 seconds"


@pytest.mark.parametrize(
    ("path", "code", "exit_code", "what"),
    [
        ("nowhere:ask", "", 2, "no module 'nowhere', neither in"),
        ("m:nope", "", 2, "m has no 'nope'"),
        ("m:ask", "class ask: pass", 2, "m:ask is a class: name a function, or an object that can be called"),
        ("m:ask", "ask = 3", 2, "m:ask is int, which cannot be called"),
        ("m:ask", "def ask(): return []", 2, "m:ask takes no parameter for the question: let it take one"),
        (
            "m:ask",
            "def ask(query, top_k): return []",
            2,
            "m:ask wants a parameter 'top_k', and the gate knows only",
        ),
        (
            "m:ask",
            "import nowhere_else",
            4,
            "m broke while it was loaded: ModuleNotFoundError: No module named 'nowhere_else'",
        ),
        ("m:ask", "1 / 0", 4, "m broke while it was loaded: ZeroDivisionError: division by zero"),
        ("m:ask", "raise SystemExit", 4, "m broke while it was loaded: SystemExit"),
        ("m:ask", "import os; os._exit(7)", 4, "it ended with exit code 7"),
        ("m:ask", "import time; time.sleep(60)", 4, "it did not start within 2 seconds"),
    ],
)
def test_what_cannot_be_asked_is_said_before_anything_is(place, path, code, exit_code, what):
    """A wrong path is the config's mistake (2), a module that breaks the system's (4)."""
    startup = 2 if "sleep" in code else 60
    ended, rows = place.write(f'function: "{path}"\nstartup: {startup}', m=code).run()

    assert ended.code == exit_code
    assert rows is None
    assert what in ended.err
    assert "Traceback" not in ended.err


BATCHES = """
import pathlib
def ask(queries, ids, k):
    with pathlib.Path(__file__).with_name("sizes").open("a") as out:
        print(len(queries), file=out)
    if "question 5" in queries:
        raise ValueError("5 cannot be answered")
    return [[f"d{q.split()[1]}", i] for q, i in zip(queries, ids)]
"""


def test_a_batch_is_asked_together_and_taken_apart_where_it_fails(place):
    """Eight at a time; the batch with the bad item is asked one by one, and only that item has an error."""
    system = 'function: "m:ask"\nbatch: 8\nretries: 0'

    ended, rows = place.write(system, more="max_errors: 0.1", m=BATCHES).run()

    assert ended.code == 0
    assert rows["q00012"]["ranked"] == ["d12", "q00012"]
    assert {name for name, row in rows.items() if "error" in row} == {"q00005"}
    sizes = [int(line) for line in (place.top / "sizes").read_text().split()]
    assert sorted(sizes) == [1] * 8 + [4, 8, 8]


def test_a_batch_may_answer_by_id(place):
    """``{id: answer}`` is as good as a list, whatever its order."""
    code = "def ask(queries, ids): return {i: [q] for q, i in reversed(list(zip(queries, ids)))}\n"

    ended, rows = place.write('function: "m:ask"\nbatch: 8', m=code).run()

    assert ended.code == 0
    assert rows["q00003"]["ranked"] == ["question 3"]


LOUD = r"""
import os, sys, logging
print("::set-output name=x::1")
def ask(query):
    print("::error::from print")
    sys.stderr.write("##[command]from stderr\n")
    os.write(1, b"::warning::from a library\n")
    os.system("echo ::notice::from a child")
    logging.warning("::debug::from logging")
    raise ValueError("\n::error::from an exception")
"""


def test_output_of_user_code_gives_no_commands(place):
    """Nothing it writes reaches standard output; what is quoted on standard error is no command any more."""
    ended = place.write('function: "m:ask"\nretries: 0', items=3, m=LOUD).gate("check")

    assert ended.code == 4
    assert ended.out == ""
    assert "from a child" in ended.err
    assert "from stderr" in ended.err
    for line in ended.err.splitlines():
        assert not line.strip().startswith("::"), line
        assert "##[" not in line


def test_a_noisy_system_leaves_the_report_alone(place):
    """Standard output holds the report and nothing else, byte for byte what a silent system gives."""
    quiet = "def ask(query):\n    return ['d' + query.split()[1]]\n"
    noisy = "import os\nprint('loading')\n" + quiet.replace(
        "    return", "    os.system('echo x'); print('y')\n    return"
    )
    reports = []
    for code in (quiet, noisy):
        ended = place.write('function: "m:ask"', m=code, metrics="{mrr: {floor: 0.5}}").gate("check")
        assert ended.code == 0
        reports.append([line for line in ended.out.splitlines() if "time 2" not in line])

    assert reports[0] == reports[1]


LOADED = """
import sys
before = sorted({name.partition(".")[0] for name in sys.modules})
def ask(query): return before
"""


def test_the_process_of_a_function_loads_nothing_else(place):
    """Neither the gate's libraries nor an event loop stand in memory beside the user's model."""
    ended, rows = place.write('function: "m:ask"', items=1, m=LOADED).run()

    assert ended.code == 0
    loaded = set(rows["q00000"]["ranked"])
    assert {"m", "gate"} <= loaded
    assert not loaded & {"numpy", "pydantic", "yaml", "click", "jinja2", "asyncio", "concurrent", "logging"}


STDIN = """
import sys
def ask(query): return [sys.stdin.read() or "nothing", str(len(sys.argv))]
"""


def test_a_function_cannot_read_what_the_gate_says_to_its_process(place):
    """Code that reads standard input finds it empty, and the questions go on."""
    ended, rows = place.write('function: "m:ask"', items=3, m=STDIN).run()

    assert ended.code == 0
    assert [row["ranked"][0] for row in rows.values()] == ["nothing"] * 3


def test_the_gate_finds_the_module_from_anywhere(place, tmp_path_factory, monkeypatch):
    """``folder`` is relative to the config, wherever the gate is called from; modules beside it are found."""
    code = "import beside\ndef ask(query): return [beside.NAME]\n"
    place.write('function: "m:ask"\nfolder: app', items=1)
    (place.top / "app").mkdir()
    (place.top / "app" / "m.py").write_text(code)
    (place.top / "app" / "beside.py").write_text("NAME = 'found'\n")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(elsewhere)

    ended = call("run", place.top / "live.yaml", "--output", "r.jsonl")

    assert ended.code == 0
    assert json.loads((elsewhere / "r.jsonl").read_text())["ranked"] == ["found"]


MEET = """
import threading
together = threading.Barrier(3, timeout=60)
def ask(query):
    together.wait()
    return ["d" + query.split()[1]]
"""


def test_a_function_is_called_side_by_side(place):
    """With ``concurrency: 3`` three calls wait for each other, and all of them get through."""
    ended, rows = place.write('function: "m:ask"\nconcurrency: 3', items=6, m=MEET).run()

    assert ended.code == 0
    assert not any("error" in row for row in rows.values())


HANGING = """
import time
def ask(query):
    if query == "question 3":
        time.sleep(60)
    time.sleep(0.02)
    return ["d" + query.split()[1]]
"""


def test_a_call_that_hangs_takes_no_other_with_it(place):
    """Its process is ended and its neighbours are asked again, without an error and without a retry."""
    system = 'function: "m:ask"\nconcurrency: 4\ntimeout: 2\nretries: 0'

    ended, rows = place.write(system, items=20, more="max_errors: 0.05", m=HANGING).run()

    assert ended.code == 0
    assert {name: row["error"] for name, row in rows.items() if "error" in row} == {
        "q00003": "no answer within 2 seconds"
    }
    assert rows["q00004"]["ranked"] == ["d4"]
    assert "asked again" not in ended.err


@pytest.mark.parametrize("retries", [0, 2])
def test_one_question_that_ends_the_process_is_the_only_error(place, retries):
    """With eight under way, those beside it are asked again, and the error rate is what it is."""
    code = """
import os, time
def search(query):
    time.sleep(0.002)
    if query == "question 30":
        os._exit(9)
    return ["d" + query.split()[1]]
"""
    system = f"function: 'deadly:search'\nconcurrency: 8\nretries: {retries}"

    ended, rows = place.write(system, items=60, deadly=code).run()

    assert ended.code == 0
    assert {name: row["error"] for name, row in rows.items() if "error" in row} == {
        "q00030": "it ended with exit code 9"
    }
    assert len(rows) == 60
