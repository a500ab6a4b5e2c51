"""JSON over HTTP, asked patiently: pages followed, limits of rate waited for, tokens kept at home.

The standard library is enough for a handful of calls, and every dependency here would hold the token.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from gate.errors import NoAnswerError, Problem
from gate.surroundings import at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

TIMEOUT = 20.0
"""Seconds without a byte after which one request is given up."""

PATIENCE = 90.0
"""Seconds that all waiting between the tries of one request may take."""

TRIES = 5
"""Times a request is sent before a passing fault counts as a lasting one."""

LARGEST = 20 << 20
"""Bytes of one answer; what is longer is no answer to a question of ours."""

HOPS = 3
"""Redirects followed, as a renamed repository needs one."""

MOST_PAGES = 300
"""Pages followed, of a hundred entries each."""

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class ForgeError(NoAnswerError):
    """The forge refused, or could not be reached.

    Args:
        what: What it said, in one line; no secret is in it.
        status: The HTTP status; 0 if there was no answer.
        fix: The way out, if one is known.
        code: What kind of trouble it is.
    """

    def __init__(self, what: str, *, status: int = 0, fix: str = "", code: str = "forge_refused") -> None:
        super().__init__(Problem(what, fix=fix, code=code))
        self.status = status


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back.

    Attributes:
        status: HTTP status.
        headers: By their name in small letters.
        content: The body, at most :data:`LARGEST` bytes.
    """

    status: int
    headers: Mapping[str, str]
    content: bytes

    def value(self) -> Any:
        """Return the body as JSON; ``None`` if there is none.

        Raises:
            ForgeError: It is something else, as a proxy's page of HTML is.
        """
        if not self.content.strip():
            return None
        try:
            return json.loads(self.content)
        except (ValueError, RecursionError):
            raise ForgeError("the answer is not JSON", status=self.status, code="forge_answer") from None


@dataclass(frozen=True, slots=True)
class Connection:
    """One forge's interface, and who asks.

    Attributes:
        api: Base URL.
        headers: Sent with every request, the token among them; to no other host.
        wait: Sleeps a number of seconds.
    """

    api: str
    headers: Mapping[str, str] = field(repr=False)
    wait: Callable[[float], None] = time.sleep

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send one request and return the JSON that came back.

        Args:
            method: ``"GET"``, ``"POST"``, …
            path: Below the base URL, with its query; or a whole URL of the same host.
            body: Sent as JSON, unless it is ``None``.

        Raises:
            ForgeError: The forge refused, or did not answer within :data:`TRIES`.
        """
        return self._answer(method, path, body).value()

    def pages(self, path: str) -> Iterator[Any]:
        """Yield the entries of a list, following the ``Link`` to the next page to the end.

        Raises:
            ForgeError: As for :meth:`ask`; a page that is no list; more pages than there can be.
        """
        following: str | None = path
        for _ in range(MOST_PAGES):
            if following is None:
                return
            answer = self._answer("GET", following, None)
            entries = answer.value()
            if not isinstance(entries, list):
                raise ForgeError("the answer is not a list", status=answer.status, code="forge_answer")
            yield from entries
            following = _next(answer.headers.get("link", ""))
        if following is not None:
            raise ForgeError(f"more than {MOST_PAGES} pages", code="forge_answer")

    def _answer(self, method: str, path: str, body: object, *, hops: int = HOPS) -> Answer:
        url = self._url(path)
        answer = self._patiently(method, url, body)
        place = answer.headers.get("location")
        if (
            place
            and hops
            and (answer.status in {307, 308} or (answer.status in {301, 302} and method == "GET"))
        ):
            return self._answer(method, urljoin(url, place), body, hops=hops - 1)
        if answer.status >= 300:
            raise _refusal(answer)
        return answer

    def _patiently(self, method: str, url: str, body: object) -> Answer:
        """Send one request until its answer is final."""
        waited, sent = 0.0, 0
        while True:
            answer, sent = self._send(method, url, body), sent + 1
            pause = _pause(answer, sent)
            if pause is None:
                assert not isinstance(answer, str)
                return answer
            if sent == TRIES or waited + pause > PATIENCE:
                raise _refusal(answer, f"gave up after {sent} tries: ")
            self.wait(pause)
            waited += pause

    def _url(self, path: str) -> str:
        url = path if "://" in path else f"{self.api}{path}"
        here, there = urlsplit(self.api), urlsplit(url)
        if (here.scheme, here.netloc) != (there.scheme, there.netloc):
            raise ForgeError(
                f"it points to another host, {there.netloc or url!r}: not followed", code="forge_refused"
            )
        if there.scheme != "https" and there.hostname not in _LOOPBACK:
            raise ForgeError(
                f"{here.netloc} is not asked without encryption: {self.api}", code="forge_refused"
            )
        return url

    def _send(self, method: str, url: str, body: object) -> Answer | str:
        """Return the answer of one request, or why there is none."""
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, sent, method=method)  # noqa: S310 - _url has seen to it
        for name, value in self.headers.items():
            request.add_unredirected_header(name, value)
        if sent is not None:
            request.add_unredirected_header("Content-Type", "application/json")
        try:
            with _opener().open(request, timeout=TIMEOUT) as response:
                return _read(response)
        except urllib.error.HTTPError as error:
            with error:
                return _read(error)
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            reason = getattr(error, "reason", None) or error
            return f"{urlsplit(url).netloc} does not answer: {reason or type(error).__name__}"


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows nothing by itself: where a redirect leads is looked at first."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Leave the redirect to the caller."""


