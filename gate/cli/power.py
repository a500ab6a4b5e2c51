"""`gate power`: what this golden set could see."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import click

from gate.cli.options import base_option, config_argument, profile_option

if TYPE_CHECKING:
    from pathlib import Path

    from gate.sizing import Sizing


@click.command()
@config_argument
@click.option("--pilot", metavar="FILE", type=click.Path(), help="A run to measure the spread with.")
@base_option
@profile_option
def power(config: Path, pilot: str | None, base: str | None, profile: str | None) -> None:
    """Say how small a drop CONFIG's golden set can show, and how many items its tolerances need.

    Works from the baseline and a second run where at least ten items differ, and otherwise from how
    much the baseline's own items differ.
    """
    from pathlib import Path as Located

    from gate.sizing import power_of

    sizings = power_of(config, pilot=Located(pilot) if pilot else None, base=base, profile=profile)
    if not sizings:
        click.echo("No check has a tolerance, so there is nothing to size.")
    for sizing in sizings:
        click.echo("\n".join(_lines(sizing)))


def _lines(sizing: Sizing) -> list[str]:
    from gate.digits import number

    lines = [f"{sizing.name}: {sizing.n:,} items"]
    if math.isnan(sizing.detectable):
        return [*lines, "  its items do not differ, so nothing can be said", ""]
    source = "assumed: too little differs to measure it" if sizing.assumed else "measured on two runs"
    lines.append(f"  standard deviation of a paired difference: {number(sizing.spread)} ({source})")
    lines.append(f"  smallest drop seen 4 times in 5: {number(sizing.detectable)}")
    if sizing.needed is not None and sizing.tolerance:
        lines.append(
            f"  items to rule out a drop beyond the tolerance of {number(sizing.tolerance)}, where nothing "
            f"dropped: about {sizing.needed:,}"
        )
    lines.append("  items     smallest drop seen")
    lines += [f"  {n:>7,}   {number(drop)}" for n, drop in sizing.table]
    return [*lines, ""]
