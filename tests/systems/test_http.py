"""An endpoint that misbehaves: nothing is lost, nothing is averaged away, nothing secret is told."""

import threading
import time

import pytest

from tests.systems.conftest import HTTP, SECRET
from tests.systems.server import disconnect, dripping, echo, not_json, slow, status, truncated


@pytest.fixture
def asked(place, search):
    """Write a config that asks the server; more keys of the system may be given."""

    def write(keys="", **options):
        return place.write(HTTP.format(url=search.url) + keys, **options)

    return write


def test_a_good_endpoint_is_asked_once_an_item(asked, search):
    """Ids, scores, cost and latency arrive; question, depth and secret are sent as the config says."""
    ended, rows = asked().run()

    assert ended.code == 0
    assert set(search.asked.values()) == {1}
    assert len(rows) == 20
    assert rows["q00007"]["ranked"][:2] == [["d7", 1.0], ["x1", 0.5]]
    assert len(rows["q00007"]["ranked"]) == 5
    assert rows["q00007"]["cost"] == 0.5
    assert 0 < rows["q00007"]["latency_ms"] < 5000
    headers, body = search.requests[0]
    assert headers["Authorization"] == f"Bearer {SECRET}"
    assert body == {"query": "question 0", "k": 5}


@pytest.mark.parametrize(
    "fault",
    [status(500), status(429), status(503), truncated, not_json, disconnect],
    ids=lambda f: f.__name__,
)
def test_a_passing_fault_is_got_over(asked, search, fault):
    """What may go away is tried again; the answer is the one that came in the end."""
    search.script["question 3"].extend([fault, fault])

    ended, rows = asked().run()

    assert ended.code == 0
    assert search.asked["question 3"] == 3
    assert rows["q00003"]["ranked"][0] == ["d3", 1.0]
    assert "2 asked again" in ended.err


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (status(500, b"index  is\n offline"), "HTTP 500 Internal Server Error: index is offline"),
        (status(429), "HTTP 429 Too Many Requests"),
        (truncated, "the connection broke: HTTPException: the response ends 980 bytes too early"),
        (not_json, """the response is not JSON: '{"hits": [{"_id": "d'"""),
        (
            disconnect,
            "the connection broke: RemoteDisconnected: Remote end closed connection without response",
        ),
        (slow(60), "no answer within 1.5 seconds"),
    ],
    ids=["500", "429", "truncated", "not JSON", "disconnect", "slow"],
)
def test_a_lasting_fault_is_an_error_of_its_item_alone(asked, search, fault, error):
    """It is tried as often as allowed, named in the run, and the other items have their answers."""
    search.script["question 3"].extend([fault] * 9)

    ended, rows = asked("  timeout: 1.5\n  retries: 1", more="max_errors: 0.05").run()

    assert ended.code == 0
    assert search.asked["question 3"] == 2
    assert rows["q00003"] == {"id": "q00003", "error": error}
    assert sum("error" in row for row in rows.values()) == 1
    assert len(rows) == 20
    assert "20 of 20 questions asked, 1 error" in ended.err


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (status(404), "HTTP 404 Not Found"),
        (
            status(302, Location="http://127.0.0.1:1/"),
            "HTTP 302: redirects are not followed; ask the new address",
        ),
        (status(200, {"results": []}), "in the response, /hits is not there: there is results"),
        (
            status(200, {"hits": 3, "usage": {"cost": 1}}),
            "in the response, /hits is 3, not a list of results",
        ),
        (
            status(200, {"hits": [{"_id": "d1", "_score": 1}, {"id": "d2"}], "usage": {"cost": 1}}),
            "in the response, /_id is not there: there is id",
        ),
        (
            status(200, {"hits": [{"_id": "d1", "_score": "high"}], "usage": {"cost": 1}}),
            "the score 'high' is not a number",
        ),
        (
            status(200, {"hits": [{"_id": 1.5, "_score": 1}], "usage": {"cost": 1}}),
            "the id 1.5 is a number with a point or exponent; write it as text",
        ),
        (
            status(200, {"hits": [], "usage": {"cost": "1"}}),
            "in the response, /usage/cost is '1', not a number",
        ),
    ],
    ids=["404", "redirect", "no hits", "hits no list", "a hit without id", "score", "id", "cost"],
)
def test_what_will_not_change_is_not_tried_again(asked, search, fault, error):
    """A refusal, a redirect or an answer of another shape is final after one request."""
    search.script["question 3"].extend([fault] * 9)

    ended, rows = asked(more="max_errors: 0.05").run()

    assert ended.code == 0
    assert search.asked["question 3"] == 1
    assert rows["q00003"]["error"] == error


@pytest.mark.parametrize("headers", [True, False], ids=["headers", "body"])
def test_one_deadline_for_all_of_an_answer(asked, search, headers):
    """A server that sends a byte now and then is too late like one that sends none."""
    search.script["question 3"].append(dripping(headers=headers))
    since = time.monotonic()

    ended, rows = asked("  timeout: 1.5\n  retries: 0", more="max_errors: 0.05").run()

    assert ended.code == 0
    assert rows["q00003"] == {"id": "q00003", "error": "no answer within 1.5 seconds"}
    assert time.monotonic() - since < 30  # of the 60 that it drips