def _opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_Stay)


def _read(response: Any) -> Answer:
    content: bytes = response.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ForgeError(
            f"the answer is longer than {LARGEST:,} bytes", status=response.status, code="forge_answer"
        )
    return Answer(response.status, {k.lower(): v for k, v in response.headers.items()}, content)


def _pause(answer: Answer | str, sent: int) -> float | None:
    """Return how many seconds to wait before trying again; ``None`` if the answer is final."""
    growing = float(2 ** (sent - 1))
    if isinstance(answer, str) or answer.status in {500, 502, 503, 504}:
        return _told(answer) or growing
    if answer.status == 429 or (answer.status == 403 and _is_limit(answer)):
        return _told(answer) or max(growing, 5.0)
    return None


def _is_limit(answer: Answer) -> bool:
    if "retry-after" in answer.headers or answer.headers.get("x-ratelimit-remaining") == "0":
        return True
    return b"rate limit" in answer.content.lower()


def _told(answer: Answer | str) -> float | None:
    """Return the seconds that the forge asks to wait, by its own clock; ``None`` if it does not say."""
    if isinstance(answer, str):
        return None
    after = answer.headers.get("retry-after", "")
    if after.isascii() and after.isdecimal():
        return float(after)
    reset = answer.headers.get("x-ratelimit-reset", "") if _spent(answer) else ""
    try:
        now = parsedate_to_datetime(answer.headers.get("date", "")).timestamp()
    except (TypeError, ValueError):
        return None
    return max(float(reset) - now, 1.0) if reset.isascii() and reset.isdecimal() else None


def _spent(answer: Answer) -> bool:
    return answer.headers.get("x-ratelimit-remaining") == "0"


def _refusal(answer: Answer | str, before: str = "") -> ForgeError:
    if isinstance(answer, str):
        return ForgeError(f"{before}{answer}", code="forge_unreachable")
    said = ""
    try:
        value = json.loads(answer.content)
        if isinstance(value, dict):
            said = str(value.get("message") or value.get("error") or "")
            errors = value.get("errors")
            details = [at(each, "message") for each in errors] if isinstance(errors, list) else []
            said = ": ".join([said, *(str(detail) for detail in details if detail)])
    except (ValueError, RecursionError):
        pass
    said = " ".join(said.split())[:200]
    return ForgeError(
        f"{before}{answer.status}{f' ({said})' if said else ''}", status=answer.status, code="forge_refused"
    )


def _next(link: str) -> str | None:
    """Return the address that a ``Link`` header calls ``next``.

    >>> _next('<https://forge.example/x?page=3>; rel="next", <https://forge.example/x?page=9>; rel="last"')
    'https://forge.example/x?page=3'
    """
    for part in link.split(","):
        address, _, relation = part.strip().partition(">;")
        if address.startswith("<") and 'rel="next"' in relation:
            return address[1:]
    return None
