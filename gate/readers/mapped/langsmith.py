"""LangSmith: examples of a dataset, and runs on them, as JSON Lines, JSON or CSV.

| ours | theirs |
| --- | --- |
| id | ``id`` of an example; of a run ``reference_example_id``, else ``example_id``, else ``id`` |
| query | ``inputs.question``, ``query``, ``input``, ``text`` or ``prompt``; else the only input |
| relevant | ``outputs.relevant``, ``document_ids`` or ``doc_ids`` |
| label, reference | ``outputs.label``, ``output``, ``answer`` or ``expected``; else the only output |
| labels | ``outputs.labels``, else as label |
| ranked | ``outputs.ranked``, ``document_ids``, ``doc_ids`` or ``documents`` |
| predicted, text | as label or labels |
| score, probabilities | ``outputs.score``, ``outputs.probabilities`` |
| error | ``error`` of a run |
| slices | texts in ``metadata`` |

What stands inside ``inputs`` and ``outputs`` is each user's own; ``fields: {query: inputs.frage}`` says it.
In CSV files they are JSON in a cell, or columns called ``inputs.question``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.readers.mapped.row import Row

GOLDEN_AT = ((), ("examples",))
RUN_AT = ((), ("runs",))

_QUESTIONS = ("question", "query", "input", "text", "prompt")
_LABELS = ("label", "output", "answer", "expected")
_DOCUMENTS = ("document_ids", "doc_ids")


def golden(row: Row) -> Mapping[str, Any]:
    """Return a golden item of ours."""
    query = row.given("query", *_paths(row, "inputs", _QUESTIONS))
    return {
        "id": row.ident(query, "id"),
        "query": query if isinstance(query, str) else None,
        "relevant": row.documents("relevant", _within("outputs", ("relevant", *_DOCUMENTS))),
        "reference": row.text("reference", *_paths(row, "outputs", _LABELS)),
        **row.truth(*_paths(row, "outputs", _LABELS), labels=("outputs.labels",)),
        "slices": row.slices("metadata"),
    }


def run(row: Row) -> Mapping[str, Any]:
    """Return an answer of ours."""
    query = row.given("query", *_paths(row, "inputs", _QUESTIONS))
    return row.numbers() | {
        "id": row.ident(query, "reference_example_id", "example_id", "id"),
        "ranked": row.documents("ranked", _within("outputs", ("ranked", *_DOCUMENTS, "documents"))),
        "text": row.text("text", *_paths(row, "outputs", _LABELS)),
        "error": row.given("error", "error"),
        **row.decision(*_paths(row, "outputs", _LABELS), inside=("outputs",)),
    }


def _within(part: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{part}.{name}" for name in names)


def _paths(row: Row, part: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the usual paths, and the only one that there is."""
    inside = tuple(row.inside(part))
    return _within(part, (*names, *(inside if len(inside) == 1 else ())))
