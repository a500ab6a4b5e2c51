"""BEIR folders: ``queries.jsonl`` beside ``qrels/test.tsv``; the corpus is not needed to judge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gate.digits import counted
from gate.errors import Problem, QuestionError
from gate.golden import GoldenSet
from gate.notice import Notice
from gate.readers import jsonl, tables, trec
from gate.readers.content import load
from gate.readers.fields import Fields
from gate.readers.findings import Findings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.source import FileSource

FORMATS: Mapping[str, tuple[str, ...]] = {"beir": ()}


def read_golden(source: FileSource) -> GoldenSet:
    """Read the judged queries of a BEIR folder.

    ``qrels/test.tsv`` counts; where there is none, the only ``qrels/*.tsv``. Queries that are not
    judged there belong to another split and are left out.

    Raises:
        QuestionError: There are no judgements, several files of them but no ``test.tsv``, or one
            of the files is malformed.
    """
    judgements = _judgements(source)
    data = load(judgements, "golden set")
    header = data.partition(b"\n")[0].decode().split("\t")
    reader = trec if Fields(judgements).find("id", header) is None else tables
    golden = reader.read_golden(judgements, data, "retrieval")
    queries, notices = _queries(source)
    items = {item.id: replace(item, query=queries.get(item.id, item.query)) for item in golden}
    notices += golden.notices
    if queries:
        where = judgements.shown
        unjudged = [query for query in queries if query not in items]
        if unjudged:
            text = f"left out, because unjudged here: {len(unjudged)} of {counted(len(queries), 'query')}"
            notices += (Notice.about("unjudged_query", text, unjudged, where=where),)
        nameless = [query for query in items if query not in queries]
        if nameless:
            text = f"judged, but without a text: {len(nameless)} of {counted(len(items), 'query')}"
            notices += (Notice.about("query_without_text", text, nameless, where=where),)
    return GoldenSet(items, source.shown, notices)


def _within(source: FileSource, *parts: str) -> FileSource:
    shown = "/".join((source.shown.rstrip("/"), *parts))
    return replace(source, path=source.path.joinpath(*parts), shown=shown, format="tsv")


def _judgements(source: FileSource) -> FileSource:
    found = sorted(path.name for path in (source.path / "qrels").glob("*.tsv*"))
    for name in ("test.tsv", "test.tsv.gz", *(found if len(found) == 1 else ())):
        if name in found:
            return _within(source, "qrels", name)
    if not found:
        fix = "a BEIR folder has qrels/test.tsv and queries.jsonl; or name one file"
        raise QuestionError(Problem("a folder without qrels/*.tsv", source.shown, fix, code="wrong_format"))
    listed = ", ".join(found)
    fix = f"name one of them: `golden_set: {source.shown.rstrip('/')}/qrels/{found[0]}`"
    raise QuestionError(
        Problem(f"several judgement files and no test.tsv: {listed}", source.shown, fix, code="wrong_format")
    )


def _queries(source: FileSource) -> tuple[dict[str, str], tuple[Notice, ...]]:
    for name in ("queries.jsonl", "queries.jsonl.gz", "queries.tsv"):
        inside = _within(source, name)
        if inside.path.exists():
            findings, reader = Findings(inside.shown), tables if name.endswith("tsv") else jsonl
            queries = reader.read_queries(inside, load(inside, "golden set"), findings)
            return queries, findings.notices()
    return {}, ()
