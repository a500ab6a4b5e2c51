"""`gate experiment`: questions about a live experiment with two or more arms."""

from __future__ import annotations

import click

from gate.cli.lazy import LazyGroup


class Experiments(LazyGroup):
    """What can be asked, in the order of an experiment's life."""

    places = {  # noqa: RUF012 (never changed)
        "size": "gate.cli.experiment_size:size",
        "ratio": "gate.cli.experiment_ratio:ratio",
        "welch": "gate.cli.experiment_welch:welch",
    }


@click.group(
    cls=Experiments,
    epilog="""
\b
Before, during and after an A/B test:
    gate experiment size --rate 0.12 --effect 0.01          how many users does it need?
    gate experiment ratio 50120 49880                       were they split as planned?
    gate experiment welch A.csv B.csv --metric revenue      do the arms differ?
""",
)
def experiment() -> None:
    """Size a live experiment, check its split, and compare its arms.

    For A/B tests on live traffic, where each user sees one system only. Two runs on the same golden
    set are compared by `gate check`, which needs about a tenth of the items because it compares in pairs.
    """
