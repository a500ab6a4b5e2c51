"""promptfoo: tests as YAML, JSON, JSON Lines or CSV; results as JSON.

| ours | theirs |
| --- | --- |
| id | ``fields.id``, else ``metadata.id``, else made of the question |
| query | variable ``query``, ``question``, ``input``, ``prompt``, ``text``, ``message``, or the only one |
| relevant | ``metadata.relevant``, or what ``fields.relevant`` names |
| label, reference | the value of the first assertion ``equals``; in CSV ``__expected`` |
| labels | the same, or ``metadata.labels`` |
| slices | further texts in ``metadata`` |
| ranked, predicted, text | ``response.output`` of a result |
| score, probabilities | inside that output, beside its ``label`` or ``labels`` |
| error | ``error`` of a result that has ``failureReason`` 2, or no output |
| latency_ms | ``latencyMs`` |
| assertion_score | ``score``, the weighted share of assertions that hold |
| numbers | ``success``, ``cost`` and those in ``namedScores`` |

Variables are the keys of ``vars``; in CSV every column that does not begin with two underscores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gate.readers.mapped.row import Row

GOLDEN_AT = (("tests",), ("scenarios",), ())
RUN_AT = (("results", "results"), ("results",), ())

_QUESTIONS = ("query", "question", "input", "prompt", "text", "message")
_ASSERTED = 1
"""``failureReason`` of an answer that an assertion refused; 2 says that there was none."""


def golden(row: Row) -> Mapping[str, Any]:
    """Return a golden item of ours."""
    query = _query(row)
    return {
        "id": row.ident(query, "metadata.id", "__metadata:id"),
        "query": query,
        "relevant": row.documents("relevant", ("metadata.relevant", "__metadata:relevant")),
        "reference": row.text("reference") or next(_expected(row), None),
        **row.truth(labels=("metadata.labels", "__metadata:labels"), otherwise=next(_expected(row), None)),
        "slices": row.slices("metadata"),
    }


def run(row: Row) -> Mapping[str, Any]:
    """Return an answer of ours."""
    query, output = _query(row), "response.output"
    failed = row.at("error") is not None and row.at("failureReason") != _ASSERTED
    if failed and row.at("failureReason") is None and row.at(output) is not None:
        failed = False
    found = row.numbers("namedScores")
    for name in ("promptIdx", "testIdx", "failureReason"):
        found.pop(name, None)
    found["latency_ms"] = found.pop("latencyMs", None)
    found["assertion_score"] = row.at("score")
    found["success"] = None if row.at("success") is None else float(row.at("success") is True)
    return found | {
        "id": row.ident(query, "metadata.id", "testCase.metadata.id"),
        "ranked": row.documents("ranked", (output,)),
        "text": row.text("text", output),
        **row.decision(output, inside=(output,)),
        "error": row.at("error") if failed else None,
    }


def _query(row: Row) -> Any:
    inside = row.inside("vars")
    variables = inside or {name: cell for name, cell in row.data.items() if name[:2] != "__"}
    where = "vars." if inside else ""
    names = [name for name in _QUESTIONS if name in variables]
    texts = [name for name, value in variables.items() if isinstance(value, str)]
    names = names or (texts if len(texts) == 1 else [])
    return row.given("query", *(where + name for name in names or _QUESTIONS))


def _expected(row: Row) -> Iterator[Any]:
    """Yield the values that an answer must equal."""
    checks = row.at("assert")
    for check in checks if isinstance(checks, list) else ():
        if isinstance(check, dict) and check.get("type") == "equals":
            yield check.get("value")
    for name in ("__expected", "__expected1"):
        cell = row.at(name)
        if isinstance(cell, str):
            kind, colon, value = cell.partition(":")
            if not colon or kind.strip() == "equals":
                yield (value if colon else cell).strip()
