"""`gate selftest`: what a gate is worth on its own golden set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gate.cli.options import base_option, config_argument, format_option, profile_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@config_argument
@click.option(
    "--simulations",
    type=click.IntRange(20, 1_000_000),
    default=300,
    show_default=True,
    metavar="N",
    help="Harmless changes of each kind; of faulty ones a quarter as many.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, help="Of all simulations."
)
@click.option(
    "--run",
    type=click.Path(),
    metavar="FILE",
    help="Take this run as the system. [default: the stored baseline, or without one the config's run]",
)
@base_option
@profile_option
@format_option
@click.pass_context
def selftest(
    context: click.Context,
    config: Path,
    simulations: int,
    seed: int,
    run: str | None,
    base: str | None,
    profile: str | None,
    form: str,
) -> None:
    """Say how often CONFIG's gate would block a harmless change, and how often it would see a real loss.

    Simulates changes of the stored baseline and judges each by the gate's own rules: answers that are
    identical, noise that is as likely to help as to harm, and faults of known size. The same data and
    seed give the same answer.

    Ends with 3 if harmless changes are surely blocked more often than `decision.alpha` allows.
    """
    from pathlib import Path as Located

    from gate.cli.machine import print_json
    from gate.errors import ExitCode
    from gate.reporters import selftest as report
    from gate.selftest import simulate

    study = simulate(
        config,
        simulations=simulations,
        seed=seed,
        run=Located(run) if run else None,
        base=base,
        profile=profile,
    )
    if form == "json":
        print_json(report.machine(study))
    else:
        click.echo(report.terminal(study))
    context.exit(ExitCode.NO_ANSWER if study.over_budget else ExitCode.OK)
