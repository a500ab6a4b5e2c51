"""What a file says of a judged answer: the human label or ratings, its length, its producer.

``length`` and ``producer`` are one value, or one for each verdict where two answers are compared. A table
spells a mapping as columns: ``ratings.ann``, ``length.A``.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from gate.rating import Rating
from gate.readers import values
from gate.readers.json_text import Repeated

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from gate.readers.rows import Table

T = TypeVar("T")

KEYS = ("ratings", "length", "producer")
"""What a golden item of a judge may have beside what every item may have."""


def item(row: Mapping[str, object], *, label: object) -> dict[str, Any]:
    """Return ``label`` and ``rating`` of a golden item.

    The label is the one that is given, else the verdict that most raters gave, else none: divided raters.

    Args:
        row: What the file says of the item, by key.
        label: Its label as the file gives it; ``None`` without one.

    Raises:
        ValueError: There is neither a label nor a rating, or a value is none; quoted.
    """
    given = {key: row[key] for key in KEYS if row.get(key) not in (None, "")}
    raters = _each("ratings", given["ratings"], values.label) if "ratings" in given else {}
    if label is None and not raters:
        raise ValueError("neither a 'label' nor 'ratings': nobody said what is right")
    found = Rating(
        raters,
        _one_or_each("length", given["length"], _length) if "length" in given else None,
        _one_or_each("producer", given["producer"], _producer) if "producer" in given else None,
    )
    said = values.label(label) if label is not None else found.majority
    return {"label": said, "rating": found if given else None}


def verdicts(given: Callable[[str], Any], meaning: Callable[[Any], str | None]) -> dict[str, str | None]:
    """Return a judge's verdict, and that on the swapped pair; without one, it is a missing verdict.

    Args:
        given: What a line of a run says for a field; ``None`` if nothing.
        meaning: Reads a verdict.
    """
    said = {field: given(field) for field in ("predicted", "swapped")}
    return {field: meaning(value) for field, value in said.items() if value is not None}


def columns(table: Table) -> frozenset[str]:
    """Return the columns of a table that :func:`item` reads, as ``ratings.ann`` for example."""
    return frozenset(name for name in table.columns if name and name.partition(".")[0] in KEYS)


def unfolded(cells: Mapping[str, str], names: Collection[str]) -> dict[str, object]:
    """Return the cells of ``names`` by key, as JSON would give them; empty cells are left out.

    >>> unfolded({"ratings.ann": "pass", "ratings.bob": "", "length": "120"}, ["ratings.ann", "length"])
    {'ratings': {'ann': 'pass'}, 'length': '120'}
    """
    found: dict[str, Any] = {}
    for name in (name for name in cells if name in names and cells[name].strip()):
        key, dot, inside = name.partition(".")
        if dot:
            found.setdefault(key, {})[inside] = cells[name]
        else:
            found[key] = cells[name]
    return found


def _one_or_each(key: str, given: object, meaning: Callable[[object], T]) -> T | dict[str, T]:
    return _each(key, given, meaning) if isinstance(given, dict) else meaning(given)


def _each(key: str, given: object, meaning: Callable[[object], T]) -> dict[str, T]:
    """Read a mapping; what is null says nothing. Verdicts are spelt as labels are."""
    if not isinstance(given, dict) or isinstance(given, Repeated):
        raise ValueError(f"{key!r} is an object, each key once, not {values.quoted(given)}")  # noqa: TRY004
    said = {name: value for name, value in given.items() if value is not None}
    return {name if key == "ratings" else values.label(name): meaning(v) for name, v in said.items()}


def _length(given: object) -> float:
    found = values.number(given, "length")
    if found < 0:
        raise ValueError(f"a length is {values.quoted(given)}, and cannot be below 0")
    return found


_producer = partial(values.text, what="a producer")
