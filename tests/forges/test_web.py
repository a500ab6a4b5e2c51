"""Asking patiently: limits of rate, faults that pass, pages, redirects, and a token that stays at home."""

import pytest

from gate.forges.web import PATIENCE, TRIES, Connection, ForgeError
from tests.forges.loopback import Loopback, Reply

DATE = {"Date": "Tue, 01 Dec 2026 12:00:00 GMT"}
NOON = 1_796_126_400


class Echo(Loopback):
    """Answers everything with what was asked."""

    def reply(self, asked):
        return Reply(200, {"path": asked.path, "body": asked.body})

    def check(self, asked, reply):
        return []


@pytest.fixture
def server():
    """Give a server that answers anything."""
    echo = Echo()
    yield echo
    echo.close()


@pytest.fixture
def waited():
    """Give the list of seconds that were waited."""
    return []


@pytest.fixture
def forge(server, waited):
    """Give a connection that counts instead of waiting."""
    return Connection(server.url, {"Authorization": "Bearer secret", "User-Agent": "x"}, wait=waited.append)


def test_an_answer_is_the_json_that_came_back(forge, server):
    """What was sent arrives, and the token with it."""
    assert forge.ask("POST", "/x", {"a": "ü"}) == {"path": "/x", "body": {"a": "ü"}}
    assert server.log[0].headers["authorization"] == "Bearer secret"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (Reply(429, {"message": "slow down"}, {"Retry-After": "7"}), 7.0),
        (Reply(403, {"message": "You have exceeded a secondary rate limit."}), 5.0),
        (
            Reply(
                403, {"message": "limit"}, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(NOON + 30)}
            ),
            30.0,
        ),
        (Reply(503, raw=b"<html>"), 1.0),
        (Reply(502, {"message": "x"}, {"Retry-After": "3"}), 3.0),
        (None, 1.0),
    ],
)
def test_what_passes_is_waited_for(forge, server, waited, reply, expected, monkeypatch):
    """As long as the forge asks by its own clock; else a little longer each time."""
    if reply is not None and "x-ratelimit-reset" in reply.headers:
        monkeypatch.setattr("http.server.BaseHTTPRequestHandler.date_time_string", lambda *_: DATE["Date"])
    server.faults = [reply]
    assert forge.ask("GET", "/x")["path"] == "/x"
    assert waited == [expected]


def test_patience_ends(forge, server, waited):
    """After some tries, or at once where the forge asks for more time than there is."""
    server.faults = [Reply(500)] * 100
    with pytest.raises(ForgeError, match=f"gave up after {TRIES} tries: 500"):
        forge.ask("GET", "/x")
    assert waited == [1, 2, 4, 8]
    server.faults = [Reply(429, headers={"Retry-After": str(int(PATIENCE) + 1)})]
    with pytest.raises(ForgeError, match="gave up after 1 tries: 429"):
        forge.ask("GET", "/x")


def test_a_refusal_is_final(forge, server, waited):
    """No second try, and what the forge said is passed on in one line."""
    server.faults = [Reply(403, {"message": "Resource not\naccessible by integration"})]
    with pytest.raises(ForgeError) as caught:
        forge.ask("GET", "/x")
    assert (caught.value.status, waited) == (403, [])
    assert str(caught.value) == "403 (Resource not accessible by integration) [forge_refused]"


def test_what_is_no_json_is_no_answer(forge, server):
    """The page of a proxy."""
    server.faults = [Reply(200, raw=b"<html>login</html>")]
    with pytest.raises(ForgeError, match="not JSON"):
        forge.ask("GET", "/x")
    server.faults = [Reply(204)]
    assert forge.ask("DELETE", "/x") is None


def test_a_list_has_to_be_one(forge):
    """An object where a list was asked for."""
    with pytest.raises(ForgeError, match="not a list"):
        list(forge.pages("/x"))


def test_redirects_stay_with_the_host(forge, server):
    """A renamed repository is followed with the token; another host never gets it, and loops end."""
    server.faults = [Reply(307, headers={"Location": "/new?q=1"})]
    assert forge.ask("PATCH", "/x", {"a": 1}) == {"path": "/new", "body": {"a": 1}}
    server.faults = [Reply(301, headers={"Location": "http://127.0.0.2:1/steal"})]
    with pytest.raises(ForgeError, match="another host"):
        forge.ask("GET", "/x")
    server.faults = [Reply(302, headers={"Location": "/x"})] * 10
    with pytest.raises(ForgeError, match="302"):
        forge.ask("GET", "/x")


def test_a_link_to_another_host_is_not_followed(forge, server):
    """A page that names its successor elsewhere."""
    server.faults = [Reply(200, [], {"Link": '<https://elsewhere.example/x?page=2>; rel="next"'})]
    with pytest.raises(ForgeError, match="another host, 'elsewhere"):
        list(forge.pages("/x"))


def test_no_token_travels_unencrypted(server):
    """Plain HTTP is for the loopback interface alone."""
    forge = Connection("http://forge.example/api", {})
    with pytest.raises(ForgeError, match="not asked without encryption"):
        forge.ask("GET", "/x")


def test_a_forge_that_is_gone_is_told_in_a_sentence(server, waited):
    """Nobody listens there."""
    forge = Connection(server.url, {}, wait=waited.append)
    server.close()
    with pytest.raises(ForgeError, match="does not answer"):
        forge.ask("GET", "/x")
    assert len(waited) == TRIES - 1


def test_an_endless_answer_is_cut(forge, server, monkeypatch):
    """Nobody fills the memory."""
    monkeypatch.setattr("gate.forges.web.LARGEST", 100)
    server.faults = [Reply(200, ["x" * 200])]
    with pytest.raises(ForgeError, match="longer than 100 bytes"):
        forge.ask("GET", "/x")


def test_an_endless_list_is_given_up(forge, server, monkeypatch):
    """Each page names itself as the next."""
    monkeypatch.setattr("gate.forges.web.MOST_PAGES", 3)
    server.faults = [Reply(200, [1], {"Link": f'<{server.url}/x>; rel="next"'}) for _ in range(9)]
    with pytest.raises(ForgeError, match="more than 3 pages"):
        list(forge.pages("/x"))


def test_details_of_a_refusal_are_told(forge, server):
    """Which field, and why."""
    server.faults = [
        Reply(422, {"message": "Validation Failed", "errors": [{"message": "body is too long"}]})
    ]
    with pytest.raises(ForgeError, match=r"422 \(Validation Failed: body is too long\)"):
        forge.ask("POST", "/x", {})
    server.faults = [Reply(418, raw=b"<html>")]
    with pytest.raises(ForgeError, match=r"^418 \[forge_refused\]$"):
        forge.ask("GET", "/x")
