"""What a pull request is compared with, in the checkouts that a forge makes of a fork's branch."""

import shutil

import pytest

from gate.errors import ExitCode
from tests.end_to_end.conftest import Project, run_rows

FORK = "mallory/search"


@pytest.fixture
def origin(template, tmp_path):
    """Make the base repository: main holds a baseline at rank 2."""
    seed = Project(shutil.copytree(template, tmp_path / "seed"))
    seed.git("checkout", "--quiet", "main")
    seed.git("clone", "--quiet", "--bare", "--branch=main", str(seed.top), str(tmp_path / "origin.git"))
    return Project(tmp_path / "origin.git")


@pytest.fixture
def seed(origin, tmp_path):
    """Give a work tree of the base repository."""
    return Project(tmp_path / "seed")


@pytest.fixture
def merge(origin, seed, tmp_path):
    """Give a function that opens a pull request from a fork's commit; return its commit and the merge."""

    def made(fork, number=7):
        head = fork.git("rev-parse", "HEAD")
        fork.git("push", "--quiet", "--force", f"file://{origin.top}", f"HEAD:refs/pull/{number}/head")
        seed.git("fetch", "--quiet", f"file://{origin.top}", "main", f"refs/pull/{number}/head")
        seed.git("fetch", "--quiet", f"file://{origin.top}", "+main:main", "--update-head-ok")
        seed.git("reset", "--quiet", "--hard", "main")
        seed.git("checkout", "--quiet", "--detach", "main")
        seed.git("merge", "--quiet", "--no-ff", "-m", "merge", head)
        commit = seed.git("rev-parse", "HEAD")
        seed.git("push", "--quiet", "--force", f"file://{origin.top}", f"HEAD:refs/pull/{number}/merge")
        seed.git("checkout", "--quiet", "main")
        return head, commit

    return made


@pytest.fixture
def fork(origin, tmp_path):
    """Make a fork with a branch of its own."""
    origin.git("clone", "--quiet", f"file://{origin.top}", str(tmp_path / "fork"))
    made = Project(tmp_path / "fork")
    made.git("checkout", "--quiet", "-b", "topic")
    return made


@pytest.fixture
def checkout(origin, tmp_path):
    """Give a function that checks a ref out as a workflow does: detached, shallow."""

    def made(ref, depth, name="checkout"):
        place = Project(tmp_path / name)
        place.top.mkdir()
        place.git("init", "--quiet", "--initial-branch=main")
        place.git("remote", "add", "origin", f"file://{origin.top}")
        options = [f"--depth={depth}"] if depth else []
        refs = [] if depth else ["+refs/heads/*:refs/remotes/origin/*"]
        place.git("fetch", "--quiet", *options, "origin", *refs, f"+{ref}:refs/remotes/pull/merge")
        place.git("checkout", "--quiet", "--detach", "refs/remotes/pull/merge")
        return place

    return made


def advance(origin, seed):
    """Merge a better baseline into main after the pull request was opened."""
    seed.git("checkout", "--quiet", "main")
    seed.write(run=run_rows(rank=1))
    assert seed.gate("refresh").code == 0
    seed.commit("better")
    seed.git("push", "--quiet", f"file://{origin.top}", "main")


@pytest.mark.parametrize("depth", [2, 0])
def test_a_moved_target_is_what_counts(origin, seed, fork, merge, checkout, job, depth, monkeypatch):
    """The event's base stays behind; the merge commit's first parent is the bar that the merge will meet."""
    stale = fork.git("rev-parse", "origin/main")
    (fork.top / "notes.txt").write_text("x")
    fork.commit("work")
    advance(origin, seed)
    head, commit = merge(fork)
    place = checkout("refs/pull/7/merge", depth)
    job(repository=FORK, head=head)
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    monkeypatch.setenv("GITHUB_SHA", commit)
    ended, report = place.write(run=run_rows(rank=2)).check()
    facts = dict(report["provenance"]["facts"])
    assert stale != origin.git("rev-parse", "main")
    assert ended.code == ExitCode.REGRESSED
    assert report["checks"][0]["baseline"]["value"] == 1.0
    assert facts["baseline from"] == "first parent of the pull request's merge commit"
    assert (facts["pull_request"], facts["head"], facts["commit"]) == ("7", head, commit)


def test_a_fork_cannot_bring_its_own_bar(origin, seed, fork, merge, checkout, job, monkeypatch):
    """Baseline, tolerance and golden set edited in the fork: the base's decide, and each edit is said."""
    fork.write(run=run_rows(rank=4))
    assert fork.gate("accept", "--reason", "mine").code == 0
    text = (fork.top / "search.yaml").read_text()
    fork.write(config=text.replace("0.02", "0.9"))
    fork.commit("all is well")
    head, commit = merge(fork)
    place = checkout("refs/pull/7/merge", 2)
    job(repository=FORK, head=head)
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    monkeypatch.setenv("GITHUB_SHA", commit)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(place.top))
    ended, reports = place.check_all()
    assert ended.code == ExitCode.REGRESSED
    assert [report["outcome"] for report in reports] == ["pass", "regressed"]
    assert {notice["code"] for notice in reports[0]["notices"]} == {"rules_edited", "baseline_edited"}
    assert "::notice file=search.yaml,title=gate%3A search::this change edits the baseline" in ended.out


def test_a_clone_of_depth_one_is_told_apart_from_a_first_commit(fork, merge, checkout, job, monkeypatch):
    """The default of a checkout: no answer, exit code 3, and the fix; never a pass."""
    (fork.top / "notes.txt").write_text("x")
    fork.commit("work")
    head, commit = merge(fork)
    place = checkout("refs/pull/7/merge", 1)
    step = job(repository=FORK, head=head)
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    monkeypatch.setenv("GITHUB_SHA", commit)
    ended, report = place.check()
    assert (ended.code, report["outcome"]) == (ExitCode.NO_ANSWER, "not_comparable")
    assert step.set()["verdict"] == "not_comparable"
    assert "::error file=" in ended.out or "::error title=" in ended.out
    assert "fetch-depth: 0" in ended.err


def test_a_merge_group_is_compared_with_what_it_is_built_on(origin, seed, checkout, job, monkeypatch):
    """In the queue the base is the event's, not main: another pull request stands before this one."""
    seed.git("checkout", "--quiet", "-b", "queue")
    seed.write(run=run_rows(rank=1))
    assert seed.gate("refresh").code == 0
    ahead = seed.commit("the one before, which raises the bar")
    seed.write(run=run_rows(rank=2))
    seed.commit("this one")
    seed.git("push", "--quiet", f"file://{origin.top}", "HEAD:refs/heads/gh-readonly-queue/main/pr-7")
    place = checkout("refs/heads/gh-readonly-queue/main/pr-7", 0)
    job("merge_group", told={"merge_group": {"base_sha": ahead}})
    ended, report = place.check()
    assert ended.code == ExitCode.REGRESSED
    assert dict(report["provenance"]["facts"])["baseline from"] == "base of the merge group"
