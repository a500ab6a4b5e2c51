"""A system that an installed distribution brings along, and what it may return, raise, print and ignore."""

import os
import sys
import threading
from pathlib import Path

import pytest

from gate.plugins import installed
from gate.systems.calling import OverdueError, Threads
from tests.end_to_end.calls import command

REPOSITORY = Path(__file__).parents[2]
ODD = """\
import os
import sys
import threading
import time

import numpy as np

from gate.systems.asking import FailedError, Reply


class Own(BaseException):
    pass


class Wordless(Exception):
    def __str__(self):
        raise RuntimeError("no words")


def right(question):
    os.write(1, b"::error::by descriptor\\n")
    return Reply([f"d{question.query.split()[1]}"], 1.0)


def broken(*_):
    raise ZeroDivisionError("broken")


def raising(error):
    def ask(questions):
        raise error
    return ask


def dawdling(questions):
    if any(each.query == "question 3" for each in questions):
        time.sleep(60)
        return []  # nothing is written by then: other tests may be running
    return [right(each) for each in questions]


def circular(questions):
    found = []
    found.append(found)
    return [Reply(found) for _ in questions]


WAYS = {
    "right": lambda questions: [right(each) for each in questions],
    "few": lambda questions: [],
    "none": lambda questions: None,
    "many": lambda questions: [right(each) for each in questions] * 2,
    "lazy": lambda questions: (right(each) for each in questions),
    "text": lambda questions: ["d1" for _ in questions],
    "late": lambda questions: [Reply(["d1"], "soon") for _ in questions],
    "back": lambda questions: [Reply(["d1"], -1.0) for _ in questions],
    "set": lambda questions: [Reply({"d1", "d2"}) for _ in questions],
    "nan": lambda questions: [Reply([["d1", float("nan")]]) for _ in questions],
    "circular": circular,
    "array": lambda questions: [
        Reply({"ranked": np.array(right(each).value)}, np.float32(1.5)) for each in questions
    ],
    "pair": lambda questions: [Reply(tuple(right(each).value)) for each in questions],
    "own": raising(Own("gone")),
    "leaving": raising(SystemExit(3)),
    "wordless": raising(Wordless()),
    "waiting": raising(FailedError("busy", wait="long")),
    "dawdling": dawdling,
    "number": lambda questions: [Reply(12.5) for _ in questions],
}


class Odd:
    def __init__(self, options):
        self.ask = WAYS[options["does"]]
        for name in options.get("breaks", ()):
            setattr(self, name, broken)

    def hide(self, text):
        return text

    def last_words(self):
        return ["good bye"]

    def close(self):
        print("::error::closed")


def connect(options, *, folder, depth, timeout):
    if options["does"] == "unmade":
        raise Own("not today")
    return Odd(options)
"""


@pytest.fixture
def odd(place, monkeypatch):
    """Install the system `odd`; return what asks it and returns how that ended, and the answers."""
    site = place.top / "site"
    meta = site / "odd_system-1.0.dist-info"
    meta.mkdir(parents=True)
    (site / "odd_system.py").write_text(ODD, "utf-8")
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-system\nVersion: 1.0\n", "utf-8")
    (meta / "entry_points.txt").write_text("[gate.systems]\nodd = odd_system:connect\n", "utf-8")
    monkeypatch.syspath_prepend(site)
    _forget()

    def ask(does, *, breaks="[]", timeout=5, max_errors=0.02, more=""):
        options = f"options: {{does: {does}, breaks: {breaks}}}"
        system = f"plugin: odd\n{options}\ntimeout: {timeout}\nretries: 0\n{more}"
        place.write(system, more=f"max_errors: {max_errors}")
        return place.run()

    ask.top, ask.site = place.top, site
    yield ask
    _forget()


