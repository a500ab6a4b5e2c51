"""A program that fails in every way at once: each item has its own answer, or its own error."""

import json
import sys

import pytest

HOSTILE = """
import hashlib, json, os, sys, threading, time

lock = threading.Lock()

def say(line):
    with lock:
        sys.stdout.write(line + "\\n")
        sys.stdout.flush()

def answer(asked, start):
    draw = hashlib.sha256(f"{asked['id']} {start}".encode()).digest()[0]
    if draw < 4:
        os._exit(3)
    if draw < 8:
        say('{"id": "q')
    if draw < 10:
        time.sleep(30)
    time.sleep(draw / 255 * 0.01)
    say(json.dumps({"id": asked["id"], "ranked": ["d" + asked["query"].split()[1]]}))

with open("starts", "a") as out:
    print(os.getpid(), file=out)
start = len(open("starts").read().split())
for line in sys.stdin:
    threading.Thread(target=answer, args=(json.loads(line), start), daemon=True).start()
"""


@pytest.mark.parametrize("concurrency", [1, 8])
def test_nothing_is_lost_or_mixed_up(place, concurrency):
    """Crashes, half lines and calls that hang, side by side, on 150 items: every answer is its item's own."""
    system = (
        f"command: [{json.dumps(sys.executable)}, hostile.py]\n"
        f"concurrency: {concurrency}\ntimeout: 1.5\nstartup: 5\nretries: 6"
    )

    ended, rows = place.write(system, items=150, more="max_errors: 1", hostile=HOSTILE).run()

    assert ended.code == 0
    assert len(rows) == 150
    assert len((place.top / "starts").read_text().split()) > 2
    errors = [row["error"] for row in rows.values() if "error" in row]
    assert len(errors) <= 3
    for name, row in rows.items():
        assert "error" in row or row["ranked"] == [f"d{int(name[1:])}"]
