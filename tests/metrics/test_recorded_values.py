"""Every value that the reference tools recorded is compared, or its name stands among those that are not."""

import json
import os
import re
import subprocess
import sys

import pytest

from tests.conftest import REPOSITORY

WORDS = {"tool", "conventions"}
"""Parts of a record that say what the tools were and how they count."""


def not_compared():
    """Return the names that docs/conventions.md lists with a reason."""
    text = (REPOSITORY / "docs" / "conventions.md").read_text("utf-8")
    section = text.split("\n## What other tools recorded\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


@pytest.mark.slow
def test_no_recorded_value_is_overlooked(shared, tmp_path):
    """All tests that open a record together read every value of it but those that the page lists."""
    shared("data")
    files = [
        path for path in (REPOSITORY / "tests").rglob("test_*.py") if path.name != "test_recorded_values.py"
    ]
    opening = sorted(str(path) for path in files if "expected.json" in path.read_text("utf-8"))
    unread = tmp_path / "unread.json"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "tests.metrics.recorded", "-p", "no:cacheprovider"),
            *("-m", "slow or not slow", *opening),
        ],
        cwd=REPOSITORY,
        env={**os.environ, "GATE_UNREAD": str(unread), "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]

    known = not_compared()
    overlooked = [
        f"{name}: {'.'.join(map(str, path))}"
        for name, paths in json.loads(unread.read_text("utf-8")).items()
        for path in paths
        if not WORDS & set(path) and path[-1] not in known
    ]
    assert overlooked == []
