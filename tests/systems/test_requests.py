"""What an endpoint is sent, and where its answer is found in any response."""

import json

import pytest

from gate.systems.asking import Question
from gate.systems.filling import Secrets, fields_of, fill_url
from tests.systems.conftest import HTTP, SECRET
from tests.systems.server import status


def test_a_question_cannot_break_out_of_the_request(place, search):
    """Quotes, braces, placeholders and variables in a question stay the text they are."""
    place.write(HTTP.format(url=search.url), items=1)
    query = 'say "hi", {{k}} ${SEARCH_TOKEN}\\ \n question 0'
    (place.top / "golden.jsonl").write_text(
        json.dumps({"id": "q1", "query": query, "relevant": ["d0"]}) + "\n", "utf-8"
    )

    ended, _ = place.run()

    assert ended.code == 0
    assert search.requests[0][1] == {"query": query, "k": 5}


def test_an_address_is_filled_in_and_escaped(place):
    """What a question puts into an address is data there, too."""
    url = "https://${HOST}/s?q={{query}}&n={{k}}"
    fields = fields_of(Question("q1", "a&b=c/d é"), 10)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOST", "search.example.com:8080")
        filled = fill_url(url, fields, Secrets(url, "here"))

    assert filled == "https://search.example.com:8080/s?q=a%26b%3Dc%2Fd%20%C3%A9&n=10"


def test_a_password_that_the_environment_puts_into_an_address_is_not_sent(place, search, monkeypatch):
    """It is an error of the item, and no part of it is shown."""
    monkeypatch.setenv("ADDRESS", search.url.replace("//", "//user:hunter22@"))

    ended = place.write(HTTP.format(url="${ADDRESS}")).gate("check")

    assert ended.code == 4
    assert "the address holds a user name or password once it is filled in" in ended.err
    assert "hunter22" not in ended.err
    assert search.requests == []


@pytest.mark.parametrize("secret", ["t0ken\n", 'quo"ted', "back\\slash", "sp ace/é+%", "new\nline", "é€ß€"])
def test_a_secret_that_cannot_be_sent_is_not_shown_either(place, search, monkeypatch, secret):
    """The message names the trouble; however the value is escaped in it, it is hidden."""
    monkeypatch.setenv("SEARCH_TOKEN", secret)
    for i in range(20):
        search.script[f"question {i}"].append(status(400, json.dumps({"token": secret}).encode()))

    ended = place.write(HTTP.format(url=search.url)).gate("check")

    assert ended.code == 4
    for shown in (secret, repr(secret)[1:-1], json.dumps(secret)[1:-1], repr(secret.encode())[2:-1]):
        assert shown not in ended.err


@pytest.mark.parametrize("before", range(0, 70, 7))
def test_a_secret_in_an_answer_is_not_shown_in_part(place, search, before):
    """Wherever a message that quotes an answer is cut, no piece of a secret is left in it."""
    echoed = "x" * before + SECRET + "y" * 500
    place.write(HTTP.format(url=search.url), items=1, more="max_errors: 1")
    for hits in ([{"_id": "a", "_score": echoed}], echoed):
        search.script["question 0"].append(status(200, {"hits": hits, "usage": {"cost": 1}}))

        ended, rows = place.run()

        assert ended.code == 0
        assert SECRET[:5] not in rows["q00000"]["error"]


def place_with(place, system, task="retrieval", rest="k: 5\nmetrics: {mrr: {}}"):
    """Write a config with a system of its own, and a golden set of one item."""
    head = f"version: 1\nname: live\ntask: {task}\ngolden_set: golden.jsonl\n"
    (place.top / "live.yaml").write_text(f"{head}system:\n  retries: 0\n{system}\n{rest}\n")
    item = {"id": "q1", "query": "question 1", "relevant": ["d1"], "label": "bad"}
    (place.top / "golden.jsonl").write_text(json.dumps(item) + "\n")
    return place


