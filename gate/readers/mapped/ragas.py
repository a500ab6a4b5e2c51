"""ragas: samples and results as JSON Lines, JSON, CSV or Parquet.

| ours | theirs |
| --- | --- |
| id | ``fields.id``, else made of the question |
| query | ``user_input``, before 0.2 ``question`` |
| relevant | ``reference_context_ids``, else made of the texts in ``reference_contexts`` |
| reference | ``reference``, before 0.2 ``ground_truth`` |
| text | ``response``, before 0.2 ``answer`` |
| ranked | ``retrieved_context_ids``, else made of ``retrieved_contexts``, before 0.2 ``contexts`` |
| numbers | every further number, such as ``faithfulness`` |

In CSV files lists are written as Python prints them. An object with ``results`` is read as well, and the
numbers inside ``metrics``: with ``fields`` that is what RAGChecker writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.readers.mapped.row import Row

GOLDEN_AT = RUN_AT = ((), ("results",))

_QUERY = ("user_input", "question")


def golden(row: Row) -> Mapping[str, Any]:
    """Return a golden item of ours."""
    query = row.given("query", *_QUERY)
    relevant = row.documents("relevant", ("reference_context_ids",), ("reference_contexts",))
    reference = row.text("reference", "reference", "ground_truth")
    return {"id": row.ident(query), "query": query, "relevant": relevant, "reference": reference}


def run(row: Row) -> Mapping[str, Any]:
    """Return an answer of ours."""
    query = row.given("query", *_QUERY)
    ranked = row.documents("ranked", ("retrieved_context_ids",), ("retrieved_contexts", "contexts"))
    text = row.text("text", "response", "answer")
    return row.numbers("metrics") | {"id": row.ident(query), "ranked": ranked, "text": text}
