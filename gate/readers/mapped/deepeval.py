"""deepeval: goldens and test cases as JSON, JSON Lines or CSV, in snake_case or camelCase.

| ours | theirs |
| --- | --- |
| id | ``fields.id`` (often ``name``), else made of the question |
| query | ``input`` |
| relevant | made of the texts in ``context`` |
| ranked | made of the texts in ``retrieval_context`` |
| label, labels, reference | ``expected_output`` |
| predicted, score, probabilities, text | ``actual_output``, or inside it where it holds an object |
| slices | further texts in ``additional_metadata`` or ``metadata`` |

An entry of a context is a text or ``{context, source}``. In CSV files a bar parts the entries of a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.readers.mapped.row import Row

GOLDEN_AT = RUN_AT = ((), ("goldens",), ("testCases",), ("test_cases",))


def golden(row: Row) -> Mapping[str, Any]:
    """Return a golden item of ours."""
    query = row.given("query", "input")
    return {
        "id": row.ident(query),
        "query": query,
        "relevant": row.documents("relevant", texts=("context",), parted="|"),
        "reference": row.text("reference", "expected_output", "expectedOutput"),
        **row.truth("expected_output", "expectedOutput"),
        "slices": row.slices("additional_metadata", "additionalMetadata", "metadata"),
    }


def run(row: Row) -> Mapping[str, Any]:
    """Return an answer of ours."""
    texts, output = ("retrieval_context", "retrievalContext"), ("actual_output", "actualOutput")
    return row.numbers() | {
        "id": row.ident(row.given("query", "input")),
        "ranked": row.documents("ranked", texts=texts, parted="|"),
        "text": row.text("text", *output),
        **row.decision(*output, inside=output),
    }
