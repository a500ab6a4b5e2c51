"""`gate history show`: how often each check failed, would have failed, or was wrong to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.rows import print_rows

if TYPE_CHECKING:
    from gate.history import Counts
    from gate.stores.history import HistoryFile
    from gate.stores.records import Entry


@click.command()
@click.argument("configs", nargs=-1, metavar="[CONFIG...]", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["terminal", "markdown", "json"]),
    default="terminal",
    show_default=True,
    help="What to print.",
)
def show(configs: tuple[Path, ...], form: str) -> None:
    """Count what the checks of CONFIGs found: runs, failures, false alarms.

    Without a config, every history in the folder `history` is counted. A run that only repeats an
    earlier one counts once. The command ends with 0 whatever was found.

    \b
    Examples:
      gate history configs/search.yaml
      gate history show configs/*.yaml --format markdown
    """
    from gate.cli.machine import print_json
    from gate.reporters import history

    found = _of_configs(configs) if configs else _of_folder(Path("history"))
    if form == "json":
        print_json(history.machine(found))
    elif form == "markdown":
        click.echo(f"{history.markdown(found)}\n".encode(), nl=False)
    else:
        click.echo(history.terminal(found))


def _of_configs(configs: tuple[Path, ...]) -> list[Counts]:
    from gate import config
    from gate.history import count, place

    known: dict[Path, tuple[Entry, ...]] = {}
    found = []
    for path in configs:
        asked = config.load(path)
        file = place(asked)
        if file.path not in known:
            known[file.path] = _read(file)
        found.append(count(known[file.path], asked.name))
    return found


def _of_folder(folder: Path) -> list[Counts]:
    from gate.errors import Problem, QuestionError
    from gate.history import count
    from gate.stores.history import HistoryFile

    paths = sorted(folder.glob("*.jsonl"))
    if not paths:
        raise QuestionError(
            Problem(
                f"there is no history in the folder {str(folder)!r}",
                fix="name a config; `gate check CONFIG --record` records one",
                code="no_history",
            )
        )
    found = []
    for path in paths:
        entries = _read(HistoryFile(path, path.as_posix()))
        found += [count(entries, name) for name in sorted({entry.name for entry in entries})]
    return found


def _read(file: HistoryFile) -> tuple[Entry, ...]:
    remembered = file.read()
    for notice in remembered.notices:
        print_rows([f"gate: {notice.where}: {notice.text}"], err=True)
    return remembered.entries
