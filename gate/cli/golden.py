"""`gate golden`: golden sets looked after."""

from __future__ import annotations

import click

from gate.cli.lazy import LazyGroup


class Curation(LazyGroup):
    """What can be done with a golden set."""

    places = {  # noqa: RUF012 (never changed)
        "lint": "gate.cli.golden_lint:lint",
        "stats": "gate.cli.golden_stats:stats",
        "diff": "gate.cli.golden_diff:diff",
        "add": "gate.cli.golden_add:add",
    }


@click.group(cls=Curation)
def golden() -> None:
    """Check a golden set, count it, compare it with an earlier version, or add to it."""
