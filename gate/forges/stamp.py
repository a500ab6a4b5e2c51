"""The hidden line by which a comment is found again, and told from an older one."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.reporters.escaping import slug

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 100
"""Characters of a key; a longer one is replaced by its digest."""

_LINE = re.compile(
    r"<!-- gate:v1 key=(?P<key>[\w.%+:-]+) head=(?P<head>[0-9a-f]*) run=(?P<run>\d{1,20}) "
    r"attempt=(?P<attempt>\d{1,9}) time=(?P<time>[\w:.-]*) digest=(?P<digest>[0-9a-f]+) -->",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who wrote a comment, and about what.

    Attributes:
        key: Which gate; see :func:`key_of`.
        head: Hash of the pull request's commit that was judged; empty if unknown.
        run: Number of the CI run.
        attempt: Which attempt of it, from 1.
        time: When it was written, UTC.
        digest: Of the report below the stamp; not of the line that names commit and run.
    """

    key: str
    head: str
    run: int
    attempt: int
    time: str
    digest: str

    def __str__(self) -> str:
        return (
            f"<!-- gate:v1 key={self.key} head={self.head} run={self.run} attempt={self.attempt} "
            f"time={self.time} digest={self.digest} -->"
        )

    def is_newer_than(self, other: Stamp) -> bool:
        """Whether this run began after ``other``: by run, then attempt, then time."""
        return (self.run, self.attempt, self.time) > (other.run, other.attempt, other.time)


def key_of(configs: Iterable[str], profile: str = "", comment_id: str = "") -> str:
    """Return the key of a gate: what it was asked, whether or not that could be answered.

    Args:
        configs: Paths of its configs, in any order; the same one twice counts once.
        profile: The profile they are judged under; empty without one.
        comment_id: What tells it from another gate that asks the same; empty where nothing has to.

    >>> key_of(["configs/search.yaml", "fraud.yaml"], profile="night")
    'configs%2Fsearch+fraud:night'
    """
    asked = sorted({slug(config.replace("\\", "/").removesuffix(".yaml")) for config in configs})
    key = "+".join(asked) or "none"
    if profile or comment_id:
        key += f":{slug(profile)}"
    if comment_id:
        key += f":{slug(comment_id)}"
    return key if len(key) <= LONGEST else hashlib.sha256(key.encode()).hexdigest()[:32]


def digest(text: str) -> str:
    """Return a digest that is equal where a text needs no second writing."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read(body: str) -> Stamp | None:
    """Return the stamp on the first line of a comment; ``None`` if there is none."""
    first = body.partition("\n")[0].strip()
    found = _LINE.fullmatch(first)
    if found is None:
        return None
    return Stamp(
        found["key"], found["head"], int(found["run"]), int(found["attempt"]), found["time"], found["digest"]
    )