def test_a_server_that_asks_for_patience_gets_it(asked, search):
    """The next attempt comes after ``Retry-After``, not after the usual pause."""
    search.script["question 3"].append(status(429, Retry_After="1"))

    ended, rows = asked().run()

    first, second = search.at["question 3"]
    assert ended.code == 0
    assert second - first >= 1
    assert "error" not in rows["q00003"]


def test_a_date_of_retry_after_counts_from_the_servers_own_clock(asked, search):
    """A clock that is years off makes nobody wait for years."""
    later = status(503, Date="Sat, 01 Mar 2008 12:00:00 GMT", Retry_After="Sat, 01 Mar 2008 12:00:01 GMT")

    def step(handler):
        handler.date_time_string = lambda *_: "Sat, 01 Mar 2008 12:00:00 GMT"
        later(handler)

    search.script["question 3"].append(step)

    ended, _ = asked().run()

    first, second = search.at["question 3"]
    assert ended.code == 0
    assert 1 <= second - first < 60


def test_a_server_that_asks_for_an_hour_is_given_up(asked, search):
    """Nobody sits in front of a build for that long; it is an error at once."""
    search.script["question 3"].append(status(503, Retry_After="3600"))

    ended, rows = asked(more="max_errors: 0.05").run()

    assert ended.code == 0
    assert search.asked["question 3"] == 1
    assert rows["q00003"]["error"].startswith("HTTP 503")


def test_wrong_ids_are_not_an_error_of_the_system_but_a_bad_answer(asked, search):
    """Documents that nobody judged score what they are worth: the metric falls, exit 1."""
    for i in range(20):
        search.script[f"question {i}"].append(
            status(200, {"hits": [{"_id": "zzz", "_score": 1}], "usage": {"cost": 1}})
        )

    ended = asked().gate("check")

    assert ended.code == 1
    assert "mrr: 0 is below the floor of 0.5" in ended.out


def test_errors_count_in_a_check_and_are_named(asked, search):
    """One failure of 60: the mean holds a 0 for it, the report counts and names it, the rate is watched."""
    search.script["question 3"].extend([status(500)] * 9)

    ended = asked("  concurrency: 4", items=60).gate("check", "--first-run", "pass")

    assert ended.code == 0
    assert "0.9833" in ended.out  # 59 of 60
    said = " ".join(ended.out.split())
    assert (
        "errored: 1 with an error for an answer: counted as the worst value where a metric has one (q00003)"
        in said
    )
    assert "error_rate" in ended.out


def test_a_system_that_is_down_ends_the_call_early(asked, search):
    """Beyond the budget and ten errors nothing more is asked: exit 4, with the commonest error."""
    for i in range(200):
        search.script[f"question {i}"].extend([status(500, b"down")] * 9)

    ended, rows = asked("  retries: 0", items=200).run()

    assert ended.code == 4
    assert rows is None
    assert sum(search.asked.values()) <= 12
    assert "10 of 200 questions ended in an error, more than 2 %" in ended.err
    assert "most often: HTTP 500 Internal Server Error: down" in ended.err


def test_a_few_errors_too_many_end_the_call_when_all_is_asked(asked, search):
    """Two of twenty are more than 2 %: everything was asked, nothing is judged, exit 4."""
    for i in (3, 4):
        search.script[f"question {i}"].extend([status(500)] * 9)

    ended = asked("  retries: 0").gate("check")

    assert ended.code == 4
    assert sum(search.asked.values()) == 20
    assert "2 of 20 questions ended in an error, more than 2 %" in ended.err


def test_no_more_is_under_way_than_allowed(asked, search):
    """With ``concurrency: 3`` three requests are under way, and never a fourth."""
    search.pause, search.meeting = 0.01, threading.Barrier(3, timeout=60)

    ended, _ = asked("  concurrency: 3\n  retries: 0", items=60).run()

    assert ended.code == 0
    assert search.busiest == 3


def test_one_at_a_time_is_the_default(asked, search):
    """Nobody's service is flooded by a config that does not ask for it."""
    search.pause = 0.002

    asked().run()

    assert search.busiest == 1


def test_a_secret_is_told_to_the_server_and_to_nobody_else(asked, search, place):
    """Not on a stream, in the run, the cache, or a report; even if the server repeats it."""
    for i in range(0, 40, 3):
        search.script[f"question {i}"].append(echo)
    system = '  identity: "index ${SEARCH_TOKEN}"\n  cache: write'

    asked(system, items=40, more="max_errors: 0.9", metrics="{mrr: {}}")
    ended, rows = place.run()
    checked = place.gate(
        "check", "--output", "json:report.json", "--output", "markdown:report.md", "--first-run", "pass"
    )

    assert ended.code == checked.code == 0
    assert rows["q00000"]["error"] == "HTTP 400 Bad Request: no such token Bearer ***"
    files = [path for path in place.top.rglob("*") if path.is_file()]
    assert sum(path.suffix == ".json" for path in files) > 20
    told = [ended.out, ended.err, checked.out, checked.err, *(path.read_text("utf-8") for path in files)]
    assert not any(SECRET in text or "s3cr3t" in text for text in told)


def test_a_secret_that_is_missing_is_no_answer(asked, monkeypatch, search):
    """Exit 3, the variable by name, and the way out for forks; nothing is asked."""
    monkeypatch.delenv("SEARCH_TOKEN")

    ended = asked().gate("check")

    assert ended.code == 3
    assert "the environment variable SEARCH_TOKEN is not set" in ended.err + ended.out
    assert not search.asked
