"""LlamaIndex: a QA dataset (``EmbeddingQAFinetuneDataset``), or retrieval results.

| ours | theirs |
| --- | --- |
| id | the key in ``queries``; of results ``fields.id``, else made of the question |
| query | the text in ``queries``; of results ``query`` |
| relevant | ``relevant_docs``, each with grade 1; of results ``expected_ids`` |
| ranked | of results ``retrieved_ids``, else made of ``retrieved_texts`` |
| numbers | of results those in ``metric_dict``, each plain or as the ``score`` of an object |

A dataset is one JSON object with ``queries``, ``corpus`` and ``relevant_docs``. Results are the fields of
``RetrievalEvalResult`` as JSON Lines or a JSON list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.digits import counted
from gate.notice import EXAMPLES
from gate.readers.json_text import elements
from gate.readers.records import Records, container, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.readers.findings import Findings
    from gate.readers.mapped.row import Row
    from gate.source import FileSource

GOLDEN_AT = RUN_AT = ((),)


def records(source: FileSource, data: bytes, findings: Findings) -> Records | None:
    """Return the judged queries of a dataset; ``None`` if this is none."""
    if container(source, data) != "json":
        return None
    text = data.decode()
    found = whole(text, findings)
    if findings.failed:
        return Records(())
    if not isinstance(found, dict) or "relevant_docs" not in found:
        return None
    queries, judged = found.get("queries"), found["relevant_docs"]
    if not isinstance(queries, dict) or not isinstance(judged, dict):
        findings.problem(1, "'queries' is {id: text}, and 'relevant_docs' is {id: [document, …]}")
        return Records(())
    unjudged = sorted(query for query in queries if query not in judged)
    if unjudged:
        named = ", ".join(unjudged[:EXAMPLES])
        what = f"left out, because unjudged: {len(unjudged):,} of {counted(len(queries), 'query')} ({named})"
        findings.notice("unjudged_query", what)
    rows = elements(text, ("relevant_docs",))
    return Records(
        [(line, {"id": i, "query": queries.get(i), "expected_ids": docs}) for line, i, docs in rows]
    )


def golden(row: Row) -> Mapping[str, Any]:
    """Return a golden item of ours."""
    query = row.given("query", "query")
    relevant = row.documents("relevant", ("expected_ids",))
    return {"id": row.ident(query, "id"), "query": query, "relevant": relevant}


def run(row: Row) -> Mapping[str, Any]:
    """Return an answer of ours."""
    ranked = row.documents("ranked", ("retrieved_ids",), ("retrieved_texts",))
    scores = {name: row.at(f"metric_dict.{name}.score") for name in row.inside("metric_dict")}
    return {
        **row.numbers("metric_dict"),
        **{name: score for name, score in scores.items() if score is not None},
        "id": row.ident(row.given("query", "query"), "id"),
        "ranked": ranked,
    }
