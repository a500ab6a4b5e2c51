"""Calls that are interrupted, in processes of their own, and what they leave behind."""

import json
import os
import signal
import subprocess
import sys
import time

from tests.systems.conftest import HTTP, SECRET
from tests.systems.server import status


def start(place, *argv):
    """Call the gate in a process of its own, which heeds Ctrl-C even where the tests do not."""
    command = [sys.executable, "-m", "gate", *argv]
    # A process inherits that a signal is ignored, as in a job behind `&`; one that is handled it takes anew.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            command,
            cwd=place.top,
            env={**os.environ, "SEARCH_TOKEN": SECRET},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    finally:
        signal.signal(signal.SIGINT, before)


def interrupt(process, seconds=60.0):
    """Press Ctrl-C; return what the process says on standard error, if it ends.

    The seconds are enough for a busy machine, and far fewer than those that hang here take.
    """
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=seconds)[1]
    finally:
        process.kill()


def wait_until(true, seconds=60.0):
    """Wait until something is true."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.005)


def kept(place):
    """Return the items of the journal that have a whole answer."""
    found = set()
    for line in place.journal.read_bytes().split(b"\n")[:-1]:
        entry = json.loads(line)
        if entry["line"]:
            found.add(json.loads(entry["line"])["id"])
    return found


def interrupted(place, search, url=None, items=1_000):
    """Ask a search that goes down after ten answers: a call that stops with them in its journal."""
    for i in range(10, 20):
        search.script[f"question {i}"].append(status(404))
    place.write(HTTP.format(url=url or search.url), items=items)
    assert place.gate("check").code == 4
    assert len(kept(place)) == 10
    search.script.clear()
