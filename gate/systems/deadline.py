"""HTTP under one deadline: connecting, the request, the headers and the body together.

The standard library limits each read by itself, so that a server that sends a byte now and then is never
too late. Here each step gets what is left; only the look-up of a name, which cannot be left, may take longer.
"""

from __future__ import annotations

import socket
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from io import BufferedReader, RawIOBase
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.request import HTTPHandler, HTTPSHandler

if TYPE_CHECKING:
    from urllib.request import Request

    from _typeshed import WriteableBuffer


def _left(until: float) -> float:
    """Return the seconds left, > 0.

    Raises:
        TimeoutError: There are none.
    """
    left = until - monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left


class _Timed(RawIOBase):
    """What a socket receives, until its time is over."""

    def __init__(self, received: Any, sock: socket.socket, until: float) -> None:
        self._received, self._sock, self._until = received, sock, until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        self._sock.settimeout(_left(self._until))
        found: int | None = self._received.readinto(buffer)
        return found

    def close(self) -> None:
        self._received.close()
        super().close()


class _Response(HTTPResponse):
    def __init__(self, sock: socket.socket, *args: Any, until: float, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self.fp = BufferedReader(_Timed(self.fp.detach(), sock, until))


class _Connection(HTTPConnection):
    """A connection whose ``timeout`` holds from its making to the last byte of the answer."""

    def __init__(self, host: str, *, timeout: float, **options: Any) -> None:
        super().__init__(host, timeout=timeout, **options)
        self._until = monotonic() + timeout
        self._create_connection = self._connected
        self.response_class = partial(_Response, until=self._until)  # type: ignore[assignment]

    def connect(self) -> None:
        super().connect()
        self.sock.settimeout(_left(self._until))

    def _connected(
        self, address: tuple[str, int], timeout: float, source: tuple[str, int] | None = None
    ) -> socket.socket:
        """Try one address after the other; together they have the time that is left."""
        del timeout  # it is what was there at the start
        host, port = address
        failed: OSError | None = None
        for *_rest, found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            try:
                sock = socket.create_connection((str(found[0]), port), _left(self._until), source)
            except OSError as error:
                failed = error
                continue
            sock.settimeout(_left(self._until))
            return sock
        raise failed or OSError(f"no address of {host!r}")


class _SecureConnection(_Connection, HTTPSConnection):
    """The same with TLS: ``connect`` of :class:`HTTPSConnection` runs before the time left is set anew."""


class Http(HTTPHandler):
    """Opens ``http:`` under one deadline."""

    def http_open(self, request: Request) -> Any:
        """Make the request."""
        return self.do_open(_Connection, request)  # type: ignore[arg-type]


class Https(HTTPSHandler):
    """Opens ``https:`` under one deadline; certificates are checked as the standard library does."""

    def https_open(self, request: Request) -> Any:
        """Make the request."""
        return self.do_open(_SecureConnection, request)  # type: ignore[arg-type]
