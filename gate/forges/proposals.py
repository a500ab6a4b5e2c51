"""Pull requests that this program opens and keeps up to date itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Proposal:
    """An open pull request, or merge request."""

    number: int
    url: str
    title: str
    body: str


class Proposals(Protocol):
    """Where proposals are made."""

    @property
    def longest(self) -> int:
        """Characters that a body may have."""

    def target(self) -> str:
        """Return the name of the default branch, which they are to be merged into."""

    def open(self, branch: str, target: str) -> Proposal | None:
        """Return the open proposal from ``branch``; ``None`` if there is none."""

    def create(self, branch: str, target: str, title: str, body: str) -> Proposal:
        """Open one.

        Raises:
            ForgeError: The forge refused, perhaps because somebody else was faster.
        """

    def update(self, number: int, title: str, body: str) -> None:
        """Write title and body of one anew."""
