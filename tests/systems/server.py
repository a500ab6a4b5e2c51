"""A loopback server that answers searches, and misbehaves by script."""

import json
import threading
import time
from collections import Counter, defaultdict, deque
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit


class Search:
    """What the server was asked, and what it does about it.

    Attributes:
        script: ``{query: [what to do at its first request, …]}``; afterwards it answers.
        requests: What came, in order: ``(headers, body)``.
        asked: How often each query was asked.
        at: ``{query: [seconds when it was asked, …]}``.
        busiest: Most requests under way at the same time.
        pause: Seconds that each answer takes at least; so long it is counted as under way.
        meeting: So many requests wait for each other before they are answered, if there is one.
    """

    def __init__(self, url):
        self.url = url
        self.script = defaultdict(deque)
        self.requests, self.asked, self.at = [], Counter(), defaultdict(list)
        self.busiest, self.pause = 0, 0.0
        self.meeting = None
        self._under_way = 0
        self._lock = threading.Lock()

    def hits(self, body):
        """Return the answer to ``question 7``: document d7 first."""
        number = body["query"].rpartition(" ")[2]
        found = [f"d{number}", *(f"x{place}" for place in range(1, 20))][: body.get("k", 10)]
        return {
            "hits": [{"_id": d, "_score": 1.0 / (i + 1)} for i, d in enumerate(found)],
            "usage": {"cost": 0.5},
        }

    @contextmanager
    def noticed(self, headers, body):
        """Count a request while it is under way; give what the script says about it."""
        query = body["query"]
        with self._lock:
            self.requests.append((headers, body))
            self.asked[query] += 1
            self.at[query].append(time.monotonic())
            self._under_way += 1
            self.busiest = max(self.busiest, self._under_way)
            steps = self.script.get(query)
            step = steps.popleft() if steps else None
        try:
            yield step
        finally:
            with self._lock:
                self._under_way -= 1


def _handler(search):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked = dict(parse_qsl(urlsplit(self.path).query))
            self.answer({"query": asked["query"], "k": int(asked["k"])})

        def do_POST(self):
            self.answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def answer(self, body):
            with search.noticed(dict(self.headers), body) as step:
                if search.meeting is not None:
                    search.meeting.wait()
                time.sleep(search.pause)
            # The caller may ask again before anything behind the reply is done.
            if step is not None:
                step(self)
            else:
                reply(self, 200, search.hits(body))

        def log_message(self, *_):
            """Say nothing."""

    return Handler


def reply(handler, code, content, **headers):
    """Send a whole response."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    handler.send_response(code)
    handler.send_header("Content-Length", str(len(data)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(data)


def status(code, content=b"", **headers):
    """Answer with a code of its own."""
    return lambda handler: reply(handler, code, content, **headers)


def slow(seconds):
    """Answer too late; the caller may be gone by then."""

    def step(handler):
        time.sleep(seconds)
        with suppress(OSError):
            reply(handler, 200, {"hits": []})

    return step


def dripping(*, headers):
    """Send a byte every tenth of a second, of the headers or of the body, until the caller hangs up."""

    def step(handler):
        start = b"HTTP/1.0 200 OK\r\n" + (b"X-Long: " if headers else b"Content-Length: 1000\r\n\r\n")
        with suppress(OSError):
            handler.wfile.write(start)
            for _ in range(600):
                handler.wfile.write(b" ")
                time.sleep(0.1)

    return step


def truncated(handler):
    """Promise more than is sent."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"hits": [{"_id": "d')


def not_json(handler):
    """Send a whole response that is half a JSON text."""
    reply(handler, 200, b'{"hits": [{"_id": "d')


def disconnect(handler):
    """Hang up without a word."""
    handler.close_connection = True
    handler.connection.close()


def echo(handler):
    """Repeat the caller's secrets in an error."""
    reply(handler, 400, f"no such token {handler.headers['Authorization']}".encode())


class _Server(ThreadingHTTPServer):
    """Takes as many callers at once as any test has: one that finds no room would wait for a second."""

    daemon_threads = True
    request_queue_size = 64


@contextmanager
def serving():
    """Run a server on a free port; end it afterwards."""
    server = _Server(("127.0.0.1", 0), BaseHTTPRequestHandler)
    search = Search(f"http://127.0.0.1:{server.server_port}/search")
    server.RequestHandlerClass = _handler(search)
    server.handle_error = lambda *_: None
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield search
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
