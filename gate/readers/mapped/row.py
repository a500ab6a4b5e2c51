"""One record of another tool's file, asked for our fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.readers import values
from gate.readers.json_text import Repeated, entries
from gate.readers.mapped.cells import begins_a_list, written
from gate.readers.mapped.identity import identity, made, text_id
from gate.readers.mapped.paths import at, find

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from gate.readers.findings import Findings

_MEASURED = (*values.MEASURED, "latencyMs")
_FLAGS = ("true", "false")


class Row:
    """A record, with what the config says about its fields.

    Args:
        line: Where it stands.
        data: The record.
        fields: ``{our field: path in the record}``, as the config has it.
        findings: Where problems go.
        numeric: Names whose values are texts that stand for numbers.
        read: Names of numbers that metrics read.

    Attributes:
        made_id: Whether :meth:`ident` had to make the id.
        has_empty_text: Whether :meth:`documents` left out an empty relevant text.
        unreadable: ``{our field: cell}`` that begins like a list and is none.
    """

    def __init__(
        self,
        line: int,
        data: Mapping[str, Any],
        fields: Mapping[str, str],
        findings: Findings,
        *,
        numeric: Container[str] = (),
        read: Container[str] = (),
    ) -> None:
        self.line, self.data = line, data
        self.made_id = self.has_empty_text = False
        self.unreadable: dict[str, str] = {}
        self._fields, self._findings, self._numeric = fields, findings, numeric
        self._tried: dict[str, tuple[str, ...]] = {}
        self._read = read

    def at(self, path: str) -> Any:
        """Return what stands at a dotted path; ``None`` if nothing does. A key with dots comes first."""
        return at(self.data, path)

    def inside(self, path: str) -> Mapping[str, Any]:
        """Return the object at a dotted path, which a cell may hold as JSON; empty if there is none."""
        found = self.at(path)
        found = written(found.strip()) if isinstance(found, str) else found
        return found if isinstance(found, dict) else {}

    def given(self, field: str, *paths: str) -> Any:
        """Return our ``field``: at the config's path if it names one, else at the first of ``paths``."""
        paths = (self._fields[field],) if field in self._fields else paths
        self._tried[field] = (*self._tried.get(field, ()), *paths)
        return next((found for path in paths if (found := self.at(path)) is not None), None)

    def ident(self, query: object, *paths: str) -> object:
        """Return the id: the one that is given, else one made of the question."""
        found = self.given("id", *paths)
        if found is None and isinstance(query, str) and query.strip():
            self.made_id = True
            return text_id(query)
        return found

    def documents(
        self, field: str, ids: tuple[str, ...] = (), texts: tuple[str, ...] = (), *, parted: str = ""
    ) -> Any:
        """Return the documents of a list, by id.

        Args:
            field: ``"relevant"`` or ``"ranked"``; where the config names a path for it, ids stand there.
            ids: Paths of lists of ids, or of objects that name one.
            texts: Paths of lists of texts, each of which becomes its :func:`text_id`.
            parted: What parts the entries of a list that is written as one cell.

        Returns:
            A list of ids, ``{id: number}`` where the file has that, or ``None``.
        """
        found = self.given(field, *ids)
        if found is not None:
            found = self._listed(field, found, parted)
            return found if isinstance(found, dict) else [identity(entry) for entry in found]
        if field in self._fields:
            return None
        found = self.given(field, *texts)
        if found is None:
            return None
        found = self._listed(field, found, parted)
        named = [made(entry) for entry in found]
        if field == "relevant":
            self.has_empty_text = "" in named
            return [each for each in named if each != ""]
        return [text_id("") if each == "" else each for each in named]

    def truth(self, *paths: str, labels: tuple[str, ...] = (), otherwise: object = None) -> dict[str, Any]:
        """Return what an item really is: ``label``, and ``labels`` where it can be read as several.

        Args:
            paths: Where it stands, as one or as several.
            labels: Where only several stand, which comes first.
            otherwise: What it is where nothing stands there.
        """
        one, several = self.given("label", *paths), self.given("labels", *labels, *paths)
        return {
            "label": _plain(otherwise if one is None else one),
            "labels": self._several(otherwise if several is None else several),
        }

    def decision(self, *paths: str, inside: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return what was decided: ``predicted``, or ``labels`` where it can be read as several, and scores.

        Args:
            paths: Where a decision stands.
            inside: Where an object may stand that has ``label`` or ``labels``, ``score``, ``probabilities``.
        """
        labels, label, score, sure = (
            tuple(f"{path}.{name}" for path in inside)
            for name in ("labels", "label", "score", "probabilities")
        )
        probabilities = self.given("probabilities", *sure)
        if isinstance(probabilities, str):
            probabilities = written(probabilities.strip()) or probabilities
        return {
            "predicted": _plain(self.given("predicted", *label, *paths)),
            "labels": self._several(self.given("predicted", *labels, *paths)),
            "score": self.given("score", *score),
            "probabilities": probabilities,
        }

    def text(self, field: str, *paths: str) -> object:
        """Return what is written at ``field``: a text, a number, or a list of these; no object."""
        found = self.given(field, *paths)
        return None if isinstance(found, dict) else found

    def numbers(self, *paths: str) -> dict[str, Any]:
        """Return every number at the top of the record, and those inside the objects at ``paths``.

        Latency and cost, and what a metric reads, are among them as they are, so that one that is no number
        is refused.
        """
        found: dict[str, Any] = {}
        for inside in (*map(self.inside, paths), self.data):
            found |= {key: value for key, value in inside.items() if values.is_number(value)}
            read = {key: value for key, value in inside.items() if key in self._read}
            found |= {key: value for key, value in read.items() if str(value).lower() not in _FLAGS}
        found |= {key: self.data[key] for key in _MEASURED if isinstance(self.data.get(key), str)}
        cells = {key: cell for key, cell in self.data.items() if key in self._numeric}
        found |= {key: values.number(cell, key) for key, cell in cells.items()}
        return {key: value for key, value in found.items() if key not in self._reserved()}

    def slices(self, *paths: str) -> Any:
        """Return the texts and truths inside the first object at ``paths``, or at the config's path.

        An ``id``, and what was read as another field before, is no slice.
        """
        paths = (self._fields["slices"],) if "slices" in self._fields else paths
        path, found = next(((path, inside) for path in paths if (inside := self.inside(path))), ("", {}))
        taken = {"id"} | {key for key in found if f"{path}.{key}" in self._places()}
        plain = {key: value for key, value in found.items() if isinstance(value, (str, bool)) and value != ""}
        return {key: value for key, value in plain.items() if key not in taken} or None

    def lacks(self, ours: Mapping[str, Any], *wanted: tuple[str, ...]) -> bool:
        """Say whether none of some alternative fields was found, which is a problem that names all paths."""
        missing = [names for names in wanted if not any(name in ours for name in names)]
        for names in missing:
            tried = [path for name in names for path in dict.fromkeys(self._tried.get(name, ()))]
            if names == ("id",):
                tried += self._tried.get("query", ())
            what = self._unusable(tried, "question" if names == ("id",) else names[0])
            if not what:
                shown = ", ".join(map(repr, _leaves(self.data))) or "nothing"
                what = f"no {' or '.join(map(repr, tried)) or repr(names[0])}; there is {shown}"
            fix = f"say in the config where it is: `fields: {{{names[0]}: ITS_NAME}}`"
            self._findings.problem(self.line, what, fix)
        return bool(missing)

    def _unusable(self, tried: Iterable[str], wanted: str) -> str:
        """Return what is wrong with a field that is there and of no use; ``""`` if there is none."""
        for path in tried:
            there, value = find(self.data, path)
            if there and value not in (None, "", [], {}) and not (isinstance(value, str) and value.isspace()):
                return f"{path!r} is {values.quoted(value)}, which is no {wanted}"
            if there:
                return f"{path!r} is empty"
        return ""

    def _several(self, found: object) -> Any:
        """Return labels as a list; a cell holds it as JSON, as Python writes it, or parted by bars."""
        return self._listed("labels", found, "|") if isinstance(found, (str, list)) else None

    def _listed(self, field: str, found: object, parted: str) -> Any:
        """Return a list or an object, which a cell may hold as JSON, as Python writes it, or parted."""
        if isinstance(found, str):
            text = found.strip()
            read = written(text)
            if read is None and begins_a_list(text, parted):
                self.unreadable.setdefault(field, text)
                return []
            if read is None:
                pieces = text.split(parted) if parted else [text]
                read = [piece.strip() for piece in pieces if piece.strip()]
            return read
        if isinstance(found, dict) and not isinstance(found, Repeated):
            return found
        return found if isinstance(found, list) else [found]

    def _places(self) -> set[str]:
        """Return the paths at which fields of ours were looked for."""
        return {path for paths in self._tried.values() for path in paths}

    def _reserved(self) -> Container[str]:
        return self._places() | {
            "id",
            "score",
            "predicted",
            "label",
            "labels",
            "ranked",
            "relevant",
            "weight",
            "rank",
        }


def _plain(found: object) -> object:
    return None if isinstance(found, (dict, list)) else found


def _leaves(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names in a record, with a level inside, at most a dozen."""
    shown = 0
    for key, value in data.items():
        inside = [f"{key}.{name}" for name, _ in entries(value)] if isinstance(value, dict) else []
        for name in inside or [key]:
            if shown == 12:
                return
            shown += 1
            yield name