@pytest.mark.parametrize(
    ("response", "pointers", "ranked"),
    [
        (["d1", "d2"], "", ["d1", "d2"]),
        ([{"id": "d1", "score": 2.5}, {"id": 7, "score": 1}], "", [["d1", 2.5], [7, 1]]),
        ({"data": {"ids": ["d1"]}}, "hits: /data/ids", ["d1"]),
        ([{"doc": {"a/b": "d1"}}], 'id: "/doc/a~1b"', ["d1"]),
        ([{"pair": ["d1", 0.5]}], "id: /pair/0\n    score: /pair/1", [["d1", 0.5]]),
        ([], "", []),
    ],
)
def test_pointers_find_the_answer_in_any_response(place, search, response, pointers, ranked):
    """Lists of ids or objects, at the top or inside, with and without scores."""
    search.script["question 1"].append(status(200, response))
    place_with(place, f'  http:\n    url: {search.url}\n    body: {{query: "{{{{query}}}}"}}\n    {pointers}')

    ended, rows = place.run()

    assert ended.code == 0, ended.err
    assert rows["q1"]["ranked"] == ranked


@pytest.mark.parametrize(
    ("response", "pointers", "answer"),
    [
        ({"p": 0.25}, "score: /p", {"score": 0.25}),
        ({"p": 1, "class": "bad"}, "score: /p\n    predicted: /class", {"score": 1, "predicted": "bad"}),
        ({"all": {"bad": 0.9, "ok": 0.1}}, "probabilities: /all", {"score": 0.9, "predicted": "bad"}),
        ({"p": "high"}, "score: /p", {"error": "the score 'high' is not a number"}),
    ],
)
def test_a_classifier_behind_http(place, search, response, pointers, answer):
    """Score, class and probabilities are pointed to in the response; a whole number is a score there."""
    search.script["question 1"].append(status(200, response))
    place_with(
        place,
        f'  http:\n    url: {search.url}\n    body: {{query: "{{{{query}}}}"}}\n    {pointers}',
        task="classification",
        rest="positive: bad\nmax_errors: 1\nmetrics: {accuracy: {}}",
    )

    ended, rows = place.run()

    assert ended.code == 0, ended.err
    assert {key: value for key, value in rows["q1"].items() if key not in {"id", "latency_ms"}} == answer


def test_a_question_may_stand_in_the_address(place, search):
    """GET, without a body."""
    url = f"{search.url}?query={{{{query}}}}&k={{{{k}}}}"
    place_with(place, f'  http:\n    url: "{url}"\n    method: GET\n    hits: /hits\n    id: /_id')

    ended, rows = place.run()

    assert ended.code == 0, ended.err
    assert rows["q1"]["ranked"] == ["d1", "x1", "x2", "x3", "x4"]
    assert search.requests[0][1] == {"query": "question 1", "k": 5}


def test_an_endpoint_may_be_asked_by_id(place, search):
    """A golden set without texts can be asked where the request names the item."""
    place_with(
        place,
        f'  http:\n    url: {search.url}\n    body: {{query: "{{{{id}}}} 1"}}\n    hits: /hits\n    id: /_id',
    )
    (place.top / "golden.jsonl").write_text('{"id": "q1", "relevant": ["d1"]}\n')

    ended, _ = place.run()

    assert ended.code == 0, ended.err
    assert search.requests[0][1]["query"] == "q1 1"


def test_an_endpoint_that_is_not_there(place):
    """Nobody listens: an error of each item, exit 4, and the address as the config has it."""
    place_with(place, '  http:\n    url: http://127.0.0.1:9/\n    body: {query: "{{query}}"}')

    ended = place.gate("check")

    assert ended.code == 4
    assert "http http://127.0.0.1:9/: 1 of 1 question ended in an error" in ended.err
    assert "it cannot be reached: [Errno 111] Connection refused" in ended.err


def test_a_secret_too_short_to_be_hidden_is_refused(place, search, monkeypatch):
    """Taken out of messages, a letter would leave nothing to read; four characters are enough."""
    monkeypatch.setenv("SEARCH_TOKEN", "abc")
    place.write(HTTP.format(url=search.url))

    ended = place.gate("check")

    assert ended.code == 3
    assert "the environment variable SEARCH_TOKEN has fewer than 4 characters" in ended.err
    assert "abc" not in ended.err
    assert not search.requests
    monkeypatch.setenv("SEARCH_TOKEN", "abcd")
    assert place.run()[0].code == 0
