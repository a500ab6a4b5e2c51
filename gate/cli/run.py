"""`gate run`: ask a live system, and store its answers without judging them."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.options import config_argument, print_lines, profile_option

if TYPE_CHECKING:
    from gate.errors import QuestionError


@click.command()
@config_argument
@click.option(
    "--output",
    required=True,
    metavar="FILE",
    help="Run file to write, .jsonl or .jsonl.gz; - is standard output.",
)
@profile_option
def run(config: Path, output: str, profile: str | None) -> None:
    """Ask the live system of CONFIG every golden item, and write what it answers to a run file.

    Nothing is compared or judged. Judge the file later, here or on another machine, with
    `gate check CONFIG --run FILE`. The metrics of a profile decide how many results are asked for. A call
    that was interrupted goes on where it stopped.

    \b
    Example:
      gate run configs/search.yaml --output runs/search.jsonl
    """
    from gate import config as configs
    from gate import readers, systems
    from gate.cli.overwriting import refuse_overwriting
    from gate.config.absent import QUESTION, absent
    from gate.config.agreement import disagreements
    from gate.errors import raise_all

    path = _writable(output)
    refuse_overwriting([output], [config])
    asked = configs.load(config, profile=profile)
    raise_all(absent(asked, QUESTION if asked.run_source is not None else (*QUESTION, "system")))
    golden = readers.read_golden(asked.golden_source, asked.task)
    raise_all(disagreements(asked, golden))
    text = systems.run_text(asked, golden)
    if path is None:
        print_lines(text)
        return
    _write(path, output, text)
    click.echo(f"{output}: {text.count(chr(10)):,} answers")


def _writable(output: str) -> Path | None:
    """Return where to write, ``None`` for standard output; before anything is asked."""
    if output == "-":
        return None
    path = Path(output)
    if not path.name.endswith((".jsonl", ".jsonl.gz")):
        raise click.UsageError(f"--output {output!r}: a run file is called NAME.jsonl or NAME.jsonl.gz")
    if path.is_dir():
        raise _unwritable(output, "it is a folder")
    above = next(up for up in path.absolute().parents if up.exists())
    if not above.is_dir():
        raise _unwritable(output, f"{above.name} is no folder")
    if not os.access(above, os.W_OK):
        raise _unwritable(output, os.strerror(errno.EACCES))
    return path


def _write(path: Path, shown: str, text: str) -> None:
    """Write the file whole or not at all; missing folders are made."""
    from gate.stores.pair import pack

    content = text.encode()
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            draft.write_bytes(pack(content) if path.suffix == ".gz" else content)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(shown, error.strerror or str(error)) from None


def _unwritable(shown: str, why: str) -> QuestionError:
    from gate.errors import Problem, QuestionError

    return QuestionError(
        Problem(f"the run cannot be written: {why}", shown, "choose another path", code="cannot_write")
    )
