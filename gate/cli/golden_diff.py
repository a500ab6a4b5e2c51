"""`gate golden diff`: what changed in a golden set since a revision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.options import listing_option, print_json, task_option
from gate.digits import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.curation.diff import Diff

MARKS = {"added": "+", "removed": "-", "relabelled": "~", "reworded": "."}


@click.command()
@click.argument("subject", metavar="SET", type=click.Path(path_type=Path))
@click.argument("revision", default="HEAD")
@task_option
@listing_option
def diff(subject: Path, revision: str, task: str | None, form: str) -> None:
    """Say which items of SET, a golden set or a config that names one, changed since REVISION.

    REVISION is a branch, tag or commit, by default HEAD: what is not committed yet. Items are added (+),
    removed (-), relabelled (~: a grade, label, weight or slice differs, so numbers can move) or reworded
    (.: only the question differs). Ends with 0.

    \b
    Examples:
      gate golden diff configs/search.yaml
      gate golden diff golden_sets/search.jsonl origin/main
    """
    from dataclasses import asdict

    from gate.cli.rows import print_rows
    from gate.curation.diff import diff as difference
    from gate.curation.subject import subject as subject_of

    about = subject_of(subject, task)
    found = difference(about, revision)
    if form == "json":
        print_json({"golden_set": about.source.shown, **asdict(found)})
    else:
        print_rows(_lines(found, about.source.shown, revision))


def _lines(found: Diff, source: str, revision: str) -> Iterator[str]:
    from gate.reporters.escaping import SENTENCE, line

    for change in found.changes:
        yield f"{MARKS[change.kind]} {line(change.id)}  {line(change.query)}".rstrip()
        yield from (f"    {line(detail, SENTENCE)}" for detail in change.details)
    counts = {kind: sum(change.kind == kind for change in found.changes) for kind in MARKS}
    told = ", ".join(f"{count:,} {kind}" for kind, count in counts.items() if count) or "nothing changed"
    yield f"{source}: {counted(found.before, 'item')} at {line(revision)}, {found.now:,} now; {told}"
