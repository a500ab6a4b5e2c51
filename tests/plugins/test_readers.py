"""A reader of the user: its objects are checked like lines of our own files."""

import gzip

import pytest

from tests.end_to_end.calls import call
from tests.end_to_end.conftest import golden_rows, run_rows
from tests.plugins.conftest import CONFIG
from tests.plugins.texts import METRIC, READER

LOGGED = CONFIG.replace("run.jsonl", "run.log").replace("  first: {tolerance: 0.02}\n", "")


def lines(rows, key):
    return "".join(f"{row['id']} {' '.join(row[key])}\n" for row in rows)


@pytest.fixture
def logged(project):
    """A project with a run in a format of its own."""
    (project.top / "run.log").write_text(lines(run_rows(), "ranked"), "utf-8")
    return project.plugin(READER).write(config=LOGGED)


def test_the_same_content_has_the_same_values(logged):
    """Run and golden set in a format of ours or of the plugin, also packed: the same to the last digit."""
    (logged.top / "golden.log.gz").write_bytes(gzip.compress(lines(golden_rows(), "relevant").encode()))
    values = []
    for config in (
        LOGGED,
        LOGGED.replace("golden.jsonl", "golden.log.gz"),
        LOGGED.replace("run.log", "run.jsonl"),
    ):
        logged.write(config=config)
        ended, report = logged.check("--first-run", "pass")
        assert ended.code == 0
        values.append([check["candidate"] for check in report["checks"]])
    assert values[0] == values[1] == values[2]


def test_a_format_can_be_named_and_given_on_the_command_line(logged):
    """`format:` chooses it whatever the suffix, and `--run` reads it by its suffix."""
    (logged.top / "run.txt").write_bytes((logged.top / "run.log").read_bytes())
    logged.write(config=LOGGED.replace("{run: run.log}", "{run: {path: run.txt, format: log}}"))
    assert logged.gate("check", "--first-run", "pass").code == 0
    assert logged.gate("check", "--first-run", "pass", "--run", "run.log").code == 0
    assert call("compare", "run.log", "run.log", "--config", "search.yaml").code == 0
    logged.write(config=LOGGED.replace("{run: run.log}", "{run: {path: run.txt, format: lug}}"))
    assert "'lug' is no format: did you mean 'log'?" in logged.gate("check").err


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"ranked": results', '"ranked": 7', "run.log:1: "),
        ('"id": ident', '"id": "q000"', "run.log:2: "),
        ("yield number, {", "yield {", None),
        (
            "line.split()\n        yield",
            "line.split('x', 2)[:1] * 0\n        yield",
            "ValueError: not enough values",
        ),
        ("yield number, {", "raise GeneratorExit; {", "read_run raised GeneratorExit at mine.py:"),
        ("yield number, {", "yield number, 7; {", "read_run of mine.py gives tuple, not objects like those"),
        ("def read_run", "def read_runs", "the format log of mine.py is none of runs"),
        ('{"log": (".log",)}', "['log']", "mine.py: FORMATS is ['log'], not {name: suffixes}"),
        ('"log": (', '"Log": (', "'Log' cannot be a format's name"),
        ('"log": (', '"trec": (', "'trec' is a format already; call it otherwise"),
        ('(".log",)', '(".jsonl",)', "the suffix '.jsonl' stands for jsonl already"),
        ('(".log",)', "'.log'", "the suffixes of 'log' are '.log', not a tuple like ('.log',)"),
        (
            '("retrieval",)',
            '("multilabel",)',
            "the format log of mine.py is for multilabel, and the task is retrieval",
        ),
        ("TASKS", "TASK", "the plugin does not say what it is for"),
    ],
)
def test_what_is_wrong_is_said(logged, old, new, told):
    """Mistakes of the reader, and of the file it reads, end with exit code 2 and a sentence."""
    assert old in READER
    ended = logged.plugin(READER.replace(old, new, 1)).gate("check", "--first-run", "pass")
    assert ended.code == (2 if told else 0)
    assert (told or "") in ended.err


def test_a_file_may_hold_a_reader_and_metrics(logged):
    """One plugin brings both."""
    both = READER + METRIC.replace('TASKS = ("retrieval",)\n', "")
    logged.plugin(both).write(config=LOGGED.replace("  mrr: {}", "  first: {tolerance: 0.02}"))
    assert logged.gate("refresh").code == 0
