"""One comment on a pull request, written anew in place; never an older run's over a newer one's.

A forge has no way to write only if nothing changed since. So a run first makes sure that the commit it
judged is still the pull request's newest, and leaves what a later run wrote. Two runs that both
create a comment find each other's when they look again, and all keep the oldest.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from gate.forges import stamp as stamps
from gate.forges.web import ForgeError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate.forges.stamp import Stamp

GONE = 404
"""What the forge says of a comment that somebody else removed meanwhile."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment as the forge has it. Numbers of later comments are larger.

    Attributes:
        number: By which it is written anew.
        author: Name of the account.
        body: Its text.
        by_app: Whether the account is an app's, which nobody but the app can write as.
    """

    number: int
    author: str
    body: str
    by_app: bool = False


class Comments(Protocol):
    """The comments of one pull request."""

    @property
    def longest(self) -> int:
        """Characters that a comment may have."""

    def head(self) -> str:
        """Return the hash of the pull request's newest commit."""

    def author(self) -> str | None:
        """Return the account that this program writes as; ``None`` for an app of unknown name."""

    def all(self) -> Iterable[Comment]:
        """Return every comment, whoever wrote it."""

    def create(self, body: str) -> Comment:
        """Write a new comment."""

    def update(self, number: int, body: str) -> None:
        """Write a comment anew."""

    def delete(self, number: int) -> None:
        """Remove a comment."""


class Posted(StrEnum):
    """What became of a text."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    STALE = "stale"
    UNNEEDED = "unneeded"


def post(to: Comments, stamp: Stamp, text: str, *, create: bool = True) -> Posted:
    """Write ``text`` as the one comment with this stamp's key.

    Args:
        to: The pull request's comments.
        stamp: Of ``text``; goes above it.
        text: Markdown, short enough.
        create: Whether it is worth a comment where there is none yet.

    Returns:
        ``UNNEEDED`` if there is no comment yet, and this is not worth one;
        ``STALE`` if the pull request has a newer commit than the one that was judged, or a later run has
        written already: then nothing was written.

    Raises:
        ForgeError: The forge refused.
    """
    if stamp.head and to.head() not in {"", stamp.head}:
        return Posted.STALE
    body = f"{stamp}\n{text}"
    ours = _ours(to, to.author(), stamp.key)
    if ours:
        return _settle(to, ours, stamp, body)
    if not create:
        return Posted.UNNEEDED
    made = to.create(body)
    # Another run may have created one meanwhile; both look again.
    ours = _ours(to, made.author, stamp.key)
    if not ours or ours[0].number >= made.number:
        return Posted.CREATED
    return _settle(to, ours, stamp, body, made=made.number)


def _ours(to: Comments, author: str | None, key: str) -> list[Comment]:
    """Return the comments with this key that we wrote, oldest first; anybody can copy a stamp.

    An app that cannot tell its own name is the one that wrote the oldest comment of any app with this key.
    """
    stamped = [c for c in to.all() if (s := stamps.read(c.body)) and s.key == key]
    stamped.sort(key=lambda comment: comment.number)
    if author is None:
        author = next((comment.author for comment in stamped if comment.by_app), None)
    return [comment for comment in stamped if comment.author == author]


def _settle(to: Comments, ours: list[Comment], stamp: Stamp, body: str, *, made: int | None = None) -> Posted:
    """Keep the oldest of our comments, with the newest run's text in it."""
    kept, *others = ours
    there = [(s, c) for c in ours if c.number != made and (s := stamps.read(c.body)) is not None]
    newest, source = max(there, key=lambda pair: (pair[0].run, pair[0].attempt, pair[0].time))
    is_late = stamp.head in {"", newest.head} and newest.is_newer_than(stamp)
    if is_late:
        done = Posted.STALE
        if source is not kept:
            to.update(kept.number, source.body)
    elif (newest.digest, newest.head) == (stamp.digest, stamp.head) and source is kept:
        done = Posted.UNCHANGED
    else:
        done = Posted.UPDATED
        to.update(kept.number, body)
    for other in others:
        _remove(to, other.number)
    return done


def _remove(to: Comments, number: int) -> None:
    try:
        to.delete(number)
    except ForgeError as error:
        if error.status != GONE:
            raise