def _forget():
    for looked_up in (installed._points, installed.find):
        looked_up.cache_clear()
    sys.modules.pop("odd_system", None)


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("few", "it returned 0 replies to 1 question: a Reply each is wanted"),
        ("many", "it returned 2 replies to 1 question: a Reply each is wanted"),
        ("none", "it returned nothing (None), not a list with a Reply a question"),
        ("lazy", "it returned generator, not a list with a Reply a question"),
        ("text", "it returned a list with str in it, which is no Reply"),
        ("late", "its Reply has the latency_ms 'soon', not a number from 0"),
        ("back", "its Reply has the latency_ms -1.0, not a number from 0"),
        ("set", "its Reply cannot be read: it returned a set, which has no order"),
        ("nan", "its Reply cannot be read: it returned NaN, which is no score"),
        ("circular", "its Reply cannot be read: it returned what is nested too deeply, or holds itself"),
        ("own", "Own: gone"),
        ("leaving", "SystemExit: 3"),
        ("wordless", "Wordless"),
        ("waiting", "busy"),
        ("number", "the answer is 12.5, not a list of documents"),
    ],
)
def test_what_is_no_reply_is_an_error_of_its_item(odd, does, told):
    """Whatever is returned or raised, the call ends with 4 and says what was wrong with it."""
    ended, rows = odd(does)
    assert (ended.code, rows) == (4, None)
    assert f"most often: {told}" in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize("does", ["right", "array", "pair"])
def test_arrays_and_tuples_are_lists(odd, does):
    """What an array library returns is the same answer as a list."""
    ended, rows = odd(does)
    assert ended.code == 0
    assert {ident: row["ranked"] for ident, row in rows.items()} == {
        f"q{i:05d}": [f"d{i}"] for i in range(20)
    }


def test_the_time_limit_is_kept_for_it(odd):
    """A call that hangs is one item's error after `timeout`, and the others are answered."""
    ended, rows = odd("dawdling", timeout=1.5, max_errors=0.1)
    assert ended.code == 0
    assert rows["q00003"]["error"] == "no answer within 1.5 seconds"
    assert [ident for ident, row in rows.items() if "error" in row] == ["q00003"]


def test_a_batch_without_a_sensible_answer_is_asked_apart(odd):
    """With `batch`, what hangs takes no other question with it."""
    ended, rows = odd("dawdling", timeout=1.5, max_errors=0.1, more="batch: 2")
    assert ended.code == 0
    assert [ident for ident, row in rows.items() if "error" in row] == ["q00003"]


@pytest.mark.parametrize(
    ("does", "code", "told"),
    [
        ("right", 0, "20 of 20 questions asked"),
        ("own", 4, "most often: Own: gone"),
        ("number", 4, "most often: an answer that is none, and that the system's hide cannot make fit"),
    ],
)
def test_what_only_accompanies_the_asking_may_break(odd, does, code, told):
    """`hide`, `last_words` and `close` that raise change no answer and no exit code."""
    ended, _ = odd(does, breaks="[hide, last_words, close]")
    assert ended.code == code
    assert told in ended.err
    assert "broken" not in ended.err


def test_one_that_cannot_be_made_is_told(odd):
    """Even an exception that is none of Python's ordinary ones ends with 4."""
    ended, _ = odd("unmade")
    assert ended.code == 4
    assert "it broke while it was made: Own: not today" in ended.err


def test_progress_is_told_while_the_system_is_silenced(odd):
    """In a process of its own: the summary reaches standard error, and what is printed reaches nobody."""
    odd("right")
    path = os.pathsep.join([str(odd.site), str(REPOSITORY)])
    ended = command("run", "live.yaml", "--output", "-", cwd=odd.top, PYTHONPATH=path)
    assert ended.code == 0
    assert "gate: plugin odd: 20 of 20 questions asked" in ended.err
    assert "::error" not in ended.out + ended.err


def test_a_thread_is_used_again_unless_its_call_hangs():
    """Calls one after the other share a thread; after one that is overdue there is another."""
    threads, done = Threads(1.5), threading.Event()
    first = threads.call(threading.get_ident)
    assert threads.call(threading.get_ident) == first
    with pytest.raises(OverdueError, match=r"no answer within 1\.5 seconds"):
        threads.call(done.wait)
    assert threads.call(threading.get_ident) != first
    done.set()
    threads.close()
