"""What commands print for people and programs: nothing in it is obeyed by a terminal or a build system."""

import json
import re
import subprocess

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


PATHS = "::error::x.jsonl"


@pytest.mark.parametrize(
    "argv",
    [
        ["lint", PATHS, "--task", "retrieval"],
        ["add", PATHS, "::warning::log.jsonl", "--task", "retrieval"],
        ["diff", PATHS, "--task", "retrieval"],
    ],
    ids=lambda argv: argv[0],
)
def test_no_path_of_a_golden_set_is_a_command(argv, tmp_path, monkeypatch):
    """A path is a name that somebody chose, too, and often the first word of a line."""
    monkeypatch.chdir(tmp_path)
    rows = [{"id": name, "query": "the same question", "relevant": {"d": 1}} for name in "ab"]
    for name in (PATHS, "::warning::log.jsonl"):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for command in ("init", "add .", "-c user.name=A -c user.email=a@example.org commit --quiet -m one"):
        subprocess.run(["git", *command.split()], check=True, capture_output=True)

    ended = call("golden", *argv)

    assert ended.code == 0, ended.err
    assert ": :error::x.jsonl" in ended.out
    assert not re.search(r"^\s*::", ended.out, re.MULTILINE)


def test_no_class_is_a_command(tmp_path, monkeypatch):
    """What was decided of an item is the name of a class, which a golden set chooses."""
    monkeypatch.chdir(tmp_path)
    classes = ["##[error]pwn", "\n::error::pwn"]
    golden = [{"id": f"q{i}", "label": classes[i % 2]} for i in range(30)]
    run = [{"id": f"q{i}", "predicted": classes[i % 3 % 2]} for i in range(30)]
    for name, rows in (("golden", golden), ("run", run)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    text = CONFIG.replace("task: retrieval", "task: multiclass").replace("mrr", "accuracy")
    (tmp_path / "search.yaml").write_text(text.replace("slices: {part: {tolerance: 0.1}}\n", ""), "utf-8")
    assert call("refresh", "search.yaml").code == 0

    for item in ("q0", "q1"):
        ended = call("explain", "item", "search.yaml", "accuracy", item)

        assert ended.code == 0, ended.err
        assert "error" in ended.out
        assert not re.search(r"^\s*::|##\w*\[", ended.out, re.MULTILINE)
