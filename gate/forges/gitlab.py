"""GitLab's REST interface: notes of a merge request, and merge requests.

Source:
    GitLab's documentation of the notes and merge requests API, version 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from gate.forges.proposals import Proposal
from gate.forges.sticky import Comment
from gate.forges.web import Connection, ForgeError
from gate.surroundings import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.forges.job import Job

LONGEST = 1_000_000
"""Characters that the body of a note or a description may have."""


def connect(job: Job) -> Connection:
    """Return a connection that identifies itself with the job's access token."""
    headers = {"User-Agent": "mergegate"}
    if job.token:
        headers["PRIVATE-TOKEN"] = job.token
    return Connection(job.api, headers)


@dataclass(frozen=True, slots=True)
class MergeRequestNotes:
    """The notes of one merge request.

    Attributes:
        forge: The connection.
        project: Number of the project, or its path.
        number: Of the merge request in its project.
    """

    forge: Connection
    project: str
    number: int
    longest: int = LONGEST

    def head(self) -> str:
        """Return the hash of the merge request's newest commit."""
        return str(at(self.forge.ask("GET", self._path), "sha") or "")

    def author(self) -> str:
        """Return the account the token belongs to; a project's token has one of its own."""
        name = at(self.forge.ask("GET", "/user"), "username")
        if not isinstance(name, str):
            raise ForgeError("the answer has no username", code="forge_answer")
        return name

    def all(self) -> Iterator[Comment]:
        """Return every note, whoever wrote it."""
        query = "per_page=100&order_by=created_at&sort=asc"
        for entry in self.forge.pages(f"{self._path}/notes?{query}"):
            yield _note(entry)

    def create(self, body: str) -> Comment:
        """Write a new note."""
        return _note(self.forge.ask("POST", f"{self._path}/notes", {"body": body}))

    def update(self, number: int, body: str) -> None:
        """Write a note anew."""
        self.forge.ask("PUT", f"{self._path}/notes/{number}", {"body": body})

    def delete(self, number: int) -> None:
        """Remove a note."""
        self.forge.ask("DELETE", f"{self._path}/notes/{number}")

    @property
    def _path(self) -> str:
        return f"{_project(self.project)}/merge_requests/{self.number}"


@dataclass(frozen=True, slots=True)
class MergeRequests:
    """The merge requests of one project, as proposals.

    Attributes:
        forge: The connection.
        project: Number of the project, or its path.
    """

    forge: Connection
    project: str
    longest: int = LONGEST

    def target(self) -> str:
        """Return the name of the default branch."""
        name = at(self.forge.ask("GET", _project(self.project)), "default_branch")
        if not isinstance(name, str) or not name:
            raise ForgeError("the answer has no default_branch", code="forge_answer")
        return name

    def open(self, branch: str, target: str) -> Proposal | None:
        """Return the open merge request from ``branch`` of this project; ``None`` if there is none."""
        query = urlencode(
            {"state": "opened", "source_branch": branch, "target_branch": target, "per_page": 100}
        )
        for entry in self.forge.pages(f"{_project(self.project)}/merge_requests?{query}"):
            if at(entry, "source_project_id") == at(entry, "target_project_id"):
                return _proposal(entry)
        return None

    def create(self, branch: str, target: str, title: str, body: str) -> Proposal:
        """Open a merge request."""
        sent = {"source_branch": branch, "target_branch": target, "title": title, "description": body}
        return _proposal(self.forge.ask("POST", f"{_project(self.project)}/merge_requests", sent))

    def update(self, number: int, title: str, body: str) -> None:
        """Write title and description of a merge request anew."""
        path = f"{_project(self.project)}/merge_requests/{number}"
        self.forge.ask("PUT", path, {"title": title, "description": body})


def _project(project: str) -> str:
    return f"/projects/{quote(project, safe='')}"


def _note(entry: Any) -> Comment:
    number = at(entry, "id")
    if not isinstance(number, int):
        raise ForgeError("a note without a number", code="forge_answer")
    return Comment(number, at(entry, "author", "username") or "", at(entry, "body") or "")


def _proposal(entry: Any) -> Proposal:
    number = at(entry, "iid")
    if not isinstance(number, int):
        raise ForgeError("a merge request without a number", code="forge_answer")
    body = at(entry, "description") or ""
    return Proposal(number, at(entry, "web_url") or "", at(entry, "title") or "", body)
