"""A group of commands that loads each one only when it is asked for."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping


class LazyGroup(click.Group):
    """Commands by name, each in a module of its own.

    Attributes:
        places: ``{command: "module:function"}``, in the order of the help page.
    """

    places: Mapping[str, str] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order they were given, which is the order of a first use."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command; ``None`` if there is none of that name."""
        place = self.places.get(cmd_name)
        if place is None:
            return None
        module, _, function = place.partition(":")
        command = getattr(import_module(module), function)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each command with its whole first sentence: the usual listing cuts it."""
        rows = []
        for name in self.places:
            command = self.get_command(ctx, name)
            assert command is not None
            rows.append((name, " ".join((command.help or "").split("\n\n")[0].split())))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that ``args`` begins with; an unknown one is answered with the nearest."""
        if args and not args[0].startswith("-") and args[0] not in self.places:
            near = difflib.get_close_matches(args[0], self.places, n=1)
            hint = f", did you mean {near[0]!r}?" if near else f"; there are: {', '.join(self.places)}"
            raise click.UsageError(f"no such command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)
