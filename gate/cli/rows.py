"""Lines for people, in which neither a terminal nor a build system obeys what a stranger wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 10_000
"""Characters of a line that are printed."""


def print_rows(rows: Iterable[str], *, err: bool = False) -> None:
    """Print each text on one line, with what cannot be seen made visible and commands taken apart.

    Args:
        rows: Lines without their ends.
        err: Whether to print on standard error.
    """
    from gate.reporters.escaping import line

    for row in rows:
        click.echo(line(row, LONGEST), err=err)
