"""`gate experiment ratio`: whether users were split as planned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gate.cli.options import format_option

if TYPE_CHECKING:
    from gate.experiment import Split


@click.command()
@click.argument("counts", nargs=-1, required=True, type=int, metavar="COUNT...")
@click.option(
    "--expected",
    default="",
    metavar="RATIO",
    help="The planned split, such as 50:50 or 90:5:5. [default: equal arms]",
)
@click.option(
    "--alarm",
    type=float,
    default=0.001,
    show_default=True,
    metavar="SHARE",
    help="Chance below which the split is not believed; take half of it where you look every day.",
)
@format_option
@click.pass_context
def ratio(context: click.Context, counts: tuple[int, ...], expected: str, alarm: float, form: str) -> None:
    """Check that the arms' COUNTs fit the planned split.

    A split that chance would hardly produce means that users are lost or counted twice in one arm: a
    redirect that fails, a bot filter, a crash before logging. Whatever the arms then show cannot be
    trusted, so the command ends with 3. Ask this before you look at any result.

    \b
    Examples:
      gate experiment ratio 5012 4876
      gate experiment ratio 90210 4988 5102 --expected 90:5:5
    """
    from gate import experiment
    from gate.cli.machine import print_json
    from gate.errors import ExitCode

    found = experiment.split(counts, expected=expected, alarm_below=alarm)
    if form == "json":
        print_json(
            {
                "observed": found.found.observed,
                "expected": found.found.expected,
                "planned": found.planned,
                "statistic": found.found.statistic,
                "df": found.found.df,
                "p": found.found.p,
                "method": found.found.method,
                "alarm_below": found.alarm_below,
                "alarm": found.is_broken,
            }
        )
    else:
        click.echo(_text(found))
    context.exit(ExitCode.NO_ANSWER if found.is_broken else ExitCode.OK)


def _text(split: Split) -> str:
    from gate.digits import counted, number

    found = split.found
    lines = [
        f"{'observed':>12}  {'expected':>14}",
        *(f"{o:>12,}  {e:>14,.1f}" for o, e in zip(found.observed, found.expected, strict=True)),
    ]
    if found.method == "exact":
        lines.append(f"p = {found.p:.2g} by the binomial law, because fewer than five are expected in an arm")
    else:
        freedom = f"{found.df} degree{'s' if found.df > 1 else ''} of freedom"
        lines.append(f"chi-squared = {number(found.statistic)} with {freedom}, p = {found.p:.2g}")
    if split.is_broken:
        lines.append(
            f"ALARM: p is below {split.alarm_below:g}. The split is broken; find out why before you believe "
            "anything else of this experiment."
        )
    else:
        lines.append(
            f"No alarm: {counted(sum(found.observed), 'user')} split as planned, as far as can be told."
        )
    return "\n".join(lines)
