"""How git is asked: safely, of the right repository, and with its failures explained."""

import pytest

from gate.errors import QuestionError
from gate.git import process
from gate.surroundings import base, facts, relative, repository, show


def test_a_repository_of_somebody_else_is_explained(origin, monkeypatch, refused):
    """In a container the checkout often belongs to another user; that is not 'outside git'."""
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    said = refused(origin.top)
    assert "somebody else owns its folder" in said
    assert f"git config --global --add safe.directory {origin.top}" in said
    assert "commit" not in dict(facts(origin.top))


def test_a_broken_repository_is_not_outside_git(origin, refused):
    """The words of git itself say what is wrong."""
    (origin.top / ".git" / "config").write_text("[core\n")
    assert "git cannot read the repository: fatal: bad config" in refused(origin.top)


def test_the_variables_of_a_hook_do_not_mislead(origin, monkeypatch, make):
    """In a pre-push hook GIT_DIR names the repository of the hook."""
    other = make("other")
    other.commit("other")
    monkeypatch.setenv("GIT_DIR", str(other.top / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.top))
    monkeypatch.setenv("GIT_INDEX_FILE", "nowhere")
    assert repository(origin.top) == origin.top
    assert dict(facts(origin.top))["dirty"] == "no"


def test_a_git_that_hangs_is_given_up(origin, monkeypatch, refused):
    """A check never waits for ever."""
    monkeypatch.setattr(process, "PATIENCE", 0.0)
    assert "did not end within 0 seconds" in refused(origin.top)


def test_a_linked_work_tree_is_a_work_tree(origin):
    """`git worktree add` makes a file of `.git`."""
    other = origin.top.parent / "linked"
    origin.git("worktree", "add", "--quiet", str(other), "topic")
    assert repository(other) == other
    assert base(other).revision == origin.at("main~1")


def test_the_repository_of_a_path_is_its_top(origin, tmp_path):
    """From a file, a folder, and a path that is not there yet."""
    (origin.top / "a").mkdir()
    for path in (origin.top, origin.top / "kept", origin.top / "a", origin.top / "a" / "b" / "c.json"):
        assert repository(path) == origin.top
    assert repository(tmp_path) is None


def test_a_path_is_told_from_the_top(origin, tmp_path):
    """With slashes and through links; outside there is no such path."""
    (tmp_path / "link").symlink_to(origin.top)
    assert relative(origin.top, tmp_path / "link" / "a" / ".." / "b" / "x.json") == "b/x.json"
    assert relative(origin.top, origin.top) == "."
    assert relative(origin.top, tmp_path) is None


def test_a_file_is_shown_as_a_commit_has_it(origin):
    """Byte for byte, whatever the work tree holds; a name is a name, not a pattern."""
    (origin.top / "kept").write_text("changed")
    assert show(origin.top, "HEAD", "kept") == b"3"
    assert show(origin.top, "topic", "kept") == b"topic"
    assert show(origin.top, "main~2", "kept") is None
    assert show(origin.top, "HEAD", "k*") is None
    odd = 'é "quoted" \t:(top)'
    origin.commit("odd", **{odd: "\r\n\0"})
    assert show(origin.top, "HEAD", odd) == b"\r\n\0"
    with pytest.raises(QuestionError, match="no commit 'v9'"):
        show(origin.top, "v9", "kept")
