"""`gate golden stats`: a golden set in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.options import listing_option, print_json, task_option
from gate.cli.rows import print_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.curation.stats import Statistics


@click.command()
@click.argument("subject", metavar="SET", type=click.Path(path_type=Path))
@task_option
@listing_option
def stats(subject: Path, task: str | None, form: str) -> None:
    """Count what SET, a golden set or a config that names one, consists of.

    \b
    Example:
      gate golden stats configs/search.yaml
    """
    from dataclasses import asdict

    from gate.curation.stats import statistics
    from gate.curation.subject import subject as subject_of

    about = subject_of(subject, task)
    golden = about.read()
    found = statistics(about, golden)
    if form == "json":
        print_json({"golden_set": golden.source, "task": about.task, **asdict(found)})
    else:
        print_rows(_lines(found, golden.source, subject))


def _lines(found: Statistics, source: str, subject: Path) -> Iterator[str]:
    from gate.digits import counted, number
    from gate.reporters.escaping import line

    yield f"{source}: {counted(found.items, 'item')}, fingerprint {found.fingerprint}"
    if found.counted < found.items:
        yield f"  {found.items - found.counted:,} of them count for no metric: nothing relevant is judged"
    if found.judged is not None:
        yield f"  judged    {_per(found.judged, 'document', 'item')}"
    for name, what, per, sizes in (
        ("texts", "reference", "item", found.references),
        ("words", "word", "reference", found.words),
    ):
        if sizes is not None:
            yield f"  {name:8}  {_per(sizes, what, per)}"
    if found.grades:
        counts = ", ".join(f"{grade}: {count:,}" for grade, count in found.grades.items())
        yield f"  grades    {counts}"
    for label, count in found.labels.items():
        yield f"  label     {line(label)}: {count:,} ({number(100 * count / found.items)} %)"
    for name, values in found.slices.items():
        shown = ", ".join(f"{line(value)} {count:,}" for value, count in list(values.items())[:20])
        more = f", and {len(values) - 20:,} more" if len(values) > 20 else ""
        yield f"  slice     {line(name)}: {shown}{more}"
    if found.detectable is not None:
        yield (
            f"  sees      a drop of about {number(found.detectable)} in a mean, 4 times in 5, were the "
            f"standard deviation of a difference {found.spread:g}; `gate power {_config(subject)}` "
            "measures it"
        )


def _per(sizes: tuple[int, float, int], what: str, per: str) -> str:
    """Say between what numbers sizes lie; they may be all the same."""
    from gate.digits import counted, number

    low, median, high = sizes
    if low == high:
        return f"{counted(low, what)} per {per}"
    return f"{low:,} to {high:,} {what}s per {per}, median {number(median)}"


def _config(subject: Path) -> str:
    return str(subject) if subject.suffix.lower() in (".yaml", ".yml") else "CONFIG"
