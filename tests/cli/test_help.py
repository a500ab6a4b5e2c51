"""The command line itself: help, usage, what is loaded, and how it ends."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from gate.cli import BROKEN_PIPE, Commands, main
from gate.errors import ExitCode, NoAnswerError, Problem, QuestionError, SystemFailedError

REPOSITORY = Path(__file__).parents[2]
HEAVY = {"numpy", "scipy", "pandas", "sklearn", "jinja2"}

LOADED = """
import sys
from gate.cli import main
code = main({argv!r})
print(*sorted(name for name in sys.modules if "." not in name), file=sys.stderr)
sys.exit(code)
"""


def run(*argv, **environment):
    """Run the gate in a process of its own, from the root of the repository."""
    return subprocess.run(
        [sys.executable, "-m", "gate", *argv],
        cwd=REPOSITORY,
        env={**os.environ, "COLUMNS": "100", **environment},
        capture_output=True,
        check=False,
    )


def loaded(*argv):
    """Return the top-level modules that a call loads."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(argv=list(argv))],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return set(done.stderr.split())


def raising(monkeypatch, error):
    """Make `gate schema` fail with ``error``."""

    def fail():
        raise error

    command = click.Command("schema", callback=fail)
    monkeypatch.setattr(Commands, "get_command", lambda self, context, name: command)
    return main(["schema"])


def test_help_names_every_command_and_every_exit_code():
    """A newcomer sees what there is, what to type first, and what each exit code asks of whom."""
    done = run("--help")
    text = done.stdout.decode()
    assert done.returncode == 0
    for name in Commands.places:
        assert f"\n  {name} " in text
    for code in ExitCode:
        assert f"\n  {code:>5}  " in text
    assert "gate check    configs/search.yaml" in text


@pytest.mark.parametrize("name", [*Commands.places, "explain metric", "explain item"])
def test_every_command_explains_itself(name, capsys):
    """`--help` of each command says what it does, and ends with 0."""
    assert main([*name.split(), "--help"]) == 0
    usage, _, rest = capsys.readouterr().out.partition("\n\n")
    assert usage.startswith(f"Usage: gate {name}")
    assert rest.strip()


def test_help_loads_next_to_nothing():
    """`gate --help` needs neither numbers, nor models, nor YAML."""
    assert not (HEAVY | {"pydantic", "yaml"}) & loaded("--help")


@pytest.mark.parametrize(
    "argv",
    [
        ("schema",),
        ("metrics",),
        ("explain", "metric", "pr_auc"),
        ("validate", "configs/docs_search.yaml", "configs/breast_cancer.yaml"),
        ("check", "--help"),
    ],
)
def test_what_computes_nothing_does_not_load_numpy(argv):
    """Reading configs and golden sets, listing and explaining, all come without arrays."""
    assert not HEAVY & loaded(*argv)


def test_version_is_one_line():
    """`gate --version` prints the name and the version."""
    done = run("--version")
    assert (done.returncode, done.stdout.decode().split()[0]) == (0, "gate")


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["chek"], "gate: no such command 'chek', did you mean 'check'? [usage]\n"),
        (["explain", "metrc"], "gate: no such command 'metrc', did you mean 'metric'? [usage]\n"),
        (["xyz"], "gate: no such command 'xyz'; there are: init, check, "),
        (["metrics", "--foo"], "gate: No such option '--foo'"),
        (["validate"], "gate: Missing argument 'CONFIG...'"),
        (["metrics", "--task", "judging"], "gate: Invalid value for '--task'"),
    ],
)
def test_a_mistake_on_the_command_line_ends_with_2_and_says_how_to_go_on(argv, told, capsys):
    """Usage is a question too; nothing is printed on standard output."""
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(told)
    fix, *usage = err.splitlines()[1:]
    assert fix.endswith("--help` shows how")
    assert usage[0].startswith("  Usage: gate ")


def test_without_a_command_there_is_help(capsys):
    """`gate` alone shows the commands, and is no success."""
    assert main([]) == 2
    assert "Commands:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (QuestionError("asked badly"), 2),
        (NoAnswerError("nothing to compare with"), 3),
        (SystemFailedError("it broke"), 4),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (click.FileError("x"), 2),
        (click.exceptions.Exit(1), 1),
        (RecursionError("deep"), 5),
        (MemoryError(), 3),
    ],
)
def test_every_way_to_end_has_its_code(error, code, monkeypatch):
    """Case 80: one number, one meaning; 1 is for a regression alone."""
    assert raising(monkeypatch, error) == code


def test_several_problems_are_counted_and_listed(monkeypatch, capsys):
    """Each keeps its place, its excerpt and its way out."""
    first = Problem("no such key 'flor'", "c.yaml:9", excerpt="flor: 1\n^^^^")
    raising(monkeypatch, QuestionError(first, Problem("empty", "g.jsonl", "fill it")))
    assert capsys.readouterr().err == (
        "gate: 2 problems\n"
        "  c.yaml:9: no such key 'flor'\n"
        "      flor: 1\n"
        "      ^^^^\n"
        "  g.jsonl: empty\n"
        "    fix: fill it\n"
    )


def test_a_bug_says_that_it_is_one_and_how_to_report_it(monkeypatch, capsys):
    """What went wrong, where, and what to send; the traceback only for those who ask."""
    monkeypatch.delenv("GATE_DEBUG", raising=False)
    assert raising(monkeypatch, KeyError("x")) == 5
    told = capsys.readouterr().err
    assert told.startswith(
        "gate: this is a bug of the gate, not of your files: KeyError: 'x' (gate/cli/__init__.py:"
    )
    assert "please report it" in told
    assert "Traceback" not in told
    monkeypatch.setenv("GATE_DEBUG", "1")
    raising(monkeypatch, KeyError("x"))
    assert "Traceback" in capsys.readouterr().err


def test_what_is_no_exception_is_a_bug_too(monkeypatch, capsys):
    """Whatever is raised ends with a code that no regression has; only an exit is left alone."""
    assert raising(monkeypatch, asyncio.CancelledError("x")) == 5
    assert "bug of the gate, not of your files: CancelledError: x" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        raising(monkeypatch, SystemExit(3))


def test_debug_is_an_option_too(monkeypatch, capsys):
    """`gate --debug COMMAND` shows the traceback of a bug."""
    monkeypatch.delenv("GATE_DEBUG", raising=False)
    monkeypatch.setattr(Commands, "get_command", lambda self, context, name: 1 / 0)
    assert main(["--debug", "schema"]) == 5
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_console_will_do(encoding):
    """Case 78: what a console cannot show becomes an escape, in output and in errors, never an exception."""
    done = run("explain", "metric", "ndcg", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 0
    assert b"rvelin" in done.stdout
    done = run("validate", "łódź-🚀.yaml", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 2
    assert b"no such config" in done.stderr


def test_a_reader_that_goes_away_is_no_error():
    """`gate schema | head -1` ends without a word, and neither as a pass nor as a regression."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gate", "schema"],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == BROKEN_PIPE
