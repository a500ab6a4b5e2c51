"""What changed in a golden set since a revision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gate import git, readers
from gate.digits import number
from gate.errors import Problem, QuestionError
from gate.golden import edits

if TYPE_CHECKING:
    from gate.curation.subject import Subject
    from gate.golden import GoldenItem, GoldenSet


@dataclass(frozen=True, slots=True)
class Change:
    """One item that changed.

    Attributes:
        kind: ``"added"``, ``"removed"``, ``"relabelled"`` (a number can move) or ``"reworded"`` (none can).
        id: The item.
        query: Its question, as it is now or was.
        details: What is different, one short text each.
    """

    kind: str
    id: str
    query: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diff:
    """A golden set then and now.

    Attributes:
        revision: Full hash of the commit.
        before: Items then; 0 if the file is new.
        now: Items now.
        changes: Ascending by kind, then by id.
    """

    revision: str
    before: int
    now: int
    changes: tuple[Change, ...]


def diff(about: Subject, revision: str) -> Diff:
    """Compare a golden set in the work tree with what ``revision`` has.

    Raises:
        QuestionError: It is no single file, lies outside of git, or one of both versions is malformed; or
            there is no such revision.
        NoAnswerError: git cannot tell.
    """
    path, shown = about.source.path, about.source.shown
    if path.is_dir():
        raise QuestionError(
            Problem("a folder cannot be compared", shown, "name one file", code="wrong_format")
        )
    now = about.read()
    top = git.repository(path)
    if top is None:
        raise QuestionError(
            Problem(
                "not in a git repository, so there is nothing to compare with",
                shown,
                "commit the golden set to one: `git init`, `git add`, `git commit`",
                code="not_a_repository",
            )
        )
    commit = git.commit(top, revision, where="REVISION")
    inside = path.resolve().relative_to(top.resolve()).as_posix()
    content = git.show(top, commit, inside)
    before = readers.parse_golden(content, about.source, about.task) if content is not None else None
    return Diff(commit, len(before) if before else 0, len(now), tuple(_changes(before, now)))


def _changes(before: GoldenSet | None, now: GoldenSet) -> list[Change]:
    if before is None:
        return [Change("added", item.id, item.query) for item in now]
    found = edits(now, before.digests)
    relabelled = frozenset(found.relabelled)
    reworded = [
        i for i in found.shared if i not in relabelled and now.items[i].query != before.items[i].query
    ]
    return [
        *(Change("added", i, now.items[i].query) for i in found.added),
        *(Change("removed", i, before.items[i].query) for i in found.removed),
        *(_change("relabelled", before.items[i], now.items[i]) for i in found.relabelled),
        *(_change("reworded", before.items[i], now.items[i]) for i in reworded),
    ]


def _change(kind: str, before: GoldenItem, now: GoldenItem) -> Change:
    then, today = before.relevant or {}, now.relevant or {}
    details = [
        f"{document}: {_grade(then.get(document))} → {_grade(today.get(document))}"
        for document in sorted({*then, *today})
        if then.get(document) != today.get(document)
    ]
    pairs: list[tuple[str, Any, Any]] = [
        ("label", before.label, now.label),
        ("labels", _labels(before), _labels(now)),
        ("references", _references(before), _references(now)),
        ("weight", number(before.weight), number(now.weight)),
        ("cluster", before.cluster, now.cluster),
        ("critical", before.critical, now.critical),
        ("question", before.query, now.query),
    ]
    details += [f"{name}: {old} → {new}" for name, old, new in pairs if old != new]
    for name in sorted({*before.slices, *now.slices}):
        old, new = before.slices.get(name, "none"), now.slices.get(name, "none")
        if old != new:
            details.append(f"{name}: {old} → {new}")
    return Change(kind, now.id, now.query, tuple(details))


def _labels(item: GoldenItem) -> str | None:
    return None if item.labels is None else ", ".join(item.labels) or "none"


def _references(item: GoldenItem) -> str | None:
    return None if item.references is None else " | ".join(map(repr, item.references))


def _grade(value: float | None) -> str:
    return "unjudged" if value is None else f"grade {number(value)}"
