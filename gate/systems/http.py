"""An HTTP endpoint, one request a question.

Requests are made with the standard library, which honours the proxies of the environment. A redirect is
an error, because following it would hand the secrets in the headers to another address.
"""

from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from gate.digits import counted
from gate.readers.values import quoted
from gate.systems.asking import FailedError, Reply
from gate.systems.deadline import Http, Https
from gate.systems.filling import CUT, Secrets, fields_of, fill_json, fill_text, fill_url
from gate.systems.pointer import follow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from email.message import Message
    from http.client import HTTPResponse

    from gate.config.endpoint import Http as Place
    from gate.config.system import System as Settings
    from gate.systems.asking import Question

LARGEST = 64 << 20
"""Bytes of a response above which it is no answer to one question."""

_LOOKED_AT, _SHOWN = 4096, 200
"""Bytes of a response that is no answer that are looked at, and characters of them that are shown."""

_AGAIN = frozenset({408, 425, 429})
"""Codes below 500 after which another attempt may succeed."""


class _NoRedirect(HTTPRedirectHandler):
    """Leaves a redirect what it is: an answer that is none."""

    def redirect_request(self, *_: object) -> None:
        return None


class Endpoint:
    """What ``system.http`` names.

    Args:
        settings: ``system:`` of the config.
        depth: Results wanted; ``None`` where the task is classification.

    Raises:
        NoAnswerError: An environment variable that it needs is not set.
    """

    def __init__(self, settings: Settings, depth: int | None) -> None:
        assert settings.http is not None
        self._http, self._depth, self._timeout = settings.http, depth, settings.timeout
        asked = [self._http.url, dict(self._http.headers), self._http.body]
        self._secrets = Secrets(asked, f"system.http: {self._http.url}")
        self._opener = build_opener(_NoRedirect(), Http(), Https())

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply]:
        """Make one request."""
        (question,) = questions
        started = monotonic()
        try:
            body = self._fetch(question)
        except TimeoutError:
            raise FailedError(f"no answer within {self._timeout:g} seconds") from None
        except HTTPError as error:
            with error:
                raise self._refused(error) from None
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise FailedError(f"no answer within {self._timeout:g} seconds") from None
            raise FailedError(self._secrets.hide(f"it cannot be reached: {error.reason}")) from None
        except (HTTPException, OSError) as error:
            what = f"the connection broke: {type(error).__name__}: {error}"
            raise FailedError(self._secrets.hide(what)) from None
        except UnicodeError:
            what = "it cannot be asked: the address or a header holds characters that HTTP cannot carry"
            raise FailedError(what, again=False) from None
        except ValueError as error:  # an address or a header that cannot be sent
            raise FailedError(self._secrets.hide(f"it cannot be asked: {error}"), again=False) from None
        latency_ms = 1000 * (monotonic() - started)
        try:
            found = json.loads(body)
        except (ValueError, RecursionError):
            raise FailedError(f"the response is not JSON: {quoted(self._start_of(body))}") from None
        try:
            return [Reply(_picked(found, self._http, ranked=self._depth is not None), latency_ms)]
        except (LookupError, ValueError) as error:
            what = error.args[0]
            raise FailedError(self._secrets.hide(f"in the response, {what}"), again=False) from None

    def hide(self, text: str) -> str:
        """Take out of ``text`` what came from the environment."""
        return self._secrets.hide(text)

    def last_words(self) -> Sequence[str]:
        """Return nothing: what it says, it says in its answers."""
        return []

    def close(self) -> None:
        """Keep nothing open."""

    def _fetch(self, question: Question) -> bytes:
        http, fields = self._http, fields_of(question, self._depth)
        headers = {"Accept": "application/json", "User-Agent": "mergegate"}
        data = None
        if http.method == "POST":
            data = json.dumps(fill_json(http.body, fields, self._secrets)).encode()
            headers["Content-Type"] = "application/json"
        headers |= {name: fill_text(value, fields, self._secrets) for name, value in http.headers.items()}
        url = fill_url(http.url, fields, self._secrets)
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"{http.url!r} is no http address once it is filled in")
        if "@" in urlsplit(url).netloc:
            what = "the address holds a user name or password once it is filled in: send them as a header"
            raise FailedError(what, again=False)
        request = Request(url, data, headers, method=http.method)  # noqa: S310 - checked just above
        with self._opener.open(request, timeout=self._timeout) as response:
            return _read(response)

    def _refused(self, error: HTTPError) -> FailedError:
        again = error.code >= 500 or error.code in _AGAIN
        if 300 <= error.code < 400:
            what = f"HTTP {error.code}: redirects are not followed; ask the new address"
            return FailedError(what, again=False)
        try:
            said = self._start_of(error.read(_LOOKED_AT))
        except (OSError, HTTPException):
            said = ""
        what = self._secrets.hide(f"HTTP {error.code} {error.reason}") + (f": {said}" if said else "")
        return FailedError(what, again=again, wait=_asked_to_wait(error.headers))

    def _start_of(self, body: bytes) -> str:
        """Return how a response begins, on one line; secrets are hidden before anything is cut off."""
        said = self._secrets.hide(" ".join(body[:_LOOKED_AT].decode("utf-8", "replace").split()))
        return said if len(said) <= _SHOWN else f"{said[:_SHOWN]}{CUT}"


def _read(response: HTTPResponse) -> bytes:
    """Read the whole body, if it is not too large."""
    parts: list[bytes] = []
    size = 0
    while part := response.read1(1 << 16):
        parts.append(part)
        size += len(part)
        if size > LARGEST:
            raise HTTPException(f"the response is larger than {LARGEST >> 20} MiB")
    missing = response.length
    if missing:
        raise HTTPException(f"the response ends {counted(missing, 'byte')} too early")
    return b"".join(parts)


def _asked_to_wait(headers: Message) -> float | None:
    """Return the seconds of ``Retry-After`` (RFC 9110, 10.2.3); a date counts from the response's own."""
    text = (headers.get("Retry-After") or "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        then, now = (parsedate_to_datetime(value) for value in (text, headers.get("Date") or ""))
        return max(0.0, (then - now).total_seconds())
    except (ValueError, TypeError):
        return None


def _picked(found: Any, http: Place, *, ranked: bool) -> object:
    """Pick the answer out of a response.

    Raises:
        LookupError: Something is not where the config says.
        ValueError: It is something else than the config says.
    """
    if ranked:
        hits = follow(found, http.hits or "")
        if not isinstance(hits, list):
            what = http.hits or "the whole"
            raise ValueError(f"{what} is {quoted(hits)}, not a list of results")
        answer: dict[str, Any] = {"ranked": [_hit(hit, http) for hit in hits]}
    else:
        places = {"score": http.score, "predicted": http.predicted, "probabilities": http.probabilities}
        answer = {name: follow(found, pointer) for name, pointer in places.items() if pointer is not None}
        if not answer:  # nothing points to a class or score: a text is wanted
            text = follow(found, http.text or "")
            answer = dict(text) if isinstance(text, dict) else {"text": text}
    for name, pointer in http.numbers.items():
        answer[name] = follow(found, pointer)
        if isinstance(answer[name], bool) or not isinstance(answer[name], (int, float)):
            raise ValueError(f"{pointer} is {quoted(answer[name])}, not a number")  # noqa: TRY004
    return answer


def _hit(hit: Any, http: Place) -> object:
    if http.id is None:
        return hit
    ident = follow(hit, http.id)
    return ident if http.score is None else [ident, follow(hit, http.score)]
