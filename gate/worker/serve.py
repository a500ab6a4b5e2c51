"""The worker's life: load what is asked, answer requests side by side, end when the gate does."""

from __future__ import annotations

import json
import os
import sys
import threading
from queue import SimpleQueue
from time import perf_counter
from typing import TYPE_CHECKING, Any, BinaryIO

from gate.worker import told
from gate.worker.functions import BatchError
from gate.worker.target import Unusable, load
from gate.worker.wanted import Wanted

if TYPE_CHECKING:
    from gate.worker.target import Ask


def main() -> None:
    """Serve one gate over the standard streams; return never: the process ends with its input."""
    requests, replies = _keep_stdin_for_us(), Replies(_keep_stdout_for_us())
    first = requests.readline()
    if first:
        _serve(Wanted(**json.loads(first)), requests, replies)
    sys.stderr.flush()
    # Nobody waits for what is still under way, and a call that hangs must not keep the process alive.
    os._exit(0)


class Replies:
    """Lines to the gate, each written whole whichever thread writes it.

    Args:
        stream: The pipe.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def send(self, **reply: Any) -> None:
        """Write one reply.

        Raises:
            ValueError: A number in it is NaN: JSON has no word for it.
        """
        line = json.dumps(reply, allow_nan=False).encode() + b"\n"
        with self._lock:
            self._stream.write(line)
            self._stream.flush()


def _keep_stdin_for_us() -> BinaryIO:
    """Return standard input, and let whoever else reads it find nothing."""
    ours = os.fdopen(os.dup(0), "rb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return ours


def _keep_stdout_for_us() -> BinaryIO:
    """Return standard output, and let whatever else is written to it go to standard error."""
    ours = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return ours


def _serve(wanted: Wanted, requests: BinaryIO, replies: Replies) -> None:
    try:
        ask, source = load(wanted)
    except Unusable as error:
        replies.send(unusable=str(error), by=error.by, fix=error.fix)
        return
    replies.send(ready=True, source=source)
    inbox: SimpleQueue[bytes] = SimpleQueue()
    for _ in range(wanted.concurrency):
        threading.Thread(target=_work, args=(ask, inbox, replies), daemon=True).start()
    for line in requests:
        inbox.put(line)


def _work(ask: Ask, inbox: SimpleQueue[bytes], replies: Replies) -> None:
    while True:
        _answer(ask, json.loads(inbox.get()), replies)


def _answer(ask: Ask, request: dict[str, Any], replies: Replies) -> None:
    started = perf_counter()
    try:
        found = ask(request["questions"], request["k"])
        spent = 1000 * (perf_counter() - started) / len(request["questions"])
        replies.send(id=request["id"], values=found, latency_ms=spent)
    except BatchError as error:
        replies.send(id=request["id"], error=str(error))
    except BaseException as error:  # noqa: BLE001 - an exit of the user's code is an error of one answer, too
        told.print_from_theirs(error)
        replies.send(id=request["id"], error=f"{type(error).__name__}: {error}")
