"""`gate metrics`: what can be measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gate.cli.options import TASKS

if TYPE_CHECKING:
    from gate.metrics.declare import Metric


@click.command()
@click.option(
    "--task",
    type=click.Choice(TASKS),
    help="Only the metrics of this task.",
)
def metrics(task: str | None) -> None:
    """List every metric: its spelling, which way is better, and what it is.

    `[@k]` is a cut-off that may be left out; `@k` takes the config's `k` where it is left out.
    `gate explain metric NAME` says more about one.
    """
    from gate.metrics import FOLDERS, find, names

    for number, shown in enumerate([task] if task else FOLDERS):
        click.echo(f"{'' if number == 0 else chr(10)}{shown}")
        found = [find(name, shown) for name in names(shown)]
        width = max(len(spelling(metric)) for metric in found)
        for metric in found:
            needs = ", ".join(sorted(metric.needs))
            asks = f" [needs {needs}]" if needs else ""
            click.echo(
                f"  {spelling(metric):{width}}  {way(metric):6}  {metric.summary.replace('``', '')}{asks}"
            )


def spelling(metric: Metric) -> str:
    """Return how a metric is written in a config, ``"mrr[@k]"`` or ``"fbeta(beta=…)"``."""
    at = {"none": "", "from_k": "@k", "optional": "[@k]"}[metric.cutoff]
    inside = [
        name if parameter.positional else f"{name}=…"
        for name, parameter in metric.parameters.items()
        if parameter.positional or parameter.default is None
    ]
    return f"{metric.name}{at}" + (f"({', '.join(inside)})" if inside else "")


def way(metric: Metric) -> str:
    """Return which way is better, ``"either"`` where the spelling says it."""
    return "either" if "better" in metric.parameters else metric.better
