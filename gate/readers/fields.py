"""What each field may be called in a file, and which name this file uses."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from gate.source import FileSource

NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "query_id", "query-id", "qid", "q_id", "_id"),
    "query": ("query", "text", "question"),
    "relevant": ("relevant",),
    "doc_id": ("doc_id", "corpus-id", "document"),
    "relevance": ("relevance", "grade", "score"),
    "label": ("label",),
    "labels": ("labels",),
    "reference": ("reference", "references"),
    "ranked": ("ranked", "retrieved"),
    "score": ("score",),
    "predicted": ("predicted", "prediction"),
    "swapped": ("swapped",),
    "probabilities": ("probabilities",),
    "text": ("text",),
    "error": ("error",),
    "repeat": ("repeat",),
    "weight": ("weight",),
    "cluster": ("cluster",),
    "critical": ("critical",),
    "slices": ("slices",),
}
"""``{our name: the names a file may use}``, the first one that a file has counts."""

OF_RUNS = (
    *("score", "predicted", "probabilities", "error", "repeat", "ranked", "rank", "latency_ms", "cost"),
)
"""Columns that say what a system answered; never a slice of a golden set."""


class Fields:
    """Names of one file's fields: those of the config first, then :data:`NAMES`.

    Args:
        source: The file, with the config's ``fields``.

    Raises:
        QuestionError: ``fields`` names a field that does not exist.
    """

    def __init__(self, source: FileSource) -> None:
        unknown = [name for name in source.fields if name not in NAMES]
        if unknown:
            raise QuestionError(
                *(
                    Problem(
                        f"`fields:` has {name!r}, which is no field",
                        source.shown,
                        suggestion(name, NAMES),
                        code="unknown_field",
                    )
                    for name in unknown
                )
            )
        self._source = source
        self._names = {**NAMES, **{ours: (theirs,) for ours, theirs in source.fields.items()}}
        words = (
            "id",
            "query",
            "doc_id",
            "label",
            "labels",
            "predicted",
            "swapped",
            "error",
            "cluster",
            "text",
        )
        self._texts = frozenset(name for field in (*words, "reference") for name in self._names[field])
        self._known = frozenset(name for names in self._names.values() for name in names)
        judged = frozenset(self._names["relevance"]) - {"score"}
        self._of_run = frozenset(self._known - judged | {"rank"})
        self._classes = source.classes - self._of_run
        self._numbers = {key: metric for key, metric in source.numbers.items() if key not in self._texts}

    def find(self, field: str, present: Container[str]) -> str | None:
        """Return what the file calls ``field``, given the names it has; ``None`` if it has none."""
        return next((name for name in self._names[field] if name in present), None)

    def all_of(self, field: str, present: Container[str]) -> list[str]:
        """Return every name that a file has for ``field``."""
        return [name for name in self._names[field] if name in present]

    def id_problem(self, present: Iterable[str]) -> tuple[str, str] | None:
        """Return what is wrong if not exactly one of the names can be the id, and the way out.

        A table with ``id`` and ``query_id`` may number its rows in one of them.
        """
        have = set(present)
        names = [name for name in self._names["id"] if name in have]
        if not names:
            return self.missing("id", present)
        if len(names) > 1:
            what = f"{' and '.join(map(repr, names))} could each be the id"
            return what, f"say which {self._source.with_field('id', names[0])}"
        return None

    def known(self) -> frozenset[str]:
        """Return all names that mean something."""
        return self._known

    def texts(self) -> frozenset[str]:
        """Return the names of fields that are words even where they look like numbers."""
        return self._texts

    def of_run(self, task: str) -> frozenset[str]:
        """Return the names that are not free for a run's further numbers, such as ``latency_ms``.

        A number called ``relevance`` or ``grade`` is one: a judge may have given it. Under ``task: judge``
        so is the ``score``.
        """
        return self._of_run.difference(self._names["score"] if task == "judge" else ())

    def classes(self) -> frozenset[str]:
        """Return the names under which a run has nothing but the number of a class."""
        return self._classes

    def numbers(self) -> Mapping[str, str]:
        """Return ``{name: the metric that reads a number there}``; words are none of them."""
        return self._numbers

    def missing(self, field: str, present: Iterable[str]) -> tuple[str, str]:
        """Return a sentence that says ``field`` is missing, and the way out."""
        have = [name for name in present if name]
        names = self._names[field]
        also = f" (or {', '.join(names[1:])})" if names[1:] else ""
        shown = ", ".join(map(repr, have[:12])) + (", …" if len(have) > 12 else "")
        near = next((n for name in names for n in get_close_matches(name, have, 1, 0.6)), None)
        near = near or next((n for n in have if field in n.lower()), None)
        example = near if near is not None else "ITS_NAME"
        fix = f"name it {names[0]!r}, or say what it is called {self._source.with_field(field, example)}"
        return f"no {names[0]!r}{also}; there is {shown or 'nothing'}", fix


def suggestion(word: str, choices: Iterable[str]) -> str:
    """Return "did you mean …?" or the list of choices."""
    choices = list(choices)
    near = get_close_matches(word, choices, 1, 0.6)
    listed = ", ".join(choices)
    return f"did you mean {near[0]!r}? There are: {listed}" if near else f"choose one of: {listed}"
