"""`gate explain item`: which items moved a metric, and how one of them did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gate.cli.options import base_option, config_argument, profile_option, run_option

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gate.report import Mover, Side

LONGEST = 10_000
"""Characters of one line of a text that are shown."""


@click.command()
@config_argument
@click.argument("metric")
@click.argument("item", required=False)
@run_option
@base_option
@profile_option
def item(
    config: Path, metric: str, item: str | None, run: Path | None, base: str | None, profile: str | None
) -> None:
    """Show which items moved METRIC of CONFIG, or how one ITEM was answered by both runs.

    \b
    Examples:
      gate explain item configs/search.yaml ndcg@10
      gate explain item configs/search.yaml ndcg@10 q017
    """
    from gate.explaining import explain

    for line in explain(config, metric, item, run=run, base=base, profile=profile, write=_lines):
        click.echo(line)


def _lines(mover: Mover, *, change: str, workings: Sequence[Sequence[str]] | None) -> list[str]:
    from gate.reporters.escaping import line as one_line

    lines = [f"{one_line(mover.item)}  {change}  {one_line(mover.query or mover.label)}".rstrip()]
    if workings is not None:
        for reference in mover.references:
            lines += ["  reference", *_text(reference)]
        before, after = (["    " + one_line(step, LONGEST) for step in steps] for steps in workings)
        lines += ["  baseline", *before, *_side(mover.baseline, worked=bool(before))]
        lines += ["  candidate", *after, *_side(mover.candidate, worked=bool(after))]
    return lines


def _text(text: str) -> list[str]:
    from gate.reporters.escaping import line as one_line

    return [f"    | {one_line(part, LONGEST)}".rstrip() for part in text.split("\n")]


def _side(side: Side, *, worked: bool) -> list[str]:
    from gate.digits import number
    from gate.reporters.escaping import line as one_line

    if side.error:
        return [f"    {one_line(side.error)}"]
    lines = [] if side.value is None or worked else [f"    value {number(side.value)}"]
    if side.score is not None:
        lines.append(f"    score {number(side.score)}")
    if side.decision:
        lines.append(f"    {one_line(side.decision, LONGEST)}")
    if side.text is not None:
        lines += _text(side.text)
    for place in side.places:
        rank = "not returned" if place.rank is None else f"{place.rank:>4}"
        grade = "unjudged" if place.grade is None else f"grade {number(place.grade)}"
        lines.append(f"    {rank}  {one_line(place.document)}  ({grade})")
    return lines
