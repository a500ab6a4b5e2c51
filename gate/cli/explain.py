"""`gate explain`: why a number moved, and what it means."""

from __future__ import annotations

import click

from gate.cli.lazy import LazyGroup


class Explanations(LazyGroup):
    """What can be explained."""

    places = {  # noqa: RUF012 (never changed)
        "item": "gate.cli.explain_item:item",
        "code": "gate.cli.explain_code:code",
        "metric": "gate.cli.explain_metric:metric",
    }


@click.group(cls=Explanations)
def explain() -> None:
    """Explain which items moved a metric, what a metric is, or what a code means."""
