"""`gate experiment welch`: whether two arms differ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.options import format_option
from gate.cli.rows import print_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.experiment import Difference


@click.command()
@click.argument("first", metavar="A", type=click.Path(path_type=Path))
@click.argument("second", metavar="B", type=click.Path(path_type=Path))
@click.option("--metric", required=True, metavar="COLUMN", help="The column that holds the users' values.")
@click.option(
    "--confidence",
    type=float,
    default=0.95,
    show_default=True,
    metavar="SHARE",
    help="Level of the interval.",
)
@format_option
@click.pass_context
def welch(
    context: click.Context, first: Path, second: Path, metric: str, confidence: float, form: str
) -> None:
    """Compare the mean of a column in files A (control) and B (treatment).

    Each file is CSV or TSV with a header, or JSON Lines, and holds one row a user. Welch's t test does
    not ask the arms to vary equally. The difference is B minus A; whether more is better is yours to know.
    Ends with 0 whatever the difference is, and with 3 where neither arm varies.

    \b
    Example:
      gate experiment welch control.csv treatment.csv --metric revenue
    """
    from gate import experiment
    from gate.cli.machine import print_json
    from gate.errors import ExitCode

    compared = experiment.difference(first, second, metric=metric, confidence=confidence)
    if form == "json":
        print_json(_machine(compared))
    else:
        click.echo("\n".join(_lines(compared)))
    for notice in compared.notices:
        print_rows([f"gate: {notice.where}: {notice.text}"], err=True)
    context.exit(ExitCode.OK if compared.is_answer else ExitCode.NO_ANSWER)


def _machine(compared: Difference) -> dict[str, object]:
    found = compared.found
    arms = zip(compared.arms, found.sizes, found.means, found.spreads, strict=True)
    return {
        "metric": compared.metric,
        "arms": [{"file": file, "n": n, "mean": mean, "sd": sd} for file, n, mean, sd in arms],
        "difference": found.difference,
        "low": found.low,
        "high": found.high,
        "confidence": found.confidence,
        "t": found.t,
        "df": found.df,
        "p": found.p,
    }


def _lines(compared: Difference) -> Iterator[str]:
    from gate.digits import number

    found = compared.found
    rows = [("", "rows", "mean", "sd")]
    for mark, n, mean, sd in zip("AB", found.sizes, found.means, found.spreads, strict=True):
        rows.append((mark, f"{n:,}", number(mean), number(sd)))
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    yield f"{compared.metric}: A {compared.arms[0]}, B {compared.arms[1]}"
    for row in rows:
        yield "  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
    if not compared.is_answer:
        yield "No answer: neither arm varies, so there is no noise to judge the difference by."
        return
    sign = "+" if found.difference > 0 else ""
    yield (
        f"B - A = {sign}{number(found.difference)}, {100 * found.confidence:g} % interval "
        f"{number(found.low)} to {number(found.high)}"
    )
    yield f"t = {number(found.t)} with {number(found.df)} degrees of freedom, p = {found.p:.2g}"
    if found.low <= 0 <= found.high:
        yield "No difference is shown: the interval holds 0."
    else:
        yield f"B is {'higher' if found.difference > 0 else 'lower'}: the interval does not hold 0."
