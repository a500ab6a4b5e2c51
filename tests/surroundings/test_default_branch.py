"""Without a forge: the merge base with the default branch, or its first parent."""

import pytest

from gate.surroundings import base


def test_a_branch_is_compared_with_where_it_left(origin):
    """With a remote: the merge base with its default branch, whatever main did since."""
    clone = origin.clone("clone")
    clone.git("checkout", "--quiet", "topic")
    found = base(clone.top / "not" / "there.yaml")
    assert found.revision == origin.at("main~1")
    assert found.how == "merge base of HEAD and origin/main"
    assert found.notice == ""


def test_on_the_default_branch_it_is_the_first_parent(origin):
    """Nightly on main: what the last merge changed."""
    clone = origin.clone("clone")
    found = base(clone.top)
    assert found.revision == origin.at("main~1")
    assert found.how == "first parent of HEAD, which is part of origin/main"


def test_after_a_merge_it_is_the_side_merged_into(origin):
    """The first parent of a merge is the default branch as it was."""
    before = origin.at("main")
    origin.git("merge", "--quiet", "--no-ff", "-s", "ours", "-m", "merge", "topic")
    assert base(origin.clone("clone").top).revision == before


def test_unpushed_commits_on_the_default_branch_count_from_the_remote(origin):
    """On main, two commits ahead: all that the remote has not seen is the change."""
    clone = origin.clone("clone")
    clone.commit("four")
    clone.commit("five")
    assert base(clone.top).revision == origin.at("main")


def test_the_default_branch_may_have_any_name(make):
    """origin/HEAD says which one it is."""
    origin = make("origin", "trunk")
    origin.commit("one")
    clone = origin.clone("clone")
    clone.branch("topic")
    clone.commit("two")
    found = base(clone.top)
    assert (found.revision, found.how) == (origin.at("trunk"), "merge base of HEAD and origin/trunk")


@pytest.mark.parametrize("name", ["main", "master"])
def test_the_usual_names_stand_in_for_a_missing_remote_head(name, make):
    """The checkout of a forge has no origin/HEAD."""
    origin = make("origin", name)
    origin.commit("one")
    clone = origin.clone("clone")
    clone.git("remote", "set-head", "origin", "--delete")
    clone.branch("topic")
    clone.commit("two")
    assert base(clone.top).how == f"merge base of HEAD and origin/{name}"


def test_the_forge_may_know_the_default_branch(tmp_path, monkeypatch, refused, make):
    """GitHub says it in the event, GitLab in a variable; a broken event is none."""
    origin = make("origin", "trunk")
    origin.commit("one")
    clone = origin.clone("clone")
    clone.git("remote", "set-head", "origin", "--delete")
    clone.branch("topic")
    clone.commit("two")
    event = tmp_path / "event.json"
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
    for broken in ("{", "[]", '{"repository": 3}'):
        event.write_text(broken)
        assert "the default branch is not known" in refused(clone.top)
    event.write_text('{"repository": {"default_branch": "trunk"}}')
    assert base(clone.top).how == "merge base of HEAD and origin/trunk"
    monkeypatch.delenv("GITHUB_EVENT_PATH")
    monkeypatch.setenv("CI_DEFAULT_BRANCH", "trunk")
    assert base(clone.top).how == "merge base of HEAD and origin/trunk"


def test_without_a_remote_the_local_main_counts(origin):
    """On it the first parent, off it the merge base."""
    assert base(origin.top).how == "first parent of HEAD, on main"
    assert base(origin.top).revision == origin.at("main~1")
    origin.git("checkout", "--quiet", "topic")
    assert base(origin.top).how == "merge base of HEAD and main"
    assert base(origin.top).revision == origin.at("main~1")
    origin.git("checkout", "--quiet", "--detach")
    assert base(origin.top).how == "merge base of HEAD and main"


def test_the_configured_default_branch_counts(make):
    """init.defaultBranch names the local default, before the usual names."""
    new = make("new", "stable")
    new.commit("one")
    new.git("config", "init.defaultBranch", "stable")
    new.branch("main")
    new.commit("two")
    new.commit("three")
    new.git("checkout", "--quiet", "-b", "topic")
    assert base(new.top).how == "merge base of HEAD and stable"


def test_the_only_branch_is_the_default(make):
    """A repository with one branch and no remote, whatever its name."""
    new = make("new", "trunk")
    first = new.commit("one")
    new.commit("two")
    assert (base(new.top).revision, base(new.top).how) == (first, "first parent of HEAD, on trunk")


def test_an_unknown_default_branch_is_no_answer(refused, make):
    """A first parent would be a guess, and a change of two commits could lower its own bar."""
    new = make("new", "trunk")
    new.commit("one")
    new.branch("topic")
    new.commit("two")
    said = refused(new.top)
    assert "the default branch is not known" in said
    assert "git remote set-head origin --auto" in said


def test_a_single_branch_clone_does_not_pass_for_a_default(origin, refused):
    """The one branch that was fetched is the change itself."""
    origin.git("checkout", "--quiet", "main")
    clone = origin.clone("clone", "--single-branch", "--branch=topic")
    assert "the default branch is not known" in refused(clone.top)


def test_unrelated_histories_are_no_answer(origin, refused):
    """Two beginnings have no base."""
    origin.git("checkout", "--quiet", "--orphan", "other")
    origin.commit("other")
    assert "HEAD and main have no commit in common" in refused(origin.top)
