"""Every value that the reference tools recorded is compared, or its name stands among those that are not."""

import json
import os
import re
import subprocess
import sys

import pytest

from tests.conftest import REPOSITORY


def listed():
    """Yield the names of each row that docs/conventions.md has of the records, and if they are compared."""
    text = (REPOSITORY / "docs" / "conventions.md").read_text("utf-8")
    section = text.split("\n## What other tools recorded\n")[1].split("\n## ")[0]
    for row in section.splitlines():
        if row.startswith("| `"):
            _, names, compared, *_ = row.split("|")
            yield set(re.findall(r"`([^`]+)`", names)), compared.strip() != "no"


def keys(record):
    """Return every key of a record, however deep."""
    if isinstance(record, list):
        return {key for each in record for key in keys(each)}
    if not isinstance(record, dict):
        return set()
    return record.keys() | {key for each in record.values() for key in keys(each)}


def test_every_listed_name_is_recorded(shared):
    """The page lists nothing that no record has, and nothing twice."""
    records = [json.loads(file.read_text("utf-8")) for file in shared("data").rglob("expected.json")]
    names = [name for row, _ in listed() for name in row]

    assert len(names) == len(set(names)) > 30
    assert set(names) - {key for record in records for key in keys(record)} == set()


@pytest.mark.slow
def test_no_recorded_value_is_overlooked(shared, tmp_path):
    """All tests that open a record together make use of every value of it but those that the page lists."""
    shared("data")
    files = [
        path for path in (REPOSITORY / "tests").rglob("test_*.py") if path.name != "test_recorded_values.py"
    ]
    opening = sorted(str(path) for path in files if "expected.json" in path.read_text("utf-8"))
    unused = tmp_path / "unused.json"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "tests.metrics.recorded", "-p", "no:cacheprovider"),
            *("-m", "slow or not slow", *opening),
        ],
        cwd=REPOSITORY,
        env={**os.environ, "GATE_UNUSED": str(unused), "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]

    passed_over = {name for row, compared in listed() if not compared for name in row}
    overlooked = [
        f"{name}: {'.'.join(map(str, path))}"
        for name, paths in json.loads(unused.read_text("utf-8")).items()
        for path in paths
        if passed_over.isdisjoint(path)
    ]
    assert overlooked == []
