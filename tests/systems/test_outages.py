"""Errors of calls that were interrupted: all are counted, and an outage costs no answer."""

import json
import signal

import pytest

from gate import config
from gate.systems.asking import Question
from gate.systems.keys import Keys
from tests.systems.conftest import HTTP
from tests.systems.interruptions import kept, start, wait_until
from tests.systems.server import slow, status


def test_what_failed_before_is_asked_last(place, search):
    """A cluster of bad items stops one call; the next one gets to all the others first, and ends well."""
    for i in range(100, 112):
        search.script[f"question {i}"].extend([status(404)] * 2)
    place.write(HTTP.format(url=search.url) + "  concurrency: 1", items=1_200)
    first, _ = place.run()
    assert first.code == 4
    assert "the last 10 questions ended in an error, one after the other" in first.err
    assert sum(search.asked.values()) <= 111  # one more may be under way

    second, rows = place.run()

    assert second.code == 0
    assert [body["query"] for _, body in search.requests[-10:]] == [f"question {i}" for i in range(100, 110)]
    assert sum("error" in row for row in rows.values()) == 12


def test_errors_of_a_call_that_was_killed_still_count(place, search):
    """Nobody gets below the limit by calling again and again: the errors of all calls are pooled."""
    place.write(HTTP.format(url=search.url), items=400)
    for i in range(6):
        search.script[f"question {i}"].append(status(404))
    search.script["question 40"].append(slow(60))
    process = start(place, "check", "live.yaml")
    wait_until(lambda: search.asked["question 40"])
    process.send_signal(signal.SIGKILL)
    process.communicate()
    for i in range(390, 393):
        search.script[f"question {i}"].append(status(404))

    ended = place.gate("check")

    assert ended.code == 4
    assert "9 of 406 questions ended in an error, more than 2 %" in ended.err
    assert search.asked["question 0"] == 2  # asked again, and answered


def test_a_call_with_too_many_errors_leaves_nothing_to_go_on_from(place, search):
    """When the outage is over, everything is asked anew, and that alone counts."""
    for i in range(0, 80, 8):
        search.script[f"question {i}"].append(status(404))
    place.write(HTTP.format(url=search.url), items=200)
    assert place.gate("check").code == 4
    assert not place.journal.exists()

    ended = place.gate("check", "--first-run", "pass")

    assert ended.code == 0
    assert "200 of 200 questions asked, in" in ended.err


def test_a_journal_with_too_many_errors_is_not_gone_on_from(place, search):
    """A call that was killed when its budget was spent: the next one asks everything anew."""
    place.write(HTTP.format(url=search.url))
    place.journal.parent.mkdir()
    asked = config.load(place.top / "live.yaml")
    keys = Keys(asked, asked.system, 5)
    rows = [{"key": keys.of(Question("q00001", "question 1")), "line": None}] * 3
    rows.append(
        {"key": keys.of(Question("q00002", "question 2")), "line": '{"id":"q00002","ranked":["kept"]}'}
    )
    place.journal.write_text("".join(json.dumps(row) + "\n" for row in rows))

    ended, answers = place.run()

    assert ended.code == 0
    assert answers["q00002"]["ranked"][0] == ["d2", 1.0]


@pytest.mark.parametrize("items", [60, 200])
def test_an_outage_costs_no_answer(place, search, items):
    """In a small set ten errors in a row exceed the limit at once; what was answered before is kept."""
    for i in range(40, items):
        search.script[f"question {i}"].extend([status(404)] * (2 if i < 55 else 1))
    place.write(HTTP.format(url=search.url), items=items)
    for which in (1, 2):
        ended = place.gate("check")
        assert ended.code == 4
        assert f"it goes on where it stopped, unless you remove .gate/{place.journal.name}" in ended.err
        assert len(kept(place)) == 40, which
    search.script.clear()

    ended, rows = place.run()

    assert ended.code == 0
    assert "40 of them kept from before" in ended.err
    assert {search.asked[f"question {i}"] for i in range(40)} == {1}
    assert not any("error" in row for row in rows.values())


def test_an_outage_does_not_hide_earlier_errors(place, search):
    """The scattered errors before it stay in the count of the call that goes on, and so do later ones."""
    for i in (3, 6, *range(40, 50)):
        search.script[f"question {i}"].append(status(404))
    for i in (90, 92, 94):
        search.script[f"question {i}"].append(status(404))
    place.write(HTTP.format(url=search.url), items=200)
    assert place.gate("check").code == 4

    ended = place.gate("check")

    assert ended.code == 4
    assert "5 of 202 questions ended in an error, more than 2 %" in ended.err
    assert not place.journal.exists()
