"""`gate experiment size`: how many units each arm needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gate.cli.options import format_option

if TYPE_CHECKING:
    from gate.experiment import Size


@click.command()
@click.option("--sd", type=float, metavar="NUMBER", help="Standard deviation of one user's value.")
@click.option(
    "--rate",
    type=float,
    metavar="SHARE",
    help="For a yes-or-no metric instead of --sd: the share of yes, such as 0.12.",
)
@click.option(
    "--effect",
    type=float,
    required=True,
    metavar="NUMBER",
    help="The smallest difference between the arms' means that you want to see, in the metric's unit.",
)
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    metavar="SHARE",
    help="Chance of seeing a difference where there is none.",
)
@click.option(
    "--power",
    type=float,
    default=0.8,
    show_default=True,
    metavar="SHARE",
    help="Chance of seeing the effect where there is one.",
)
@format_option
def size(sd: float | None, rate: float | None, effect: float, alpha: float, power: float, form: str) -> None:
    """Say how many users each of two arms needs to show an effect.

    Halving the effect takes four times as many users. The standard deviation is best taken from last
    month's data; for a yes-or-no metric it follows from the rate.

    \b
    Examples:
      gate experiment size --sd 0.5 --effect 0.05
      gate experiment size --rate 0.12 --effect 0.01 --power 0.9
    """
    from gate import experiment
    from gate.cli.machine import print_json

    if (sd is None) == (rate is None):
        raise click.UsageError("give either --sd or --rate: how much one user's value varies")
    spread = experiment.spread_of_rate(rate) if rate is not None else sd
    assert spread is not None
    if rate is not None:
        experiment.refuse_impossible(rate, effect)
    found = experiment.size(sd=spread, effect=effect, alpha=alpha, power_wanted=power)
    if form == "json":
        print_json(
            {
                "sd": found.sd,
                "effect": found.effect,
                "alpha": found.alpha,
                "power": found.power,
                "per_arm": found.per_arm,
                "total": 2 * found.per_arm,
            }
        )
    else:
        click.echo(_text(found))


def _text(found: Size) -> str:
    from gate.digits import number

    return (
        f"{found.per_arm:,} per arm, {2 * found.per_arm:,} in all\n"
        f"  to see a difference of {number(found.effect)} with a chance of {100 * found.power:g} %, where "
        f"one user's value has a standard deviation of {number(found.sd)};\n"
        f"  where there is no difference, one is seen with a chance of {100 * found.alpha:g} %"
    )
