"""What `gate refresh` and `gate accept` say about a baseline they wrote, or did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gate.proposing import Proposed
    from gate.recording import Recorded


def say(done: Recorded, *, staged: bool = False) -> None:
    """Print the step, each check's value before and now, and the files that were written.

    Args:
        done: The refresh.
        staged: Whether the files lie on a branch instead of where the config keeps them.
    """
    from gate.digits import number

    step = done.promotion
    click.echo(f"{done.report.name}: {step.step}: {step.because}")
    for check in done.report.checks:
        values = [x.value for x in (check.baseline, check.candidate) if x is not None]
        shown = " -> ".join("undefined" if value is None else number(value) for value in values)
        crossed = f"  ({check.because})" if check.reason == "floor" else ""
        click.echo(f"  {check.name}: {shown}{crossed}")
    for path in done.files:
        click.echo(f"  wrote {path.name} on a branch" if staged else f"  wrote {path}")
    if not done.files:
        click.echo("  nothing to write")


def say_proposed(done: Proposed) -> None:
    """Print what became of a pull request."""
    at = f": {done.url}" if done.url else ""
    click.echo(f"{done.recorded.report.name}: pull request {done.outcome}{at} ({done.because})")
