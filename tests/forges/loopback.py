"""A forge on the loopback interface: what the stand-ins for GitHub and GitLab share."""

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


@dataclass
class Asked:
    """One request."""

    method: str
    path: str
    query: dict
    headers: dict
    body: object
    raw: bytes


@dataclass
class Reply:
    """One response."""

    status: int
    value: object = None
    headers: dict = field(default_factory=dict)
    raw: bytes | None = None

    def content(self):
        """Return the bytes of the body."""
        if self.raw is not None:
            return self.raw
        return b"" if self.value is None else json.dumps(self.value).encode()


class Loopback:
    """A server that keeps what it was told, and checks every request and every response.

    A subclass answers in ``reply(asked)`` and checks in ``check(asked, reply)``, which returns what is wrong.
    """

    prefix = ""

    def __init__(self):
        self.log = []
        self.wrong = []
        self.faults = []
        self.before = lambda asked: None
        self.lock = threading.RLock()
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self):
                try:
                    super().handle_one_request()
                except (ConnectionError, BrokenPipeError):
                    self.close_connection = True

            def log_message(self, *_):
                """Keep quiet."""

            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                stand_in.serve(self, self.rfile.read(length))

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = answer

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    @property
    def url(self):
        """The base URL of the interface."""
        return f"http://127.0.0.1:{self.server.server_port}{self.prefix}"

    def close(self):
        """Stop, and wait for the end."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def serve(self, handler, raw):
        parts = urlsplit(handler.path)
        path = parts.path.removeprefix(self.prefix)
        try:
            body = json.loads(raw) if raw else None
        except ValueError:
            body = raw
        query = {k: v[-1] for k, v in parse_qs(parts.query).items()}
        headers = {k.lower(): v for k, v in handler.headers.items()}
        asked = Asked(handler.command, path, query, headers, body, raw)
        self.before(asked)
        with self.lock:
            self.log.append(asked)
            reply = self.faults.pop(0) if self.faults else self.reply(asked)
            if reply is None:  # the connection breaks
                handler.close_connection = True
                return
            self.wrong += self.check(asked, reply)
        content = reply.content()
        handler.send_response(reply.status)
        for name, value in reply.headers.items():
            handler.send_header(name, value)
        if reply.status != 204:
            handler.send_header("Content-Type", "application/json; charset=utf-8")
            handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        if reply.status != 204:
            handler.wfile.write(content)

    def page(self, asked, entries):
        """Return one page of a list, with the ``Link`` to the others."""
        size = min(int(asked.query.get("per_page", 30)), 100)
        number = int(asked.query.get("page", 1))
        last = max(-(-len(entries) // size), 1)
        query = "&".join(f"{k}={v}" for k, v in asked.query.items() if k != "page")

        def link(page, relation):
            return f'<{self.url}{asked.path}?{query}&page={page}>; rel="{relation}"'

        links = [link(number - 1, "prev")] if number > 1 else []
        if number < last:
            links += [link(number + 1, "next"), link(last, "last")]
        shown = entries[(number - 1) * size : number * size]
        return Reply(200, shown, {"Link": ", ".join(links)} if links else {})

    def asked_for(self, method):
        """Return the paths that were asked with this method."""
        return [each.path for each in self.log if each.method == method]
