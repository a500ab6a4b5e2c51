"""Baselines as another commit has them."""

import os
import subprocess

import pytest

from gate.errors import NoAnswerError, QuestionError
from gate.stores.answers import encode
from gate.stores.folder import FolderStore
from gate.stores.git import GitStore

IDENTITY = {f"GIT_{who}_{what}": "a" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@pytest.fixture(autouse=True)
def plain_git(monkeypatch):
    """Keep the settings of the machine out."""
    for name, value in (IDENTITY | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}).items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def top(tmp_path, make_summary, make_run):
    """A repository whose first commit, tagged v1, holds a baseline; the work tree has another one."""
    top = tmp_path / "repository"
    folder = top / "quality" / "baselines"
    folder.mkdir(parents=True)
    git(top, "init", "--quiet")
    store = FolderStore(folder, "baselines")
    store.save("docs", make_summary(), encode(make_run()), expecting=None)
    commit(top)
    git(top, "tag", "v1")
    store.save("docs", make_summary(0.4), encode(make_run(0.1)), expecting=store.load("docs").digest)
    return top


def git(top, *arguments):
    """Run git and return what it prints."""
    command = ["git", "-c", "protocol.file.allow=always", *arguments]
    return subprocess.run(command, cwd=top, check=True, capture_output=True, text=True).stdout.strip()


def commit(top):
    """Commit everything and return the hash."""
    git(top, "add", "--all")
    git(top, "commit", "--quiet", "-m", "c")
    return git(top, "rev-parse", "HEAD")


def store(top, revision="v1", folder="quality/baselines"):
    """Return the store at a revision."""
    return GitStore(top, revision, folder, revision)


def refused(top, *, kind=NoAnswerError, **where):
    """Return the sentence with which the store refuses to load."""
    with pytest.raises(kind) as caught:
        store(top, **where).load("docs")
    return str(caught.value)


def test_the_commit_is_read_not_the_work_tree(top, make_run):
    """What lies in the work tree does not count, and nothing is checked out."""
    before = git(top, "status", "--porcelain")
    for revision in ("v1", "HEAD", git(top, "rev-parse", "HEAD")):
        found = store(top, revision).load("docs")
        assert found.answers == encode(make_run())
        assert found.summary.checks[0].value == 0.5
        assert found.shown == f"quality/baselines/docs.json at {revision}"
    assert git(top, "status", "--porcelain") == before


def test_compressed_answers_are_read(top, make_summary, make_run):
    """Binary files come out of git byte for byte."""
    folder = FolderStore(top / "quality/baselines", "baselines")
    expecting = folder.load("docs").digest
    folder.save("docs", make_summary(), encode(make_run(0.2)), expecting=expecting, compress=True)
    assert store(top, commit(top)).load("docs").answers == encode(make_run(0.2))


def test_the_digest_is_the_folders_digest(top):
    """A baseline read from a commit may be replaced in the work tree that still has it."""
    git(top, "checkout", "--quiet", ".")
    in_folder = FolderStore(top / "quality/baselines", "baselines").load("docs")
    assert store(top).load("docs").digest == in_folder.digest


@pytest.mark.parametrize("folder", ["", "."])
def test_the_store_may_be_the_top_folder(top, make_run, folder):
    """Without a folder the pair lies at the top."""
    git(top, "checkout", "--quiet", ".")
    for path in (top / "quality/baselines").iterdir():
        path.rename(top / path.name)
    assert store(top, commit(top), folder).load("docs").answers == encode(make_run())


@pytest.mark.parametrize("folder", ["quality/baselines", "elsewhere", "quality/*"])
def test_no_such_file_is_none(top, folder):
    """A commit from before the first baseline has none; paths are no patterns."""
    name = "docs" if folder != "quality/baselines" else "faq"
    assert store(top, folder=folder).load(name) is None


def test_an_unknown_revision_is_a_question(top):
    """A typing error in a revision is not 'no baseline'."""
    assert "no commit 'v9' in this repository" in refused(top, revision="v9", kind=QuestionError)
    assert "no commit 'v1:quality'" in refused(top, revision="v1:quality", kind=QuestionError)
    assert "no commit ''" in refused(top, revision="", kind=QuestionError)


@pytest.mark.parametrize("revision", ["--output=x", "-h"])
def test_a_revision_is_never_an_option(top, revision):
    """What begins with a dash is refused before git sees it."""
    assert "begins with '-'" in refused(top, revision=revision, kind=QuestionError)


def test_a_revision_that_was_cut_off_is_explained(top, tmp_path):
    """A shallow clone lacks old commits: that is the clone's fault, not the question's."""
    first = git(top, "rev-parse", "HEAD")
    commit(top)
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth=1", f"file://{top}", str(shallow))
    for revision in ("v1", first):
        said = refused(shallow, revision=revision)
        assert "in this clone, whose history was cut off" in said
        assert "fetch-depth: 0" in said


def test_damage_in_a_commit_is_named(top):
    """The message tells the commit from the work tree."""
    (top / "quality/baselines/docs.run.jsonl").write_text("{}\n")
    said = refused(top, revision=commit(top))
    assert "quality/baselines/docs.run.jsonl at " in said
    assert ": a damaged baseline: its digest is" in said
    assert "commit a sound pair" in said


def test_half_a_pair_in_a_commit_is_damage(top):
    """A run that was left out of the commit, or a summary."""
    (top / "quality/baselines/docs.run.jsonl").unlink()
    assert "it is missing, though its summary is there" in refused(top, revision=commit(top))
    git(top, "checkout", "--quiet", "v1", "--", ".")
    (top / "quality/baselines/docs.json").unlink()
    assert "docs.json is missing beside it" in refused(top, revision=commit(top))


def test_a_large_file_pointer_is_explained(top):
    """A filter leaves a pointer in the commit."""
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"
    (top / "quality/baselines/docs.run.jsonl").write_text(pointer)
    said = refused(top, revision=commit(top))
    assert "a Git LFS pointer, not the file itself" in said
    assert ".gitattributes" in said


def test_a_link_is_not_followed(top):
    """Neither to a file nor to a folder: what it points at may be of another commit."""
    run = top / "quality/baselines/docs.run.jsonl"
    run.rename(top / "moved.jsonl")
    run.symlink_to("../../moved.jsonl")
    assert "not a file that git can show: it is a symbolic link" in refused(top, revision=commit(top))
    (top / "quality").rename(top / "other")
    (top / "quality").symlink_to("other")
    assert "quality is a symbolic link" in refused(top, revision=commit(top))


def test_a_folder_is_not_a_baseline(top):
    """A folder where the summary should be."""
    summary = top / "quality/baselines/docs.json"
    summary.unlink()
    summary.mkdir()
    (summary / "x").touch()
    assert "it is a folder" in refused(top, revision=commit(top))


def test_a_submodule_is_explained(top, tmp_path):
    """Its files belong to another repository."""
    inner = tmp_path / "inner"
    inner.mkdir()
    git(inner, "init", "--quiet")
    (inner / "docs.json").touch()
    commit(inner)
    git(top, "submodule", "--quiet", "add", str(inner), "quality/sub")
    said = refused(top, revision=commit(top), folder="quality/sub")
    assert "quality/sub is a submodule" in said
    assert "keep it as a plain file" in said


def test_a_damaged_object_is_said(top):
    """A repository that lost an object is not a repository without a baseline."""
    blob = git(top, "rev-parse", "v1:quality/baselines/docs.json")
    (top / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert "git cannot read it: fatal: " in refused(top)
