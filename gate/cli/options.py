"""Arguments that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

configs_argument = click.argument(
    "configs", nargs=-1, required=True, metavar="CONFIG...", type=click.Path(path_type=Path)
)

config_argument = click.argument("config", metavar="CONFIG", type=click.Path(path_type=Path))

run_option = click.option(
    "--run",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Judge this run file instead of the one the config names.",
)

base_option = click.option(
    "--base",
    metavar="REVISION",
    help="Take the baseline from this git revision, or from the `worktree`. "
    "[default: the config's baseline.from; or GATE_BASE]",
)

format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What to print: for people, or for programs.",
)


profile_option = click.option(
    "--profile",
    metavar="NAME",
    help="Judge under this profile of the config: fewer metrics or items, another decision.",
)


def refuse_run_for_many(configs: tuple[Path, ...], run: Path | None) -> None:
    """Refuse one run for several configs.

    Raises:
        click.UsageError: ``--run`` was given with more than one config.
    """
    if run is not None and len(configs) > 1:
        raise click.UsageError(f"--run names one run, but there are {len(configs)} configs; give one config")
