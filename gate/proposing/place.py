"""Where a proposal is made: the repository, its remote, and the forge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate import config as configs
from gate import git
from gate.errors import Problem, QuestionError
from gate.forges import branch, github, gitlab
from gate.forges.job import find
from gate.forges.publish import NO_TOKEN, refusal
from gate.forges.web import ForgeError
from gate.inputs.basis import folder_store
from gate.stores import pair
from gate.surroundings import relative, repository

if TYPE_CHECKING:
    from pathlib import Path

    from gate.config import Config
    from gate.forges.branch import Remote
    from gate.forges.job import Job
    from gate.forges.proposals import Proposals


@dataclass(frozen=True, slots=True)
class Place:
    """Where a proposal is made.

    Attributes:
        config: Whose baseline it is.
        top: Top folder of the work tree.
        folder: The baseline's folder, from the top.
        head: The commit that is checked out, and was measured.
        remote: Where branches are pushed.
        proposals: Where pull requests are opened.
        job: The job this is.
        target: Branch to merge into.
    """

    config: Config
    top: Path
    folder: str
    head: str
    remote: Remote
    proposals: Proposals
    job: Job
    target: str

    @property
    def branch(self) -> str:
        """Name of the branch, always the same."""
        return f"gate/refresh-{self.config.name}"

    @property
    def names(self) -> tuple[str, ...]:
        """Paths of the baseline's files, there or not, from the top."""
        names = (pair.summary_file(self.config.name), *pair.run_files(self.config.name))
        return tuple(f"{self.folder}/{name}".removeprefix("./") for name in names)


def place_of(path: Path) -> Place:
    """Find out where the baseline of the config at ``path`` is proposed.

    Raises:
        QuestionError: There is no forge, no token, no repository, or the baseline has uncommitted edits.
        ForgeError: The forge refused.
    """
    config = configs.load(path)
    job = find()
    if job is None:
        fix = "run it in GitHub Actions or GitLab CI, or without --pull-request"
        raise QuestionError(
            Problem("there is no forge to open a pull request at", "--pull-request", fix, code="no_forge")
        )
    if not job.token:
        raise QuestionError(Problem(NO_TOKEN[job.forge], "--pull-request", code="no_token"))
    top = repository(config.path)
    store = folder_store(config)
    inside = relative(top, store.root) if top is not None else None
    if top is None or inside is None:
        raise QuestionError(
            Problem(
                "the baseline lies in no git repository",
                store.shown,
                "set `baseline: {store: …}` to a folder of the repository, or leave out --pull-request",
                code="not_a_repository",
            )
        )
    head = git.commit(top, "HEAD")
    proposals: Proposals
    if job.forge == "github":
        proposals = github.PullRequests(github.connect(job), job.project)
    else:
        proposals = gitlab.MergeRequests(gitlab.connect(job), job.project)
    try:
        target = proposals.target()
    except ForgeError as error:
        raise ForgeError(refusal(error, job), status=error.status) from None
    place = Place(config, top, inside, head, branch.remote(top, job), proposals, job, target)
    _refuse_edits(place)
    return place


def _refuse_edits(place: Place) -> None:
    """Refuse what was not committed: a baseline of one's own, or rules that nobody has reviewed."""
    rules = [relative(place.top, p) for p in (place.config.path, place.config.golden_source.path)]
    for what, paths, option in (
        ("the baseline", place.names, "--untracked-files=all"),
        ("the config or its golden set", [p for p in rules if p is not None], "--untracked-files=no"),
    ):
        done = git.run(place.top, "status", "--porcelain", option, "--", *paths)
        if done.returncode:
            raise git.unreadable(place.top, place.config.shown, done)
        if done.stdout:
            fix = "commit the edits, or restore the files"
            raise QuestionError(
                Problem(
                    f"{what} has edits that are not committed",
                    place.config.shown,
                    fix,
                    code="uncommitted_edits",
                )
            )
