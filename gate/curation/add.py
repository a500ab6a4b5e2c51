"""Questions from a production log, taken into a golden set; nothing is asked twice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from gate import readers
from gate.curation.lines import golden_line
from gate.curation.similar import SIMILARITY, Known, plain
from gate.errors import Problem, QuestionError
from gate.golden import GoldenItem
from gate.metrics import RANKINGS
from gate.readers import content, records, values
from gate.readers.fields import Fields
from gate.readers.findings import Findings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.curation.subject import Subject
    from gate.golden import GoldenSet
    from gate.source import FileSource


_ATTRIBUTES = {"reference": "references"}
"""Fields that a golden item calls otherwise."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A question of the log that was not taken, and why.

    Attributes:
        id: Its id in the log.
        line: Its line there.
        because: ``"empty"`` (no question), ``"present"`` (the golden set has its id), ``"asked"`` (the
            same question), ``"similar"``, or ``"over_the_limit"``.
        text: One sentence.
    """

    id: str
    line: int
    because: str
    text: str


@dataclass(frozen=True, slots=True)
class Addition:
    """What a log adds to a golden set.

    Attributes:
        content: The golden set's file with the new lines behind the old ones, which stay as they are.
        added: The new items, in the order of the log.
        skipped: What was not taken, in the order of the log.
    """

    content: bytes
    added: tuple[GoldenItem, ...]
    skipped: tuple[Skipped, ...]


def addition(
    about: Subject, log: FileSource, *, similarity: float | None = SIMILARITY, limit: int | None = None
) -> Addition:
    """Find out what ``log`` adds.

    A new retrieval item has no judgement: ``"relevant": {}`` says that it waits for one, and until then
    no metric counts it. A new classification item needs its label in the log, since a judgement is
    never made up; a new item of generated text its reference.

    Args:
        about: The golden set; a file of JSON Lines.
        log: JSON Lines, JSON, CSV or Parquet with ``id`` and ``query`` a record.
        similarity: From which a question is nearly one that is there; ``None`` takes those as well.
        limit: Items to add, at most.

    Raises:
        QuestionError: The golden set is no JSON Lines file of ours, or one of the files is malformed.
    """
    source = about.source
    if PurePath(source.path.name).suffix.lower() not in (".jsonl", ".ndjson") or source.format not in (
        None,
        "jsonl",
    ):
        what = "only JSON Lines can be added to"
        if source.path.name.lower().endswith((".jsonl.gz", ".ndjson.gz")):
            what = f"{what}, and this is compressed with gzip"
        fix = f"gate convert {source.shown} --to jsonl --output golden.jsonl"
        raise QuestionError(Problem(what, source.shown, fix, code="wrong_format"))
    golden = about.read()
    rows = _read(log, about.task)
    asked = [row for row in rows if isinstance(row, GoldenItem)]
    there = [item for item in golden if plain(item.query)]
    items = [*there, *asked]
    known = Known([item.query for item in items], least=similarity or 1.0)
    same: dict[str, GoldenItem] = {}
    for i, item in enumerate(there):
        known.take(i)
        same.setdefault(plain(item.query), item)
    added: dict[str, GoldenItem] = {}
    skipped = [row for row in rows if isinstance(row, Skipped)]
    for i, item in enumerate(asked, start=len(there)):
        other = same.get(plain(item.query))
        if other is None and similarity is not None and (match := known.most_similar(i)) is not None:
            other = items[match.position]
        because = _because(item, golden, added, other)
        if because is None and limit is not None and len(added) >= limit:
            because = "over_the_limit", f"{limit:,} were added already"
        if because is None:
            added[item.id] = item
            known.take(i)
            same[plain(item.query)] = item
        else:
            skipped.append(Skipped(item.id, item.line, *because))
    skipped.sort(key=lambda each: each.line)
    old = source.path.read_bytes()
    if added and old and not old.endswith(b"\n"):
        old += b"\n"
    new = "".join(golden_line(item, source.fields) for item in added.values()).encode()
    readers.parse_golden(old + new, source, about.task)  # what is written can be read
    return Addition(old + new, tuple(added.values()), tuple(skipped))


def _because(
    item: GoldenItem,
    golden: GoldenSet,
    added: dict[str, GoldenItem],
    other: GoldenItem | None,
) -> tuple[str, str] | None:
    """Return why an item is not taken, given what asks the same or nearly so; ``None`` if it is."""
    same = golden.items.get(item.id) or added.get(item.id)
    if same is not None:
        again = "" if plain(same.query) == plain(item.query) else f", with another question: {same.query!r}"
        return "present", f"{item.id!r} is there already{again}"
    if other is None:
        return None
    if plain(other.query) == plain(item.query):
        return "asked", f"{item.id!r} asks the same as {other.id!r}"
    return "similar", f"{item.id!r} asks nearly the same as {other.id!r}: {other.query!r}"


def _read(log: FileSource, task: str) -> Sequence[GoldenItem | Skipped]:
    """Read the questions of a log, and its records that hold none; ids may repeat there."""
    findings, fields = Findings(log.shown), Fields(log)
    found: list[GoldenItem | Skipped] = []
    rows = records.load(log, content.load(log, "log"), findings).rows
    asks = any(fields.find("query", row) is not None for _, row in rows)
    for line, row in rows:
        wrong = fields.id_problem(row)
        name = fields.find("query", row)
        if wrong is not None:
            findings.problem(line, *wrong)
            continue
        if name is None and not asks:
            findings.problem(line, *fields.missing("query", row))
            continue
        ident = findings.value(line, values.identifier, row[str(fields.find("id", row))])
        given = row[name] if name is not None else None
        if ident is not None and (given is None or (isinstance(given, str) and not plain(given))):
            said = "no question" if given is None else f"the question {values.quoted(given)}, without a word"
            found.append(Skipped(ident, line, "empty", f"{ident!r} has {said}"))
            continue
        query = findings.value(line, partial(values.text, what="the query"), given)
        details: dict[str, Any] = {"relevant": {}}
        if task not in RANKINGS:
            key = {"multilabel": "labels", "generation": "reference"}.get(task, "label")
            label = fields.find(key, row)
            if label is None:
                what = f"no {key!r}: an item of a {task} set cannot wait for one"
                findings.problem(line, what, "add what has one")
                continue
            read: Any = {"multilabel": values.labels, "generation": values.references}.get(task, values.label)
            details = {_ATTRIBUTES.get(key, key): findings.value(line, read, row[label])}
        if ident is not None and query is not None:
            found.append(GoldenItem(ident, query, line=line, **details))
    findings.notices()
    if not any(isinstance(row, GoldenItem) for row in found):
        what = "no questions in this log"
        raise QuestionError(Problem(what, log.shown, "look at what writes it", code="nothing_in_file"))
    return found
