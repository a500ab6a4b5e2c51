"""Entries of a result list or of judgements, in every shape that JSON gives them.

An entry may be an object. A document and a span of it are a passage, ``{"document": "d1", "start": 10,
"end": 80}``, spelt ``d1[10:80]``; a chunk that names its document, ``{"id": "c7", "document": "d1"}``, is
spelt ``d1[c7]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gate import passage
from gate.passage import Passage
from gate.readers import values
from gate.readers.json_text import Repeated, entries

if TYPE_CHECKING:
    from collections.abc import Sequence

JUDGEMENTS = "'relevant' is {document: grade}, [document, …] or [{document, start, end, grade}, …]"
RESULTS = "'ranked' is [document, …], [[document, score], …], [{id, score}, …] or {document: score}"

_DOCUMENT = ("document", "doc", "doc_id")
_OF_JUDGEMENT = {*_DOCUMENT, "start", "end", "grade"}


class Judgement(NamedTuple):
    """One judged document or passage; id and grade as the file has them."""

    document: object
    grade: object
    span: Passage | None = None


class Results(NamedTuple):
    """Ids as the file has them, and their scores, or ``None``."""

    documents: Sequence[object]
    scores: Sequence[object] | None


def judgement(entry: object) -> Judgement:
    """Return what one entry of a list of judgements says; without a grade it is 1."""
    if not isinstance(entry, dict):
        return Judgement(entry, 1)
    unknown = sorted(entry.keys() - _OF_JUDGEMENT)
    if unknown or isinstance(entry, Repeated):
        raise ValueError(f"{JUDGEMENTS}; this entry is {values.quoted(entry)}")
    document, span = _document(entry), _span(entry)
    if document is None:
        raise ValueError(f"a judgement names a document, and this one does not: {values.quoted(entry)}")
    return Judgement(str(span) if span else document, entry.get("grade", 1), span)


def results(given: object) -> Results:
    """Return a result list."""
    if isinstance(given, dict):
        pairs = list(entries(given))
        return Results([document for document, _ in pairs], [score for _, score in pairs])
    if not isinstance(given, list):
        raise ValueError(f"{RESULTS}, not {values.quoted(given)}")  # noqa: TRY004
    shapes = {_shape(entry) for entry in given}
    if len(shapes) > 1 or "other" in shapes:
        first = _shape(given[0])
        odd = next(entry for entry in given if _shape(entry) == "other" or _shape(entry) != first)
        raise ValueError(f"{RESULTS}, each entry alike; this one has {values.quoted(odd)}")
    match shapes.pop() if shapes else "id":
        case "pair":
            return Results([entry[0] for entry in given], [entry[1] for entry in given])
        case "hit":
            return Results([_hit(entry) for entry in given], None)
        case "scored hit":
            return Results([_hit(entry) for entry in given], [entry["score"] for entry in given])
        case _:
            return Results(given, None)


def _shape(entry: object) -> str:
    if isinstance(entry, list):
        return "pair" if len(entry) == 2 else "other"
    if isinstance(entry, dict):
        return "scored hit" if entry.get("score") is not None else "hit"
    return "id"


def _hit(entry: dict[str, Any]) -> object:
    span, document, ident = _span(entry), _document(entry), entry.get("id")
    if span is not None:
        return str(span)
    if ident is None:
        if document is None:
            raise ValueError(
                f"a result names an 'id' or a 'document', and this one does not: {values.quoted(entry)}"
            )
        return document
    return ident if document is None else passage.part(document, values.identifier(ident))


def _document(entry: dict[str, Any]) -> str | None:
    found = next((entry[key] for key in _DOCUMENT if entry.get(key) is not None), None)
    return None if found is None else values.identifier(found)


def _span(entry: dict[str, Any]) -> Passage | None:
    start, end, document = entry.get("start"), entry.get("end"), _document(entry)
    if start is None and end is None:
        return None
    whole = all(isinstance(value, int) and not isinstance(value, bool) for value in (start, end))
    if document is None or not whole or not 0 <= int(start or 0) < int(end or 0) < 10**18:
        what = "a passage is a document with whole numbers 'start' and 'end', 0 <= start < end"
        raise ValueError(f"{what}, not {values.quoted(entry)}")
    return Passage(document, int(start or 0), int(end or 0))
