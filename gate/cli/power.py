"""`gate power`: what this golden set could see."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from gate.cli.options import base_option, configs_argument, format_option, profile_option
from gate.cli.rows import print_rows

if TYPE_CHECKING:
    from pathlib import Path

    from gate.sizing import Sizing, Sizings

SCHEMA_VERSION = 1
"""Version of the shape of the JSON."""


@click.command()
@configs_argument
@click.option(
    "--pilot",
    "pilots",
    metavar="FILE",
    type=click.Path(),
    multiple=True,
    help="A run to measure the spread with, beside the baseline; give two, and no baseline is needed.",
)
@base_option
@profile_option
@format_option
def power(
    configs: tuple[Path, ...], pilots: tuple[str, ...], base: str | None, profile: str | None, form: str
) -> None:
    """Say how small a drop each CONFIG's golden set can show, and how many items its tolerances need.

    Works from the baseline and a second run, or from two pilot runs, where at least ten items differ, and
    otherwise from how much the items themselves differ.
    """
    from pathlib import Path as Located

    from gate.cli.machine import print_json
    from gate.sizing import power_of

    if len(pilots) > 2:
        raise click.UsageError(f"{len(pilots)} pilots: one goes beside the baseline, two stand alone")
    if pilots and len(configs) > 1:
        raise click.UsageError(f"--pilot names a run of one config, but there are {len(configs)}")
    other = Located(pilots[0]) if len(pilots) == 2 else None
    pilot = Located(pilots[-1]) if pilots else None
    found = [power_of(c, pilot=pilot, other=other, base=base, profile=profile) for c in configs]
    if form == "json":
        print_json({"schema_version": SCHEMA_VERSION, "configs": [_values(sizings) for sizings in found]})
        return
    for sizings in found:
        if len(found) > 1:
            click.echo(f"{sizings.name} ({sizings.config})\n")
        if not sizings.checks:
            click.echo("No check has a tolerance, so there is nothing to size.")
        for sizing in sizings.checks:
            print_rows(_lines(sizing, sizings))


def _values(sizings: Sizings) -> dict[str, Any]:
    values = asdict(sizings)
    for check in values["checks"]:
        check["table"] = [{"items": n, "detectable": drop} for n, drop in check["table"]]
    return values


def _lines(sizing: Sizing, sizings: Sizings) -> list[str]:
    from gate.digits import counted, number

    lines = [f"{sizing.name}: {counted(sizing.n, 'item')}"]
    if math.isnan(sizing.detectable):
        return [*lines, "  its items do not differ, so nothing can be said", ""]
    source = "assumed: too little differs to measure it" if sizing.assumed else "measured on two runs"
    lines.append(f"  standard deviation of a paired difference: {number(sizing.spread)} ({source})")
    lines.append(f"  smallest drop seen 4 times in 5: {number(sizing.detectable)}")
    if sizings.mode == "minimum_effect":
        lines.append(f"  smallest drop shown to exceed the tolerance 4 times in 5: {number(sizing.beyond)}")
    if sizings.broken is not None:
        lines.append(f"  {_broken(sizing, sizings.broken)}")
    if sizings.mode == "strict" and sizing.certified is not None:
        lines.append(
            f"  items at which `strict` passes a change that does no harm 4 times in 5: about "
            f"{sizing.certified:,}"
        )
    elif sizing.needed is not None and sizing.tolerance:
        lines.append(
            f"  items to rule out a drop beyond the tolerance of {number(sizing.tolerance)}, where nothing "
            f"dropped: about {sizing.needed:,}"
        )
    lines.append("  items     smallest drop seen")
    lines += [f"  {n:>7,}   {number(drop)}" for n, drop in sizing.table]
    return [*lines, ""]


def _broken(sizing: Sizing, broken: int) -> str:
    kind = "items" if sizing.units == sizing.n else "clusters"
    share = f"{100 * broken / sizing.units:.1f} %" if broken <= sizing.units else "more than there are"
    return f"{kind} that must break, less those that mend, before it can block: {broken} ({share})"
