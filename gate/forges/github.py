"""GitHub's REST interface, of github.com and of an Enterprise server: comments and pull requests.

Source:
    The REST API description, version 2022-11-28.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from gate.forges.proposals import Proposal
from gate.forges.sticky import Comment
from gate.forges.web import Connection, ForgeError
from gate.surroundings import at, environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.forges.job import Job

LONGEST = 65_536
"""Characters that the body of a comment or a pull request may have."""

APP = "[bot]"
"""End of the name of every app's account, that of Actions too; no person's name may hold a bracket."""


def connect(job: Job) -> Connection:
    """Return a connection that identifies itself with the job's token."""
    headers = {
        "Accept": "application/vnd.github+json",
        "X-GitHub-Api-Version": "2022-11-28",
        "User-Agent": "mergegate",
    }
    if job.token:
        headers["Authorization"] = f"Bearer {job.token}"
    return Connection(job.api, headers)


@dataclass(frozen=True, slots=True)
class PullComments:
    """The comments of one pull request.

    Attributes:
        forge: The connection.
        project: ``"owner/name"``.
        number: Of the pull request.
    """

    forge: Connection
    project: str
    number: int
    longest: int = LONGEST

    def head(self) -> str:
        """Return the hash of the pull request's newest commit."""
        return _text(pull(self.forge, self.project, self.number), "head", "sha")

    def author(self) -> str | None:
        """Return the account the token belongs to; ``None`` for an app's.

        The token of a workflow, which is the app Actions, and an app's own may not ask who they are;
        ``GATE_COMMENT_AUTHOR`` says it for them.
        """
        named = environment("GATE_COMMENT_AUTHOR")
        if named:
            return named
        try:
            return _text(self.forge.ask("GET", "/user"), "login")
        except ForgeError as error:
            if error.status in {401, 403, 404}:
                return None
            raise

    def all(self) -> Iterator[Comment]:
        """Return every comment, whoever wrote it."""
        for entry in self.forge.pages(f"{self._issue}/comments?per_page=100"):
            yield _comment(entry)

    def create(self, body: str) -> Comment:
        """Write a new comment."""
        return _comment(self.forge.ask("POST", f"{self._issue}/comments", {"body": body}))

    def update(self, number: int, body: str) -> None:
        """Write a comment anew."""
        self.forge.ask("PATCH", f"{_repository(self.project)}/issues/comments/{number}", {"body": body})

    def delete(self, number: int) -> None:
        """Remove a comment."""
        self.forge.ask("DELETE", f"{_repository(self.project)}/issues/comments/{number}")

    @property
    def _issue(self) -> str:
        return f"{_repository(self.project)}/issues/{self.number}"


@dataclass(frozen=True, slots=True)
class PullRequests:
    """The pull requests of one repository, as proposals.

    Attributes:
        forge: The connection.
        project: ``"owner/name"``.
    """

    forge: Connection
    project: str
    longest: int = LONGEST

    def target(self) -> str:
        """Return the name of the default branch."""
        return _text(self.forge.ask("GET", _repository(self.project)), "default_branch")

    def open(self, branch: str, target: str) -> Proposal | None:
        """Return the open pull request from ``branch``; ``None`` if there is none."""
        owner = self.project.partition("/")[0]
        query = urlencode({"state": "open", "head": f"{owner}:{branch}", "base": target, "per_page": 100})
        for entry in self.forge.pages(f"{_repository(self.project)}/pulls?{query}"):
            if at(entry, "head", "ref") == branch and at(entry, "head", "repo", "full_name") == self.project:
                return _proposal(entry)
        return None

    def create(self, branch: str, target: str, title: str, body: str) -> Proposal:
        """Open a pull request."""
        sent = {"title": title, "head": branch, "base": target, "body": body}
        return _proposal(self.forge.ask("POST", f"{_repository(self.project)}/pulls", sent))

    def update(self, number: int, title: str, body: str) -> None:
        """Write title and body of a pull request anew."""
        path = f"{_repository(self.project)}/pulls/{number}"
        self.forge.ask("PATCH", path, {"title": title, "body": body})


def pull(forge: Connection, project: str, number: int) -> Any:
    """Return a pull request as the forge describes it."""
    return forge.ask("GET", f"{_repository(project)}/pulls/{number}")


def pulls_of(forge: Connection, project: str, owner: str, branch: str) -> Iterator[Any]:
    """Return the open pull requests whose head is a branch of ``owner``."""
    query = urlencode({"state": "open", "head": f"{owner}:{branch}", "per_page": 100})
    return forge.pages(f"{_repository(project)}/pulls?{query}")


def _repository(project: str) -> str:
    return f"/repos/{quote(project, safe='/')}"


def _comment(entry: Any) -> Comment:
    number = at(entry, "id")
    if not isinstance(number, int):
        raise ForgeError("a comment without a number", code="forge_answer")
    # The account of a deleted user is null.
    author = at(entry, "user", "login") or ""
    # `performed_via_github_app` does not tell: it is also set where an app writes in a person's name.
    return Comment(number, author, at(entry, "body") or "", by_app=author.endswith(APP))


def _proposal(entry: Any) -> Proposal:
    number = at(entry, "number")
    if not isinstance(number, int):
        raise ForgeError("a pull request without a number", code="forge_answer")
    return Proposal(number, at(entry, "html_url") or "", at(entry, "title") or "", at(entry, "body") or "")


def _text(value: Any, *path: str) -> str:
    found = at(value, *path)
    if not isinstance(found, str) or not found:
        raise ForgeError(f"the answer has no {'.'.join(path)}", code="forge_answer")
    return found
