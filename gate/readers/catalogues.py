"""Files of a catalogue: its items, past interactions, and how alike two items are.

Each is a table or records of CSV, TSV, JSON Lines, JSON, YAML or Parquet, known by its suffix.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError
from gate.readers import content, records, values
from gate.readers.findings import Findings
from gate.readers.json_text import decode
from gate.similarity import OfPairs, OfVectors, OfWords

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gate.notice import Notice
    from gate.source import FileSource

    Row = tuple[int, Mapping[str, Any]]

NAMES: dict[str, tuple[str, ...]] = {
    "item": ("item", "item_id", "id"),
    "user": ("user", "user_id"),
    "interactions": ("interactions", "count"),
    "vector": ("vector", "embedding"),
    "words": ("words", "genres", "tags"),
    "other": ("other", "other_item"),
    "similarity": ("similarity",),
}
"""``{our name: the names a file may use}``, the first one that a file has counts."""


@dataclass(frozen=True, slots=True)
class Items:
    """The items that a file lists.

    Attributes:
        counts: ``{item: how often it was used}``; 0 each where the file does not count.
        counted: Whether it counts.
        notices: What was odd.
    """

    counts: Mapping[str, float]
    counted: bool
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Interactions:
    """What users did before.

    Attributes:
        users: ``{item: how many different users used it}``; empty where the file names no users.
        counts: ``{item: how many rows name it}``.
        of_users: Number of different users; 0 where the file names none.
        notices: What was odd.
    """

    users: Mapping[str, int]
    counts: Mapping[str, int]
    of_users: int
    notices: tuple[Notice, ...] = ()


def items(source: FileSource, data: bytes | None = None) -> Items:
    """Read rows of ``item`` and perhaps ``interactions``.

    Args:
        source: The file.
        data: Its content, if it was read elsewhere.

    Raises:
        QuestionError: It is missing, empty or malformed, or names an item twice.
    """
    file = _File.of(source, data, "item")
    column = file.find("interactions")
    counts: dict[str, float] = {}
    lines: dict[str, int] = {}
    for line, row in file.rows:
        item = file.value(line, row, "item", values.identifier)
        if item is None:
            continue
        if item in lines:
            what = f"the item {item!r} is already on line {lines[item]}"
            file.findings.problem(line, what, "list every item once", code="repeated_item")
            continue
        lines[item] = line
        found = file.value(line, row, "interactions", _count) if column else 0.0
        counts[item] = found if found is not None else 0.0
    if column and not any(counts.values()) and not file.findings.failed:
        file.findings.problem(
            0, f"every {column!r} is 0, so nothing is known of popularity", "drop the column"
        )
    return Items(counts, bool(column), file.findings.notices())


def interactions(source: FileSource, data: bytes | None = None) -> Interactions:
    """Read rows of ``user`` and ``item``, or of ``item`` alone; arguments and errors as :func:`items`.

    The same user and item on several rows is one user of the item, and several interactions.
    """
    file = _File.of(source, data, "item")
    has_users = file.find("user") is not None
    pairs: set[tuple[str, str]] = set()
    counts: dict[str, int] = {}
    for line, row in file.rows:
        item = file.value(line, row, "item", values.identifier)
        user = file.value(line, row, "user", values.identifier) if has_users else ""
        if item is None or user is None:
            continue
        counts[item] = counts.get(item, 0) + 1
        pairs.add((user, item))
    users: dict[str, int] = {}
    for _, item in pairs if has_users else ():
        users[item] = users.get(item, 0) + 1
    of_users = len({user for user, _ in pairs}) if has_users else 0
    return Interactions(users, counts, of_users, file.findings.notices())


def similarity(source: FileSource, data: bytes | None = None) -> OfVectors | OfWords | OfPairs:
    """Read rows of ``item`` and ``vector``, of ``item`` and ``words``, or ``item, other, similarity``.

    Words are a list, or text with ``|`` between them. Arguments and errors as :func:`items`.
    """
    file = _File.of(source, data, "item")
    if file.find("other") and file.find("similarity"):
        found: OfVectors | OfWords | OfPairs = OfPairs(_pairs(file))
    elif file.find("vector"):
        found = OfVectors(_vectors(file))
    elif file.find("words"):
        found = OfWords({name: words for name, words in _by_item(file, "words", _words).items() if words})
    else:
        what = "nothing says how alike items are: no 'vector', no 'words', no 'other' with 'similarity'"
        fix = f"the file has {', '.join(map(repr, file.columns))}"
        raise QuestionError(Problem(what, source.shown, fix, code="column_missing"))
    file.findings.notices()
    return found


@dataclass(slots=True)
class _File:
    """The rows of one file, and what it calls its columns."""

    source: FileSource
    rows: Sequence[Row]
    columns: list[str]
    findings: Findings
    names: dict[str, str | None] = field(default_factory=dict)

    @classmethod
    def of(cls, source: FileSource, data: bytes | None, *needed: str) -> _File:
        findings = Findings(source.shown)
        for ours in source.fields:
            if ours not in NAMES:
                near = get_close_matches(ours, NAMES, 1)
                fix = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(NAMES)}"
                findings.problem(0, f"`fields:` has {ours!r}, which is no field", fix, code="unknown_field")
        findings.notices()
        data = content.load(source, "catalogue") if data is None else content.plain(data, source)
        rows = list(records.load(replace(source, fields={}), data, findings).rows)
        columns = list(dict.fromkeys(name for _, row in rows for name in row))
        file = cls(source, rows, columns, findings)
        if not rows and not findings.failed:
            findings.problem(
                0, "no rows: the file is empty", "give it one item or use a row", code="nothing_in_file"
            )
        for ours in needed if rows else ():
            if file.find(ours) is None:
                shown = ", ".join(map(repr, columns[:12]))
                fix = f"name it {ours!r}, or say what it is called: `fields: {{{ours}: ITS_NAME}}`"
                findings.problem(0, f"no {ours!r}; there is {shown}", fix, code="column_missing")
        findings.notices()
        return file

    def find(self, ours: str) -> str | None:
        """Return what the file calls a field of ours; ``None`` if it has none."""
        if ours not in self.names:
            given = self.source.fields.get(ours)
            allowed = (given,) if given is not None else NAMES[ours]
            self.names[ours] = next((name for name in allowed if name in self.columns), None)
        return self.names[ours]

    def value(self, line: int, row: Mapping[str, Any], ours: str, meaning: Callable[[object], Any]) -> Any:
        """Return what a row says for a field; ``None`` after a problem."""
        name = self.find(ours)
        if name is None or row.get(name) is None:
            self.findings.problem(
                line, f"no {ours!r}", "give every row one, or leave the row out", code="bad_line"
            )
            return None
        return self.findings.value(line, meaning, row[name])


def _by_item(file: _File, ours: str, meaning: Callable[[object], Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for line, row in file.rows:
        item = file.value(line, row, "item", values.identifier)
        value = file.value(line, row, ours, meaning) if row.get(str(file.find(ours))) is not None else None
        if item is None or value is None:
            continue
        if item in lines:
            file.findings.problem(
                line,
                f"the item {item!r} is already on line {lines[item]}",
                "list it once",
                code="repeated_item",
            )
            continue
        lines[item], found[item] = line, value
    return found


def _vectors(file: _File) -> dict[str, tuple[float, ...]]:
    found: dict[str, tuple[float, ...]] = _by_item(file, "vector", _vector)
    lengths = {len(vector) for vector in found.values()}
    if len(lengths) > 1:
        first, *_, last = sorted(lengths)
        example = next(item for item, vector in found.items() if len(vector) == last)
        what = f"vectors have from {first} to {last} numbers: that of {example!r} has {last}"
        file.findings.problem(0, what, "give every item a vector of the same length", code="vectors_unfit")
    if not found and not file.findings.failed:
        fix = "give each item its list of numbers as `vector`"
        file.findings.problem(0, "no item has a vector", fix, code="vectors_unfit")
    file.findings.notices()
    return found


def _pairs(file: _File) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    lines: dict[tuple[str, str], int] = {}
    for line, row in file.rows:
        one = file.value(line, row, "item", values.identifier)
        other = file.value(line, row, "other", values.identifier)
        alike = file.value(line, row, "similarity", _alike)
        if one is None or other is None or alike is None or one == other:
            continue
        pair = (min(one, other), max(one, other))
        if found.get(pair, alike) != alike:
            what = (
                f"{one!r} and {other!r} are {alike:g} alike here, and {found[pair]:g} on line {lines[pair]}"
            )
            file.findings.problem(line, what, "keep one of them", code="catalogue_unfit")
            continue
        found[pair] = alike
        lines.setdefault(pair, line)
    return found


def _count(given: object) -> float:
    number = values.number(given, "interactions")
    if number < 0:
        raise ValueError(f"interactions are {values.quoted(given)}: a count is a number from 0")
    return number


def _alike(given: object) -> float:
    number = values.number(given, "similarity")
    if not -1 <= number <= 1:
        raise ValueError(f"a similarity is {values.quoted(given)}: it lies between -1 and 1")
    return number


def _vector(written: object) -> tuple[float, ...]:
    given = written
    if isinstance(written, str):
        try:
            given = decode(written)
        except ValueError:
            given = None
    if not isinstance(given, list) or not given:
        raise ValueError(f"a vector is a list of numbers, [0.1, 0.2], not {values.quoted(written)}")
    found = tuple(values.number(each, "a number of a vector") for each in given)
    if not any(found):
        raise ValueError("a vector of zeros has no direction: leave the item out")
    return found


def _words(given: object) -> frozenset[str]:
    if isinstance(given, str):
        given = given.split("|")
    if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
        raise ValueError(f"words are a list, ['a', 'b'], or text like a|b, not {values.quoted(given)}")
    return frozenset(word.strip() for word in given if word.strip())
