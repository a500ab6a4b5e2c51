"""What commands print for people and programs: nothing in it is obeyed by a terminal or a build system."""

import json
import re

import pytest

from tests.end_to_end.calls import call

EVIL = "a\n::error::pwned\r::set-output name=verdict::pass ##[add-mask]x ##teamcity[x] \x1b[31m\u202e"
CONFIG = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
metrics: {mrr: {tolerance: 0.02}}
slices: {part: {tolerance: 0.1}}
baseline: {store: baselines/}
history: history/
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder in which every text that a stranger may choose is a command, or turns the line around."""
    monkeypatch.chdir(tmp_path)
    golden = [
        {"id": f"{EVIL}{i}", "query": EVIL, "relevant": {EVIL: 1}, "slices": {"part": f"{EVIL}{i % 2}"}}
        for i in range(30)
    ]
    run = [{"id": row["id"], "ranked": ["x", EVIL] if i % 3 else [EVIL]} for i, row in enumerate(golden)]
    for name, rows in (("golden", golden), ("run", run)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (tmp_path / "search.yaml").write_text(CONFIG, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "then",
    [
        [],
        ["validate", "search.yaml"],
        ["accept", "search.yaml", "--reason", EVIL],
        ["check", "search.yaml"],
        ["check", "search.yaml", "--run", f"{EVIL}.jsonl"],
        ["power", "search.yaml"],
        ["power", "search.yaml", "--format", "json"],
        ["explain", "item", "search.yaml", "mrr"],
        ["golden", "stats", "search.yaml"],
        ["golden", "lint", "search.yaml"],
        ["selftest", "search.yaml", "--simulations", "10", "--format", "json"],
    ],
    ids=" ".join,
)
def test_no_line_is_a_command(place, then):
    """Names of slices, ids, questions and reasons stand on their line, whatever is printed and wherever."""
    ends = [call("refresh", "search.yaml"), *([call(*then)] if then else [])]
    assert ends[0].code == 0
    for ended in ends:
        said = ended.out + ended.err
        assert said
        assert not re.search(r"^\s*::|##\w*\[|[\r\x1b\u202e]", said, re.MULTILINE)
