"""The base that is named, that history tells, or that is missing."""

import os

from gate.errors import QuestionError
from gate.surroundings import base, facts


def test_a_named_revision_is_taken_as_it_is(origin):
    """A branch, a tag or a hash; tags are followed to their commit."""
    origin.git("tag", "-a", "v1", "-m", "v1", "HEAD~2")
    for revision in ("v1", origin.at("HEAD~2"), "main~2"):
        found = base(origin.top, revision)
        assert found.revision == origin.at("HEAD~2")
        assert found.how == f"{revision}, as --base says"
        assert not found.is_worktree


def test_a_commit_that_is_damaged_is_not_one_that_was_never_made(origin, refused):
    """Where HEAD cannot be read the work tree is no base: a change would set its own bar."""
    head = origin.at("HEAD")
    (origin.top / ".git" / "objects" / head[:2] / head[2:]).unlink()
    assert "git cannot read it" in refused(origin.top)


def test_the_work_tree_can_be_named(origin, tmp_path):
    """Inside and outside git, and no notice: it was asked for."""
    for path in (origin.top, tmp_path):
        found = base(path, "worktree")
        assert found.is_worktree
        assert found.how == "the work tree, as --base says"
        assert found.notice == ""


def test_the_environment_names_a_base(origin, monkeypatch):
    """GATE_BASE comes after --base; `--base merge-base` overrules it; empty is unset."""
    monkeypatch.setenv("GATE_BASE", "topic")
    assert base(origin.top).revision == origin.at("topic")
    assert base(origin.top).how == "topic, as GATE_BASE says"
    assert base(origin.top, "main").revision == origin.at("main")
    assert base(origin.top, "merge-base").revision == origin.at("main~1")
    monkeypatch.setenv("GATE_BASE", "")
    assert base(origin.top).revision == origin.at("main~1")


def test_an_unknown_revision_is_a_question(origin, monkeypatch, refused):
    """Who named it is said."""
    assert refused(origin.top, "v9", kind=QuestionError).startswith("--base: no commit 'v9'")
    assert "begins with '-'" in refused(origin.top, "--upload-pack=x", kind=QuestionError)
    assert "no commit" in refused(origin.top, "a\0b", kind=QuestionError)
    assert "no commit" in refused(origin.top, "f" * 40, kind=QuestionError)
    monkeypatch.setenv("GATE_BASE", "v9")
    assert refused(origin.top, kind=QuestionError).startswith("GATE_BASE: no commit 'v9'")


def test_a_revision_outside_git_is_a_question(tmp_path, refused):
    """There is no commit to be found there."""
    assert "is not in a git repository" in refused(tmp_path, "main", kind=QuestionError)


def test_outside_git_the_work_tree_counts(tmp_path):
    """With a notice: a change can then move its own bar."""
    found = base(tmp_path)
    assert found.is_worktree
    assert "because this is not a git repository" in found.notice


def test_without_git_the_work_tree_counts(origin, monkeypatch, refused):
    """A container without git; a revision that was named is an error there."""
    monkeypatch.setenv("PATH", os.devnull)
    assert "because git is not installed" in base(origin.top).notice
    assert "git is not installed" in refused(origin.top, "main")
    assert dict(facts(origin.top)).keys() >= {"gate", "python"}


def test_before_the_first_commit_the_work_tree_counts(make):
    """A repository that was only just made."""
    assert "nothing has been committed yet" in base(make("new").top).notice


def test_at_the_first_commit_the_work_tree_counts(make):
    """HEAD has no parent to compare with."""
    new = make("new")
    new.commit("one")
    assert base(new.top).is_worktree
    assert "because HEAD is the first commit" in base(new.top).notice


def test_a_shallow_default_branch_is_no_answer(origin, refused):
    """A clone of depth 1 has no first parent, and is not at the first commit."""
    said = refused(origin.clone("clone", "--depth=1").top)
    assert "the first parent of HEAD is not in this clone" in said
    assert "fetch-depth: 0" in said


def test_a_shallow_branch_is_no_answer(origin, refused):
    """A clone of depth 1 of a branch does not even know the default branch."""
    clone = origin.clone("clone", "--depth=1", "--branch=topic")
    assert "the default branch is not in this clone" in refused(clone.top)


def test_a_named_revision_that_was_cut_off_is_no_answer(origin, refused):
    """It may exist; this clone cannot tell."""
    clone = origin.clone("clone", "--depth=1")
    assert "--base: no commit 'v1' in this clone, whose history was cut off" in refused(clone.top, "v1")


def test_a_shallow_clone_that_reaches_far_enough_is_fine(origin):
    """Depth is no fault in itself."""
    assert base(origin.clone("clone", "--depth=2").top).revision == origin.at("main~1")
