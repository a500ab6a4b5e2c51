"""What user code returned → plain JSON: text, numbers, lists, objects.

Framework documents are known by their shape, so that no framework is imported here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any


def plain(value: Any, document_id: str | None = None) -> Any:
    """Turn what was returned into JSON.

    Arrays become lists, numbers of array libraries numbers, tuples and iterators lists, a framework's
    document ``{"id", "score"}`` (without a score where it has none). The order is kept.

    Args:
        value: What a system returned.
        document_id: Metadata field with a document's id; ``None`` for its own id.

    Raises:
        ValueError: It is none of these, or holds itself.
    """
    try:
        return _plain(value, document_id)
    except RecursionError:
        raise ValueError("it returned what is nested too deeply, or holds itself") from None


def _plain(value: Any, document_id: str | None) -> Any:
    if isinstance(value, (str, bool, int, float)):
        return _exact(value)
    if value is None:
        raise ValueError("it returned nothing (None): return [] where nothing is found")
    if isinstance(value, Mapping):
        return {_key(key): _inside(below, document_id) for key, below in value.items()}
    if isinstance(value, (list, tuple, Iterator)):
        return [_inside(below, document_id) for below in value]
    if hasattr(value, "tolist"):  # an array or a number of an array library
        return _plain(value.tolist(), document_id)
    if isinstance(value, (set, frozenset)):
        raise ValueError("it returned a set, which has no order: return a list, best first")  # noqa: TRY004
    found = document(value, document_id)
    if found is None:
        kind = type(value).__name__
        raise ValueError(f"it returned {kind}, which is no answer: return ids, pairs or documents")
    return found


def document(value: Any, document_id: str | None) -> dict[str, Any] | None:
    """Return ``{"id", "score"}`` of a framework's document; ``None`` if it is none.

    Known are LlamaIndex's node with a score, and any object with an ``id``: documents of LangChain and
    Haystack, points of vector stores. Their fields are called ``metadata``, ``meta`` or ``payload``.

    Raises:
        ValueError: The document has no such metadata field, or no id at all.
    """
    inner = getattr(value, "node", value)
    own = next((getattr(inner, name) for name in ("node_id", "id") if hasattr(inner, name)), None)
    described = [getattr(inner, name, None) for name in ("metadata", "meta", "payload")]
    fields: Mapping[str, Any] | None = next((each for each in described if isinstance(each, Mapping)), None)
    if own is None and fields is None:
        return None
    if document_id is not None:
        fields = fields or {}
        own = fields.get(document_id, getattr(inner, document_id, None))
        if own is None:
            known = ", ".join(map(str, fields)) or "none"
            raise ValueError(f"a document has no metadata {document_id!r}; it has: {known}")
    if own is None:
        raise ValueError("a document has no id: name a metadata field with one as `document_id`")
    found = {"id": own if isinstance(own, str) else str(own)}
    score = getattr(value, "score", None)
    return found if score is None else {**found, "score": plain(score)}


def _exact(value: str | float) -> str | float:
    """Return a text or number of exactly that type; infinite numbers as a run file spells them.

    Raises:
        ValueError: It is NaN.
    """
    if isinstance(value, float) and not math.isfinite(value):
        if math.isnan(value):
            raise ValueError("it returned NaN, which is no score")
        return "inf" if value > 0 else "-inf"
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind(value) if type(value) is not kind else value
    return value


def _inside(value: Any, document_id: str | None) -> Any:
    return None if value is None else _plain(value, document_id)


def _key(key: Any) -> str:
    if isinstance(key, str):
        return str(key)
    whole = key.item() if hasattr(key, "item") else key
    if isinstance(whole, int) and not isinstance(whole, bool):
        return str(whole)
    raise ValueError(f"a key is {key!r}: document ids and classes are text")
