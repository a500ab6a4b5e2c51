"""MLflow: evaluation tables as JSON in split orientation, as records, CSV or Parquet.

| ours | theirs |
| --- | --- |
| id | ``fields.id``, else made of the question |
| query | ``inputs``, or in it ``question``, ``query``, ``input``, ``text`` or ``prompt`` |
| relevant | ``expectations.expected_retrieved_context``; of classic tables ``targets`` or ``ground_truth`` |
| label, reference | ``expectations.expected_response``; of classic tables ``targets`` or ``ground_truth`` |
| labels | ``expectations.labels``, else as label |
| ranked, predicted, text | ``outputs``; of classic tables ``predictions`` |
| score, probabilities | inside ``outputs``, beside its ``label`` or ``labels`` |
| numbers | every further number |

A retrieved document is an id, or an object whose ``doc_uri`` (its own, or in ``metadata``) is the id; without
one its text (``content``, ``page_content``) makes the id. Split orientation is what
``eval_results_table.json`` has: ``{"columns": […], "data": [[…], …]}``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.digits import counted
from gate.readers import values
from gate.readers.json_text import elements
from gate.readers.records import Records, container, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.readers.findings import Findings
    from gate.readers.mapped.row import Row
    from gate.source import FileSource

GOLDEN_AT = RUN_AT = ((),)

_QUESTIONS = tuple(f"inputs.{name}" for name in ("question", "query", "input", "text", "prompt"))


def records(source: FileSource, data: bytes, findings: Findings) -> Records | None:
    """Return the rows of a table in split orientation; ``None`` if this is none."""
    if container(source, data) != "json":
        return None
    text = data.decode()
    found = whole(text, findings)
    if findings.failed:
        return Records(())
    if not isinstance(found, dict) or not isinstance(found.get("data"), list):
        return None
    columns = found.get("columns")
    if not isinstance(columns, list) or not all(isinstance(name, str) for name in columns):
        findings.problem(1, "'columns' is a list of names")
        return Records(())
    rows = []
    for line, _, cells in elements(text, ("data",)):
        if isinstance(cells, list) and len(cells) == len(columns):
            rows.append((line, dict(zip(columns, cells, strict=True))))
        else:
            what = (
                f"a row has a cell for each of {counted(len(columns), 'column')}, not {values.quoted(cells)}"
            )
            findings.problem(line, what)
    return Records(rows)


def golden(row: Row) -> Mapping[str, Any]:
    """Return a golden item of ours."""
    query = _query(row)
    classic = ("targets", "ground_truth")
    return {
        "id": row.ident(query),
        "query": query,
        "relevant": row.documents("relevant", ("expectations.expected_retrieved_context", *classic)),
        "reference": row.text("reference", "expectations.expected_response", *classic),
        **row.truth("expectations.expected_response", *classic, labels=("expectations.labels",)),
    }


def run(row: Row) -> Mapping[str, Any]:
    """Return an answer of ours."""
    outputs = ("outputs", "predictions")
    return row.numbers() | {
        "id": row.ident(_query(row)),
        "ranked": row.documents("ranked", outputs),
        "text": row.text("text", *outputs),
        **row.decision(*outputs, inside=("outputs",)),
    }


def _query(row: Row) -> object:
    found = row.given("query", *_QUESTIONS, "inputs", "question", "query")
    return found if isinstance(found, (str, int, float)) else None
