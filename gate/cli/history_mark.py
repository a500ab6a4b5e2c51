"""`gate history mark`: a person says that an alarm was false, or real after all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from gate.cli.options import config_argument
from gate.cli.rows import print_rows

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@config_argument
@click.argument("record", metavar="RECORD")
@click.option("--false-alarm", "says", flag_value="false_alarm", help="The change was harmless.")
@click.option(
    "--real-alarm", "says", flag_value="real_alarm", help="It was not; this takes an earlier mark back."
)
@click.option("--reason", required=True, metavar="TEXT", help="Why; it is kept in the history.")
@click.option(
    "--check", metavar="NAME", help="Only this check, as the report spells it. [default: all that regressed]"
)
def mark(
    config: Path,
    record: str,
    says: Literal["false_alarm", "real_alarm"] | None,
    reason: str,
    check: str | None,
) -> None:
    """Mark the alarm RECORD of CONFIG as false, or as real after all.

    RECORD is the id that `gate history CONFIG` prints, or its first digits. Nothing is rewritten: the
    mark is one line more, and the last one counts.

    \b
    Example:
      gate history mark configs/search.yaml 3f2a --false-alarm --reason "pages were renamed"
    """
    from gate import remembering

    if says is None:
        raise click.UsageError("say which: --false-alarm or --real-alarm")
    said = remembering.mark(config, record, says=says, reason=reason, check=check)
    about = f"{said.check} in {said.record}" if said.check else said.record
    print_rows([f"{said.name}: {about} is marked as a {said.says.replace('_', ' ')}"])
