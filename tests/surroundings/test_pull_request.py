"""In a pull request, a merge group or a merge request: what the forge says."""

import json

import pytest

from gate.surroundings import base


@pytest.fixture
def merged(origin):
    """The merge of `topic` into main that a forge makes to be tested."""
    origin.git("checkout", "--quiet", "--detach", "main")
    origin.git("merge", "--quiet", "--no-ff", "-s", "ours", "-m", "merge", "topic")
    origin.git("update-ref", "refs/pull/7/merge", "HEAD")
    origin.git("checkout", "--quiet", "main")
    return origin


@pytest.fixture
def check_out(make, merged):
    """Give a function that checks out as actions/checkout does: one ref or all, detached."""

    def checkout(ref, depth):
        clone = make("clone")
        clone.git("remote", "add", "origin", f"file://{merged.top}")
        branches = ["+refs/heads/*:refs/remotes/origin/*"]
        what = [f"--depth={depth}", "origin"] if depth else ["origin", *branches]
        clone.git("fetch", "--quiet", *what, f"+{ref}:refs/remotes/pull/7/merge")
        clone.git("checkout", "--quiet", "--detach", "refs/remotes/pull/7/merge")
        return clone

    return checkout


def pull_request(monkeypatch, sha):
    """Set the variables of a pull request's job."""
    monkeypatch.setenv("GITHUB_EVENT_NAME", "pull_request")
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    monkeypatch.setenv("GITHUB_SHA", sha)


@pytest.mark.parametrize("depth", [0, 2])
def test_a_merge_commit_of_a_pull_request_has_its_base_as_first_parent(merged, monkeypatch, depth, check_out):
    """What the forge merged into is the base: main's tip, not where the branch left."""
    clone = check_out("refs/pull/7/merge", depth)
    pull_request(monkeypatch, clone.at("HEAD"))
    found = base(clone.top)
    assert found.revision == merged.at("main")
    assert found.how == "first parent of the pull request's merge commit"


def test_a_merge_commit_that_was_cut_off_is_no_answer(merged, monkeypatch, refused, check_out):
    """The default depth of 1 hides the base; a first commit it is not."""
    clone = check_out("refs/pull/7/merge", 1)
    pull_request(monkeypatch, clone.at("HEAD"))
    said = refused(clone.top)
    assert "no base to compare with: the first parent of HEAD is not in this clone" in said
    assert "fetch-depth: 0" in said
    assert "git fetch --unshallow" in said


def test_a_branch_checked_out_in_a_pull_request_has_a_merge_base(merged, monkeypatch, check_out):
    """A workflow that checks out the head; the branch may itself end in a merge."""
    merged.git("checkout", "--quiet", "topic")
    merged.git("merge", "--quiet", "--no-ff", "-s", "ours", "-m", "catch up", "main~1", "main")
    clone = check_out("refs/heads/topic", 0)
    pull_request(monkeypatch, merged.at("refs/pull/7/merge"))
    found = base(clone.top)
    assert found.revision == merged.at("main")
    assert found.how == "merge base of HEAD and origin/main"


def test_a_branch_checked_out_shallow_is_no_answer(merged, monkeypatch, refused, check_out):
    """Neither the target nor the common commit is there."""
    clone = check_out("refs/heads/topic", 1)
    pull_request(monkeypatch, merged.at("refs/pull/7/merge"))
    assert "origin/main, which this change is to be merged into, is not in this clone" in refused(clone.top)
    clone.git("fetch", "--quiet", "--depth=1", "origin", "main:refs/remotes/origin/main")
    assert "where HEAD and origin/main part is not in this clone" in refused(clone.top)


def test_a_merge_group_says_its_base(merged, monkeypatch, tmp_path):
    """In a merge queue the event knows what the group is built on."""
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"merge_group": {"base_sha": merged.at("main~1")}}))
    monkeypatch.setenv("GITHUB_EVENT_NAME", "merge_group")
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
    found = base(merged.top)
    assert (found.revision, found.how) == (merged.at("main~1"), "base of the merge group")


def test_a_merge_request_says_its_base(merged, monkeypatch):
    """GitLab: the target's tip where the merged result is tested, else where the branch left."""
    monkeypatch.setenv("CI_MERGE_REQUEST_DIFF_BASE_SHA", merged.at("main~1"))
    assert base(merged.top).revision == merged.at("main~1")
    monkeypatch.setenv("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", merged.at("main"))
    found = base(merged.top)
    assert (found.revision, found.how) == (merged.at("main"), "base of the merge request")


def test_a_named_base_comes_before_the_forges(merged, monkeypatch):
    """GATE_BASE overrules the event."""
    pull_request(monkeypatch, merged.at("main"))
    monkeypatch.setenv("GATE_BASE", "main~2")
    assert base(merged.top).revision == merged.at("main~2")


def test_the_recorded_base_is_the_last_resort(merged, monkeypatch, tmp_path, check_out):
    """Without the target branch the event's own base is used, with a notice; a merge commit's parent wins."""
    recorded = merged.at("main~1")
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"pull_request": {"base": {"sha": recorded}}}))
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
    clone = check_out("refs/heads/topic", 0)
    clone.git("update-ref", "-d", "refs/remotes/origin/main")
    pull_request(monkeypatch, merged.at("refs/pull/7/merge"))
    found = base(clone.top)
    assert (found.revision, found.how) == (recorded, "merge base of HEAD and pull_request.base.sha")
    assert "may be behind" in found.notice
    merge = merged.at("refs/pull/7/merge")
    clone.git("fetch", "--quiet", "origin", "refs/pull/7/merge")
    clone.git("checkout", "--quiet", "--detach", merge)
    assert base(clone.top).revision == merged.at("main")


def test_a_recorded_base_that_is_no_commit_is_ignored(merged, monkeypatch, tmp_path, refused, check_out):
    """An event from elsewhere, or one that holds an option, ends in the usual sentence."""
    clone = check_out("refs/heads/topic", 1)
    pull_request(monkeypatch, merged.at("refs/pull/7/merge"))
    event = tmp_path / "event.json"
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
    for told in ({"base": {"sha": "--all"}}, {"base": {"sha": "f" * 40}}, {"base": None}, None, "x"):
        event.write_text(json.dumps({"pull_request": told}))
        assert "is not in this clone" in refused(clone.top)


def test_only_on_the_default_branch_the_base_may_miss_commits(origin):
    """There several commits may have been pushed at once; on a branch everything since it left counts."""
    assert not base(origin.top).is_whole
    origin.git("checkout", "--quiet", "topic")
    assert base(origin.top).is_whole
