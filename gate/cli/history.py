"""`gate history`: what earlier checks found."""

from __future__ import annotations

import click

from gate.cli.lazy import LazyGroup


class Histories(LazyGroup):
    """What can be done with a history; without a word it is shown."""

    places = {  # noqa: RUF012 (never changed)
        "show": "gate.cli.history_show:show",
        "mark": "gate.cli.history_mark:mark",
    }

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take everything that is no command and no call for help as the arguments of `show`."""
        if not args or (args[0] not in self.places and args[0] not in ctx.help_option_names):
            args = ["show", *args]
        return super().parse_args(ctx, args)


@click.group(cls=Histories, options_metavar="", subcommand_metavar="[show] [CONFIG...] | mark CONFIG RECORD")
def history() -> None:
    """Count what earlier checks found, and mark alarms that were false.

    A check is recorded if its config says `history: FILE`, or with `gate check --record`. `gate history
    CONFIG` is short for `gate history show CONFIG`.

    \b
    Examples:
      gate history configs/search.yaml
      gate history mark configs/search.yaml 3f2a --false-alarm --reason "reindexed"
    """
