"""The command `gate`: one command a file, each imported when it is asked for."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.lazy import LazyGroup
from gate.errors import ExitCode, GateError, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

BROKEN_PIPE = 141
"""What a shell reports for a program whose reader went away: neither a pass nor a regression."""

OUT_OF_REACH = (errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP, errno.EROFS)
"""What the system says of a path that a user named, before anybody could ask what lies there."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What it says of a file, or of standard output, that takes no more."""


class Commands(LazyGroup):
    """All commands, the daily ones first."""

    places = {  # noqa: RUF012 (never changed)
        "init": "gate.cli.init:init",
        "check": "gate.cli.check:check",
        "refresh": "gate.cli.refresh:refresh",
        "accept": "gate.cli.accept:accept",
        "run": "gate.cli.run:run",
        "compare": "gate.cli.compare:compare",
        "explain": "gate.cli.explain:explain",
        "report": "gate.cli.report:report",
        "comment": "gate.cli.comment:comment",
        "history": "gate.cli.history:history",
        "power": "gate.cli.power:power",
        "monitor": "gate.cli.monitor:monitor",
        "selftest": "gate.cli.selftest:selftest",
        "experiment": "gate.cli.experiment:experiment",
        "validate": "gate.cli.validate:validate",
        "golden": "gate.cli.golden:golden",
        "convert": "gate.cli.convert:convert",
        "metrics": "gate.cli.metrics:metrics",
        "schema": "gate.cli.schema:schema",
    }


def _version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from gate.surroundings import version

        click.echo(f"gate {version()}")
        context.exit()


def _debug(context: click.Context, _: click.Parameter, asked: bool) -> None:
    # Eager, because a command that cannot even be imported is a bug too.
    context.obj["debug"] |= asked


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""
\b
Exit codes, and whose move it is:
    0  not worse than tolerated           nobody's
    1  regressed: this and nothing else   the author of the change
    2  config, golden set, run or usage   whoever edits those files
    3  no answer: no fair comparison      the gate's owner
    4  the system under test failed       its owner
    5  a bug in the gate                  please report it
  130  interrupted

\b
A first use:
    gate init                             write the files to fill in
    gate validate configs/search.yaml     is the question well put?
    gate refresh  configs/search.yaml     store today's answers as the baseline
    gate check    configs/search.yaml     is the system worse than that?
""",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Print the version and stop.",
)
@click.option(
    "--debug",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_debug,
    help="Show the traceback of a bug. [also: GATE_DEBUG=1]",
)
def commands() -> None:
    """Tell whether a change made a search, a classifier or a writing system worse.

    A config names a golden set, what the system answered, metrics, and how much worse is fine. The
    gate compares the answers with a stored baseline, item by item, and ends with a verdict that
    a build can rely on.
    """


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: Arguments after the program's name; those of the process by default.

    Returns:
        The exit code; no exception but ``SystemExit`` leaves this function.
    """
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        # A console that cannot show a character gets an escape, never an exception.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    settings = {"debug": os.environ.get("GATE_DEBUG", "0") not in {"", "0"}}
    try:
        from gate.surroundings import one_blas_thread

        one_blas_thread()
        code = _run(list(sys.argv[1:] if argv is None else argv), settings)
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go_of_stdout()
        return BROKEN_PIPE
    except (KeyboardInterrupt, click.Abort) as error:
        _complain(str(error) or "interrupted")
        return ExitCode.INTERRUPTED
    except GateError as error:
        _complain(_told(error))
        return error.exit_code
    except click.ClickException as error:
        _complain_of_usage(error)
        return ExitCode.QUESTION
    except MemoryError:
        what, fix = "there is not enough memory for this", "give it more, or smaller files"
        _complain(str(Problem(what, fix=fix, code="out_of_memory")))
        return ExitCode.NO_ANSWER
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001 (the last line of defence: a bug has an exit code too)
        if isinstance(error, OSError) and (said := _said_of_a_file(error)):
            _complain(said)
            return ExitCode.QUESTION
        _complain(_bug(error))
        if settings["debug"]:
            traceback.print_exception(error)
        return ExitCode.BUG
    return code


def _open_streams() -> None:
    """Let what is said to a stream that the caller closed go nowhere.

    A file that is opened takes the lowest free number, so that a report would become standard output.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - until the process ends
            setattr(sys, name, nothing)


def _run(argv: list[str], settings: dict[str, bool]) -> int:
    try:
        with commands.make_context("gate", argv, obj=settings) as context:
            commands.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    return ExitCode.OK


def _told(error: GateError) -> str:
    if len(error.problems) == 1:
        return str(error)
    listed = "\n".join(str(problem) for problem in error.problems)
    count = sum(problem.count for problem in error.problems)
    return f"{count:,} problems\n" + "\n".join(f"  {line}" for line in listed.splitlines())


def _complain_of_usage(error: click.ClickException) -> None:
    context = getattr(error, "ctx", None)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return
    if context is None:
        _complain(f"{_in_one_line(error)} [usage]")
        return
    path = context.command_path
    said = f"{_in_one_line(error)} [usage]\n  fix: `{path} --help` shows how"
    _complain(f"{said}\n{_indented(context.get_usage())}")


def _in_one_line(error: click.ClickException) -> str:
    """Join what click breaks into lines, such as the choices of an option that is missing."""
    return " ".join(error.format_message().split())


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _said_of_a_file(error: OSError) -> str:
    """Say what the system says of a file of the user; nothing if it might be our mistake."""
    from gate.reporters.escaping import SENTENCE, shorten

    if error.errno in FULL:
        with contextlib.suppress(OSError):
            _let_go_of_stdout()
        what = f"nothing more can be written: {error.strerror}"
        return str(Problem(what, fix="make room, or write elsewhere", code="cannot_write"))
    if error.errno == errno.ENOENT and not _is_somewhere():
        what, fix = "the folder that you are in is not there any more", "change into one that is"
        return str(Problem(what, fix=fix, code="file_missing"))
    if error.errno not in OUT_OF_REACH or not error.filename:
        return ""
    named, remark = shorten(os.fsdecode(error.filename), SENTENCE)
    what, fix = error.strerror or str(error), "check this path and its permissions"
    return str(Problem(what, f"{named}{remark}", fix, code="cannot_read"))


def _is_somewhere() -> bool:
    try:
        return bool(Path.cwd())
    except FileNotFoundError:
        return False


def _bug(error: BaseException) -> str:
    package = Path(__file__).parent.parent
    ours = [f for f in traceback.extract_tb(error.__traceback__) if package in Path(f.filename).parents]
    at = f" (gate/{Path(ours[-1].filename).relative_to(package).as_posix()}:{ours[-1].lineno})"
    return (
        f"this is a bug of the gate, not of your files: {type(error).__name__}: {error}{at} [bug]\n"
        "  fix: please report it with this message, the output of `gate --version` and, if you may share it, "
        "the config; GATE_DEBUG=1 adds the traceback"
    )


def _complain(text: str) -> None:
    from gate.reporters.escaping import harmless

    with contextlib.suppress(OSError):
        click.echo(f"gate: {harmless(text)}", err=True)


def _let_go_of_stdout() -> None:
    """Point stdout at nothing, so that closing it at exit does not complain again."""
    with Path(os.devnull).open("w", encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), sys.stdout.fileno())
