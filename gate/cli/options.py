"""Arguments that several commands share."""

from __future__ import annotations

import math
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


def refuse_nan(context: click.Context, parameter: click.Parameter, value: float) -> float:
    """Refuse what is no number, which lies in every range; a callback of options.

    Raises:
        click.BadParameter: It is not a number.
    """
    if math.isnan(value):
        raise click.BadParameter("nan is not a number.", context, parameter)
    return value


TASKS = ("retrieval", "classification", "multiclass", "multilabel", "generation", "judge", "recommendation")
"""What a golden set or a run can be about."""

task_option = click.option(
    "--task",
    type=click.Choice(TASKS),
    help="What a golden set without a config is about. [default: retrieval]",
)

field_option = click.option(
    "--field",
    multiple=True,
    metavar="OURS=THEIRS",
    help="A field or column with another name than ours, as `fields:` in a config; may be given several "
    "times.",
)
"""Other names of fields; :func:`fields_of` reads the values."""

listing_option = click.option(
    "--format",
    "form",
    type=click.Choice(["terminal", "json"]),
    default="terminal",
    help="How to print it. [default: terminal]",
)


def fields_of(given: tuple[str, ...]) -> dict[str, str]:
    """Return ``{our field: their name}``.

    Raises:
        click.UsageError: One is not ``OURS=THEIRS``.
    """
    pairs = [text.partition("=") for text in given]
    wrong = [text for text, pair in zip(given, pairs, strict=True) if not (pair[0] and pair[2])]
    if wrong:
        raise click.UsageError(
            f"--field {wrong[0]!r} is not OURS=THEIRS; write --field id=query_id, for example"
        )
    return {ours: theirs for ours, _, theirs in pairs}


def print_json(found: object) -> None:
    """Print a value as JSON, one line a key."""
    from gate.stores.canonical import dumps

    print_lines(f"{dumps(found, indent=2)}\n")


def print_lines(text: str) -> None:
    """Print JSON; in a log, no build system takes what a stranger wrote in it for a command.

    ``##[``, ``##vso[`` and the like, which are commands wherever they stand, are spelt with an escape of
    JSON, so that every value is what it was. ``::`` is one only where a line begins: no text stands there.
    """
    import re

    click.echo(re.sub(r"##(?=\w*\[)", r"\\u0023#", text).encode(), nl=False)
