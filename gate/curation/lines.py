"""Golden items and runs as JSON Lines of our own; reading them again gives equal values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.stores.answers import encode
from gate.stores.canonical import dumps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.golden import GoldenItem, GoldenSet
    from gate.rating import Rating
    from gate.run import Run


def golden_line(item: GoldenItem, names: Mapping[str, str] | None = None) -> str:
    r"""Return one item as a line; what has its usual value is left out.

    Args:
        item: The item.
        names: What the file calls our fields, where it has other names.

    >>> from gate.golden import GoldenItem
    >>> golden_line(GoldenItem("q1", "how?", relevant={"d1": 2.0, "d2": 0.5}, slices={"topic": "a"}))
    '{"id":"q1","query":"how?","relevant":{"d1":2,"d2":0.5},"slices":{"topic":"a"}}\n'
    """
    plain: dict[str, Any] = {"id": item.id}
    if item.query:
        plain["query"] = item.query
    if item.relevant is not None:
        grades = {document: _number(grade) for document, grade in item.relevant.items()}
        plain["relevant"] = _passages(item, grades) if item.spans else grades
    if item.label is not None:
        plain["label"] = item.label
    if item.labels is not None:
        plain["labels"] = list(item.labels)
    if item.references is not None:
        one = len(item.references) == 1
        plain["reference"] = item.references[0] if one else list(item.references)
    if item.rating is not None:
        plain |= _rating(item.rating)
    if item.slices:
        plain["slices"] = dict(item.slices)
    if item.weight != 1:
        plain["weight"] = _number(item.weight)
    if item.cluster is not None:
        plain["cluster"] = item.cluster
    if item.critical:
        plain["critical"] = True
    names = names or {}
    return f"{dumps({names.get(key, key): value for key, value in plain.items()})}\n"


def golden_lines(golden: GoldenSet) -> bytes:
    """Return a golden set as lines, in the order of its file."""
    ordered = sorted(golden, key=lambda item: (item.line, item.id))
    return "".join(map(golden_line, ordered)).encode()


def run_lines(run: Run) -> bytes:
    """Return a run as lines, ascending by id, latency and cost included."""
    return encode(run, left_out=frozenset())


def _rating(rating: Rating) -> dict[str, Any]:
    """Return what was said of a judged answer; what is not known is left out."""
    plain = {"ratings": dict(rating.raters), "length": rating.length, "producer": rating.producer}
    return {key: value for key, value in plain.items() if value is not None and value != {}}


def _passages(item: GoldenItem, grades: dict[str, float]) -> list[dict[str, Any]]:
    found = []
    for document, grade in grades.items():
        span = item.spans.get(document)
        where = {"document": document} if span is None else span._asdict()
        found.append({**where, "grade": grade})
    return found


def _number(value: float) -> float:
    """Return a whole number without a point, unless that would lose the sign of a zero."""
    return int(value) if value.is_integer() and str(value) != "-0.0" else value
