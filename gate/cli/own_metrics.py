"""Metrics of the user, for the commands that list and explain metrics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.rows import print_rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.metrics.own import Owned

config_option = click.option(
    "--config",
    type=click.Path(path_type=Path),
    metavar="CONFIG",
    help="Also the metrics of this config's plugins.",
)


def own_metrics(config: Path | None) -> Mapping[str, Owned]:
    """Return the metrics of a config's plugins and of what is installed, by name; the config's count first.

    An entry point that does not load is told on standard error; nothing else is the worse for it.
    """
    from gate import metrics
    from gate.errors import QuestionError
    from gate.plugins import installed
    from gate.reporters.escaping import harmless

    found: dict[str, Owned] = {}
    if config is not None:
        from gate.config import load

        found |= load(config).own.metrics
    for name in installed.names("gate.metrics"):
        owners = " and ".join(installed.distributions("gate.metrics", name))
        if metrics.is_ours(name):
            _notice(f"{name} of {owners} is left out: it is called like a metric of the gate")
            continue
        try:
            one = metrics.owned(name, found)
        except QuestionError as error:
            _notice(harmless(str(error)))
            continue
        if one is not None:
            found.setdefault(name, one)
    return found


def _notice(text: str) -> None:
    print_rows([f"  notice  {text}"], err=True)
