"""`gate metrics`: what can be measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gate.cli.options import TASKS
from gate.cli.own_metrics import config_option, own_metrics

if TYPE_CHECKING:
    from pathlib import Path

    from gate.metrics.metric import Metric


@click.command()
@click.option(
    "--task",
    type=click.Choice(TASKS),
    help="Only the metrics of this task.",
)
@config_option
def metrics(task: str | None, config: Path | None) -> None:
    """List every metric: its spelling, which way is better, and what it is.

    `[@k]` is a cut-off that may be left out; `@k` takes the config's `k` where it is left out.
    `gate explain metric NAME` says more about one. Metrics of installed distributions, and of the plugins
    of `--config`, say in brackets where they come from.
    """
    from gate.metrics import FOLDERS, find, names

    own = own_metrics(config)
    for number, shown in enumerate([task] if task else FOLDERS):
        click.echo(f"{'' if number == 0 else chr(10)}{shown}")
        mine = {name: one for name, one in own.items() if shown in one.tasks}
        found = [find(name, shown, own) for name in sorted({*names(shown), *mine})]
        width = max(len(spelling(metric)) for metric in found)
        for metric in found:
            needs = ", ".join(sorted(metric.needs))
            asks = f" [needs {needs}]" if needs else ""
            asks += f" [{mine[metric.name].origin[0]}]" if metric.name in mine else ""
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
