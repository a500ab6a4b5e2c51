"""Which commit a change is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gate import git
from gate.errors import NoAnswerError, Problem, QuestionError
from gate.git import repository
from gate.surroundings.process import at, environment, event

if TYPE_CHECKING:
    from pathlib import Path

WORKTREE = "worktree"
"""The base that means the files as they lie there."""

MERGE_BASE = "merge-base"
"""The base that means: find it, whatever ``GATE_BASE`` says."""


@dataclass(frozen=True, slots=True)
class Base:
    """What a change is compared with.

    Attributes:
        revision: Full hash of a commit; ``None`` for the work tree.
        how: How it was found, as one phrase: ``"merge base of HEAD and origin/main"``.
        notice: What a reader should know about it; empty if nothing.
        is_whole: Whether all that is to be merged lies between it and the files as they are now. Not so on
            the default branch, where only the last of several pushed commits does.
    """

    revision: str | None
    how: str
    notice: str = ""
    is_whole: bool = True

    @property
    def is_worktree(self) -> bool:
        """Whether the files themselves are the base, so that a change can move its own bar."""
        return self.revision is None


def base(path: Path, explicit: str | None = None, *, asker: str = "--base") -> Base:
    """Find the commit that a change is compared with.

    The first that applies: ``explicit``, ``GATE_BASE``, the pull request the forge's event is about, the
    merge base with the remote's default branch (without a remote, the local one), and on the default
    branch itself the first parent of HEAD. A revision that is named is taken as it is.

    Args:
        path: A file or folder of the repository, the config for example.
        explicit: A revision, ``"worktree"``, or ``"merge-base"``.
        asker: Who says so, for messages.

    Returns:
        The base. It is the work tree, with a notice, outside git and where HEAD has no parent.

    Raises:
        QuestionError: No such revision.
        NoAnswerError: The clone was cut off before the base, the default branch is not known, HEAD has no
            history in common with it, or git cannot read the repository.
    """
    asked, asker = (explicit, asker) if explicit else (environment("GATE_BASE"), "GATE_BASE")
    if asked == WORKTREE:
        return Base(None, f"the work tree, as {asker} says")
    named = None if asked == MERGE_BASE else asked
    if named is None and not git.installed():
        if any((folder / ".git").exists() for folder in path.resolve().parents):
            raise NoAnswerError(
                Problem(
                    "git is not installed, so the base of this repository cannot be read",
                    fix="install git, or say `--base worktree` to compare with the files as they lie there",
                    code="git_missing",
                )
            )
        return _worktree("git is not installed")
    top = repository(path)
    if top is None:
        if named is not None:
            raise QuestionError(
                Problem(
                    f"no commit {named!r}: {path} is not in a git repository",
                    asker,
                    "name `worktree`",
                    code="not_a_repository",
                )
            )
        return _worktree("this is not a git repository")
    if named is not None:
        return Base(git.commit(top, named, where=asker), f"{named}, as {asker} says")
    head = git.line(top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    if head is None:
        if git.line(top, "rev-parse", "--verify", "--quiet", "HEAD") is not None:
            raise git.unreadable(top, "HEAD", git.run(top, "cat-file", "commit", "HEAD"))
        return _worktree("nothing has been committed yet")
    return _of_event(top, head) or _of_default_branch(top, head)


def _worktree(why: str) -> Base:
    return Base(
        None,
        "the work tree",
        f"compared with the work tree, because {why}: a change to the baseline or the config goes unnoticed",
    )


def _of_event(top: Path, head: str) -> Base | None:
    """Return the base of the pull request, merge request or merge group that is being tested."""
    told, kind = event(), environment("GITHUB_EVENT_NAME")
    group = at(told, "merge_group", "base_sha")
    if kind == "merge_group" and group:
        start = git.commit(top, str(group), where="merge_group.base_sha")
        return Base(start, "base of the merge group")
    target = environment("GITHUB_BASE_REF")
    if target:
        # On a branch's own commit, itself perhaps a merge, the first parent would be the wrong one.
        testing_merge = kind == "pull_request" and environment("GITHUB_SHA") in {None, head}
        if testing_merge and len(git.parents(top, head)) > 1:
            return _first_parent(top, head, "first parent of the pull request's merge commit")
        tip = f"refs/remotes/origin/{target}"
        return (None if _exists(top, tip) else _as_recorded(top, head, told)) or _merge_base(top, head, tip)
    for name in ("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "CI_MERGE_REQUEST_DIFF_BASE_SHA"):
        if hash_ := environment(name):
            return Base(git.commit(top, hash_, where=name), "base of the merge request")
    return None


def _as_recorded(top: Path, head: str, told: dict[str, Any]) -> Base | None:
    """Return where HEAD left the base that the event recorded, if this clone holds both.

    The forge goes on merging into a base that moves while the recorded one stays, so it comes last.
    """
    hash_ = at(told, "pull_request", "base", "sha")
    if not isinstance(hash_, str) or hash_.startswith("-") or not git.has(top, hash_):
        return None
    found = git.line(top, "merge-base", head, hash_)
    if found is None or found == head:
        return None
    return Base(
        found,
        "merge base of HEAD and pull_request.base.sha",
        "the target branch is not in this clone, so the base is the one that the event recorded, "
        f"which may be behind: {git.UNSHALLOW}",
    )


def _of_default_branch(top: Path, head: str) -> Base:
    usual = ("main", "master")
    said = [at(event(), "repository", "default_branch"), environment("CI_DEFAULT_BRANCH")]
    remote = git.line(top, "symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
    for ref in [remote, *(f"refs/remotes/origin/{name}" for name in (*said, *usual) if name)]:
        if ref and _exists(top, ref):
            return _merge_base(top, head, ref)
    if git.is_shallow(top):
        raise _cut_off("the default branch is not in this clone")
    branch = git.line(top, "symbolic-ref", "--quiet", "--short", "HEAD")
    names = [name for name in (git.line(top, "config", "init.defaultBranch"), *usual) if name]
    if branch in names:
        return _first_parent(top, head, f"first parent of HEAD, on {branch}", is_whole=False)
    for name in names:
        if _exists(top, f"refs/heads/{name}"):
            return _merge_base(top, head, f"refs/heads/{name}")
    branches = git.run(top, "for-each-ref", "--format=x", "refs/heads", "refs/remotes").stdout
    if branch and branches.count(b"x") == 1 and git.line(top, "remote") is None:
        return _first_parent(top, head, f"first parent of HEAD, on {branch}", is_whole=False)
    raise NoAnswerError(
        Problem(
            "the default branch is not known, so there is no base to compare with",
            str(top),
            "`git remote set-head origin --auto`, or name a revision with `--base`",
            code="base_unknown",
        )
    )


def _merge_base(top: Path, head: str, ref: str) -> Base:
    branch = ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")
    if not _exists(top, ref):
        raise _cut_off(f"{branch}, which this change is to be merged into, is not in this clone")
    found = git.line(top, "merge-base", head, ref)
    if found == head:
        return _first_parent(top, head, f"first parent of HEAD, which is part of {branch}", is_whole=False)
    if found is not None:
        return Base(found, f"merge base of HEAD and {branch}")
    if git.is_shallow(top):
        raise _cut_off(f"where HEAD and {branch} part is not in this clone")
    raise NoAnswerError(
        Problem(
            f"HEAD and {branch} have no commit in common",
            str(top),
            "name a revision with `--base`",
            code="base_unknown",
        )
    )


def _first_parent(top: Path, head: str, how: str, *, is_whole: bool = True) -> Base:
    parents = git.parents(top, head)
    if not parents:
        return _worktree("HEAD is the first commit")
    if not git.has(top, parents[0]):
        raise _cut_off("the first parent of HEAD is not in this clone")
    return Base(parents[0], how, is_whole=is_whole)


def _exists(top: Path, ref: str) -> bool:
    return git.line(top, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}") is not None


def _cut_off(why: str) -> NoAnswerError:
    return NoAnswerError(Problem(f"no base to compare with: {why}", fix=git.UNSHALLOW, code="shallow_clone"))
