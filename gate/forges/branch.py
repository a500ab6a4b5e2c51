"""A branch of the remote, written without touching the checkout: objects, a commit, a push with a lease."""

from __future__ import annotations

import base64
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from gate import git
from gate.errors import NoAnswerError, Problem
from gate.surroundings import environment

if TYPE_CHECKING:
    from collections.abc import Mapping
    from subprocess import CompletedProcess

    from gate.forges.job import Job

_BOT = {
    "github": ("github-actions[bot]", "41898282+github-actions[bot]@users.noreply.github.com"),
    "gitlab": ("gate", "gate@noreply.invalid"),
}
"""Who a commit is by where git knows nobody."""

_USERS = {"github": "x-access-token", "gitlab": "oauth2"}

_FASTER = (b"stale info", b"fetch first", b"non-fast-forward", b"already exists", b"cannot lock ref")


@dataclass(frozen=True, slots=True)
class Remote:
    """The repository that the work tree was cloned from.

    Attributes:
        top: Top folder of the work tree.
        extra: Variables for git, which hold the token.
        name: Name of the remote.
    """

    top: Path
    extra: Mapping[str, str] = field(default_factory=dict, repr=False)
    name: str = "origin"

    def tip(self, branch: str) -> str | None:
        """Return the commit a branch is at; ``None`` if there is no such branch.

        Raises:
            NoAnswerError: The remote cannot be asked.
        """
        done = self._ask("ls-remote", "--refs", self.name, _ref(branch))
        # git also lists each branch whose name ends so: x/refs/heads/main.
        rows = [row.decode("utf-8", "replace").split("\t") for row in done.stdout.splitlines()]
        return next((commit for commit, *name in rows if name == [_ref(branch)]), None)

    def fetch(self, *branches: str) -> None:
        """Fetch the commits of branches; no ref of the work tree is moved.

        Raises:
            NoAnswerError: The remote has no such branch, or cannot be asked.
        """
        options = ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--refmap=")
        self._ask("fetch", *options, self.name, *map(_ref, branches))

    def push(self, branch: str, commit: str, *, expecting: str | None) -> bool:
        """Move a branch to ``commit`` if it is still where it was seen.

        Args:
            branch: Its name.
            commit: Full hash.
            expecting: Where it was seen; ``None`` if it was not there.

        Returns:
            ``False`` if somebody else was faster; then nothing was moved.

        Raises:
            NoAnswerError: The push was refused for another reason.
        """
        lease = f"--force-with-lease={_ref(branch)}:{expecting or ''}"
        arguments = ("push", "--quiet", "--no-verify", lease, self.name, f"{commit}:{_ref(branch)}")
        done = git.run(self.top, *arguments, extra=self.extra)
        if done.returncode == 0:
            return True
        if any(word in done.stderr for word in _FASTER):
            return False
        raise self._refusal(done, f"{branch} cannot be pushed")

    def _ask(self, *arguments: str) -> CompletedProcess[bytes]:
        done = git.run(self.top, *arguments, extra=self.extra)
        if done.returncode:
            raise self._refusal(done, f"the remote {self.name!r} cannot be asked")
        return done

    def _refusal(self, done: CompletedProcess[bytes], what: str) -> NoAnswerError:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        said = next((line for line in lines if line.startswith(("fatal:", "remote:", " !"))), "")
        said = said.strip() or (lines[0] if lines else f"exit code {done.returncode}")
        fix = "the token needs `contents: write`, or the clone its own credentials"
        return NoAnswerError(Problem(f"{what}: {said[:200]}", str(self.top), fix, code="git_failed"))


def remote(top: Path, job: Job) -> Remote:
    """Return the remote of a work tree, asked and pushed to with the job's token.

    The token reaches git in its environment, so that no list of processes shows it, and only for the
    forge's own host.
    """
    extra: dict[str, str] = {}
    url = git.line(top, "remote", "get-url", "--push", "origin") or ""
    if (
        job.token
        and urlsplit(url).scheme == "https"
        and urlsplit(url).hostname == urlsplit(job.server).hostname
    ):
        word = base64.b64encode(f"{_USERS[job.forge]}:{job.token}".encode()).decode()
        key = f"http.{job.server}/.extraheader"
        set_already = environment("GIT_CONFIG_COUNT") or "0"  # a job may trust its folder in this way
        first = int(set_already) if set_already.isascii() and set_already.isdecimal() else 0
        # The empty one forgets a header that the checkout may have left behind.
        for number, value in enumerate(("", f"AUTHORIZATION: basic {word}"), first):
            extra |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
        extra["GIT_CONFIG_COUNT"] = str(first + 2)
    return Remote(top, extra)


def commit(top: Path, parent: str, files: Mapping[str, bytes | None], message: str, *, forge: str) -> str:
    """Make a commit that no branch knows yet, and return its hash.

    Args:
        top: Top folder of the work tree.
        parent: The commit it changes.
        files: New content by path from the top; ``None`` removes a file.
        message: What it says.
        forge: Whose bot it is by, where git knows nobody.

    Raises:
        NoAnswerError: git cannot write objects.
    """
    rows = []
    for path, content in sorted(files.items()):
        if content is None:
            rows.append(f"0 {'0' * len(parent)}\t{path}\0")
        else:
            blob = _made(top, "hash-object", "-w", "--no-filters", "--stdin", given=content)
            rows.append(f"100644 {blob}\t{path}\0")
    with tempfile.TemporaryDirectory() as folder:
        index = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        _made(top, "read-tree", parent, extra=index)
        _made(
            top, "update-index", "--index-info", extra=index, given="".join(f"{r}\n" for r in rows).encode()
        )
        tree = _made(top, "write-tree", extra=index)
    author = _author(top, forge)
    return _made(top, "commit-tree", tree, "-p", parent, "-F", "-", extra=author, given=message.encode())


def _author(top: Path, forge: str) -> dict[str, str]:
    known = git.line(top, "var", "GIT_COMMITTER_IDENT")
    if known and git.line(top, "config", "user.email"):
        return {}
    name, address = _BOT[forge]
    return {
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", name), ("EMAIL", address))
    }


def _made(top: Path, *arguments: str, extra: Mapping[str, str] | None = None, given: bytes = b"") -> str:
    done = git.run(top, *arguments, extra=extra, given=given)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()[:200]
        raise NoAnswerError(Problem(f"`git {arguments[0]}` failed: {said}", str(top), code="git_failed"))
    return done.stdout.decode().strip()


def _ref(branch: str) -> str:
    return f"refs/heads/{branch}"
