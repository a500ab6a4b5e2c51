"""`gate golden add`: questions from a production log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.options import field_option, fields_of, listing_option, print_json, refuse_nan, task_option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.curation.add import Addition

SHOWN = 20
"""Questions that were not taken and are named one by one."""


@click.command()
@click.argument("subject", metavar="SET", type=click.Path(path_type=Path))
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path))
@click.option(
    "--similarity",
    type=click.FloatRange(0, 1, min_open=True),
    callback=refuse_nan,
    default=0.8,
    help="Share of character trigrams in common from which a question is nearly one that is there. "
    "[default: 0.8]",
)
@click.option(
    "--near-duplicates", is_flag=True, help="Take questions that are nearly one that is there, too."
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Add at most N items.")
@click.option("--dry-run", is_flag=True, help="Say what would be added, and write nothing.")
@field_option
@task_option
@listing_option
def add(
    subject: Path,
    log: Path,
    similarity: float,
    near_duplicates: bool,
    limit: int | None,
    dry_run: bool,
    field: tuple[str, ...],
    task: str | None,
    form: str,
) -> None:
    """Append the questions of LOG that SET, a golden set or a config that names one, does not ask yet.

    LOG has an id and a question a record: JSON Lines, JSON, CSV or Parquet. Questions whose id is there, that
    are asked already, or nearly so, are skipped. A new item has `"relevant": {}`: it waits for its
    judgements, and no metric counts it until then. For a classifier LOG must say the label. SET, which has
    to be JSON Lines, is written whole or not at all; its lines stay as they are.

    \b
    Examples:
      gate golden add golden_sets/search.jsonl log.jsonl --dry-run
      gate golden add configs/search.yaml log.csv --field id=request_id --limit 50
    """
    from gate.cli.rows import print_rows
    from gate.cli.whole_file import write_file
    from gate.curation.add import addition
    from gate.curation.subject import subject as subject_of
    from gate.source import FileSource

    about = subject_of(subject, task)
    source = FileSource(log, str(log), fields=fields_of(field), said_by="options")
    found = addition(about, source, similarity=None if near_duplicates else similarity, limit=limit)
    if found.added and not dry_run:
        write_file(about.source.path, found.content, overwrite=True)
    if form == "json":
        print_json(_plain(found, about.source.shown))
    else:
        print_rows(_lines(found, about.source.shown, str(log), dry_run=dry_run))


def _plain(found: Addition, shown: str) -> dict[str, object]:
    from dataclasses import asdict

    added = [{"id": item.id, "query": item.query, "line": item.line} for item in found.added]
    return {"golden_set": shown, "added": added, "skipped": [asdict(each) for each in found.skipped]}


def _lines(found: Addition, shown: str, log: str, *, dry_run: bool) -> Iterator[str]:
    from gate.digits import counted
    from gate.reporters.escaping import SENTENCE, line

    for item in found.added:
        yield f"+ {line(item.id)}  {line(item.query)}"
    for each in found.skipped[:SHOWN]:
        yield f"  {log}:{each.line}: {line(each.text, SENTENCE)}"
    if len(found.skipped) > SHOWN:
        yield f"  and {len(found.skipped) - SHOWN:,} more"
    would = "would be added" if dry_run else "added"
    yield f"{shown}: {counted(len(found.added), 'item')} {would}, {len(found.skipped):,} skipped"
    if any(item.relevant is not None for item in found.added):
        yield "  they wait for judgements: fill in `relevant` for each"
