"""The CI job this process runs in, and the pull request it is about, as environment and event tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from gate.surroundings import at, environment, event

DEPENDABOT = "dependabot[bot]"
"""The account whose pull requests get the rights of a fork: a token that reads, and no secrets."""


@dataclass(frozen=True, slots=True)
class Pull:
    """A pull request, which GitLab calls a merge request.

    Attributes:
        number: As people write it after ``#`` or ``!``.
        head: Full hash of the commit that its author pushed last when the job began; empty if unknown.
        is_fork: Whether that commit lies in another repository.
    """

    number: int
    head: str
    is_fork: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """One job of a forge's CI.

    Attributes:
        forge: Who runs it.
        api: Base URL of the forge's REST interface, without a slash at the end.
        server: Base URL of its pages and repositories.
        project: ``"owner/name"`` (GitHub), or the number of the project (GitLab).
        token: What it may identify itself with; empty if nothing. Never printed.
        event: What started it, in the forge's own word: ``"pull_request"``, ``"merge_group"``, …
        run: Number of the run; a later run has a larger one.
        attempt: From 1; a repetition of the same run counts on.
        url: Page of the run; empty if unknown.
        pull: The pull request it is about; ``None`` if it is about none.
        by_dependabot: Whether Dependabot started it.
        workspace: Folder of the checkout; ``None`` if unknown.
    """

    forge: Literal["github", "gitlab"]
    api: str
    server: str
    project: str
    token: str = field(repr=False)
    event: str
    run: int
    attempt: int
    url: str
    pull: Pull | None
    by_dependabot: bool = False
    workspace: Path | None = None

    @property
    def reads_only(self) -> str:
        """Why the job's token can only read and there are no secrets, as a clause; empty if it is not so."""
        if self.pull is None or self.event == "pull_request_target":
            return ""
        if self.pull.is_fork:
            return "this pull request comes from a fork, whose jobs get no secrets and may only read"
        if self.by_dependabot:
            return "Dependabot's jobs get no secrets, and may only read unless `permissions` says more"
        return ""


def find() -> Job | None:
    """Return the job this process is part of; ``None`` on a desk, and in a CI that is not known."""
    if environment("GITHUB_ACTIONS") == "true":
        return _github()
    return _gitlab() if environment("GITLAB_CI") else None


def _github() -> Job:
    told = event()
    server = (environment("GITHUB_SERVER_URL") or "https://github.com").rstrip("/")
    project = environment("GITHUB_REPOSITORY") or ""
    run, attempt = _number("GITHUB_RUN_ID"), _number("GITHUB_RUN_ATTEMPT") or 1
    folder = environment("GITHUB_WORKSPACE")
    return Job(
        forge="github",
        api=(environment("GITHUB_API_URL") or "https://api.github.com").rstrip("/"),
        server=server,
        project=project,
        token=environment("GATE_TOKEN") or environment("GITHUB_TOKEN") or "",
        event=environment("GITHUB_EVENT_NAME") or "",
        run=run,
        attempt=attempt,
        url=f"{server}/{project}/actions/runs/{run}/attempts/{attempt}" if project and run else "",
        pull=_pull(told.get("pull_request"), project),
        by_dependabot=environment("GITHUB_ACTOR") == DEPENDABOT,
        workspace=Path(folder) if folder else None,
    )


def _pull(told: object, project: str) -> Pull | None:
    """Read the pull request of an event; a head whose repository is gone counts as a fork's."""
    number = at(told, "number")
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        return None
    head, owner = at(told, "head", "sha"), at(told, "head", "repo", "full_name")
    base = at(told, "base", "repo", "full_name") or project
    return Pull(number, head if isinstance(head, str) else "", owner != base)


def _gitlab() -> Job:
    number = _number("CI_MERGE_REQUEST_IID")
    ours = environment("CI_MERGE_REQUEST_PROJECT_ID") or environment("CI_PROJECT_ID") or ""
    theirs = environment("CI_MERGE_REQUEST_SOURCE_PROJECT_ID") or ours
    # In a pipeline for merged results the commit is the merge; the branch's own commit is told apart.
    head = environment("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") or environment("CI_COMMIT_SHA") or ""
    folder = environment("CI_PROJECT_DIR")
    return Job(
        forge="gitlab",
        api=(environment("CI_API_V4_URL") or "https://gitlab.com/api/v4").rstrip("/"),
        server=(environment("CI_SERVER_URL") or "https://gitlab.com").rstrip("/"),
        project=ours,
        token=environment("GATE_TOKEN") or environment("GITLAB_TOKEN") or "",
        event=environment("CI_PIPELINE_SOURCE") or "",
        run=_number("CI_JOB_ID") or _number("CI_PIPELINE_ID"),
        attempt=1,
        url=environment("CI_JOB_URL") or "",
        pull=Pull(number, head, theirs != ours) if number else None,
        workspace=Path(folder) if folder else None,
    )


def _number(name: str) -> int:
    text = environment(name) or ""
    return int(text) if text.isascii() and text.isdecimal() else 0
