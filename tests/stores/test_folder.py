"""Baselines in a folder: whole or not at all, checked on reading, never overwritten unseen."""

import gzip
import hashlib
from dataclasses import replace

import pytest

from gate.errors import NoAnswerError, QuestionError
from gate.stores import folder
from gate.stores.answers import digest, encode
from gate.stores.folder import FolderStore
from gate.stores.summary import Provenance


def test_nothing_there_is_none(store):
    """No folder, no file: there never was a baseline, which is not an error here."""
    assert store.load("docs") is None


def test_what_is_saved_is_loaded(store, make_summary, make_run):
    """Summary and answers come back whole; the summary names the file, its digest and its answers."""
    answers = encode(make_run())
    written = store.save("docs", make_summary(), answers, expecting=None)
    assert written == [store.root / "docs.run.jsonl", store.root / "docs.json"]
    found = store.load("docs")
    assert found.answers == answers == (store.root / "docs.run.jsonl").read_bytes()
    assert found.summary.equals(replace(make_summary(), run=found.summary.run))
    assert (found.summary.run.file, found.summary.run.items) == ("docs.run.jsonl", 2)
    assert found.summary.run.digest == digest(answers)
    assert found.digest == hashlib.sha256((store.root / "docs.json").read_bytes()).hexdigest()
    assert found.shown == "baselines/docs.json"


def test_a_slash_at_the_end_of_the_folder_is_not_doubled(saved, refused):
    """The folder may be written as `baselines/`."""
    slashed = FolderStore(saved.root, "baselines/")
    assert slashed.load("docs").shown == "baselines/docs.json"
    (saved.root / "docs.run.jsonl").unlink()
    assert refused(slashed).startswith("baselines/docs.run.jsonl: ")


def test_nothing_else_is_left_behind(saved, files):
    """Neither drafts nor locks."""
    assert sorted(files(saved)) == ["docs.json", "docs.run.jsonl"]


def test_two_baselines_in_one_folder_are_strangers(saved, make_summary, make_run):
    """A name that is the beginning of another does not touch it."""
    saved.save("docs.run", make_summary(name="docs.run"), encode(make_run(0.1)), expecting=None)
    assert saved.load("docs").answers == encode(make_run())
    assert saved.load("docs.run").answers == encode(make_run(0.1))


def test_the_same_again_writes_nothing(saved, make_summary, make_run, files):
    """A refresh that changes no answer and no rule changes no file, whatever the time."""
    before = files(saved)
    again = make_summary(recorded_at="2031-01-01T00:00:00Z")
    expecting = saved.load("docs").digest
    assert saved.save("docs", again, encode(make_run()), expecting=expecting) == []
    assert files(saved) == before


def test_equal_baselines_make_equal_bytes(tmp_path, make_summary, make_run, files):
    """Two machines that recorded the same have the same two files, compressed or not."""
    for compress in (False, True):
        stores = [FolderStore(tmp_path / f"{compress}{i}", "baselines") for i in range(2)]
        for one in stores:
            one.save("docs", make_summary(), encode(make_run()), expecting=None, compress=compress)
        assert files(stores[0]) == files(stores[1])


def test_a_new_answer_replaces_the_pair(saved, make_summary, make_run):
    """A changed run is written with a summary that names it."""
    expecting = saved.load("docs").digest
    written = saved.save("docs", make_summary(), encode(make_run(0.8)), expecting=expecting)
    assert len(written) == 2
    assert saved.load("docs").answers == encode(make_run(0.8))


def test_large_answers_are_compressed(store, make_summary, monkeypatch, make_run, files):
    """Above the limit the text is packed; the digest stays that of the text."""
    answers = encode(make_run())
    monkeypatch.setattr(folder, "LARGE", len(answers) - 1)
    store.save("docs", make_summary(), answers, expecting=None)
    assert sorted(files(store)) == ["docs.json", "docs.run.jsonl.gz"]
    packed = (store.root / "docs.run.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == answers
    assert packed[4:10] == b"\0\0\0\0\0\xff", "no time, no operating system"
    found = store.load("docs")
    assert (found.answers, found.summary.run.digest) == (answers, digest(answers))


def test_the_other_form_is_removed(saved, make_summary, make_run, files):
    """A baseline that grows or shrinks leaves one run file, and switching form is a change."""
    for compress, left in ((True, "docs.run.jsonl.gz"), (False, "docs.run.jsonl")):
        expecting = saved.load("docs").digest
        saved.save("docs", make_summary(), encode(make_run()), expecting=expecting, compress=compress)
        assert sorted(files(saved)) == ["docs.json", left]


@pytest.mark.parametrize("name", ["", "../docs", "a/b", "a\\b", ".docs", "-rf", "a\nb", "a:b"])
def test_a_name_that_leaves_the_folder_is_refused(store, make_summary, make_run, name):
    """A name is a file name and nothing more."""
    with pytest.raises(QuestionError, match="cannot name a file"):
        store.load(name)
    with pytest.raises(QuestionError, match="cannot name a file"):
        store.save(name, make_summary(), encode(make_run()), expecting=None)


def test_a_missing_run_is_damage(saved, refused):
    """A summary without answers is not a baseline, and not a first run."""
    (saved.root / "docs.run.jsonl").unlink()
    said = refused(saved)
    assert said.startswith("baselines/docs.run.jsonl: a damaged baseline: it is missing")
    assert f"git checkout HEAD -- '{saved.root}/docs.json' '{saved.root}/docs.run.jsonl*'" in said


@pytest.mark.parametrize("compress", [False, True])
def test_a_missing_summary_is_damage(store, make_summary, make_run, compress, refused):
    """Answers without a summary neither."""
    store.save("docs", make_summary(), encode(make_run()), expecting=None, compress=compress)
    (store.root / "docs.json").unlink()
    assert "a damaged baseline: docs.json is missing beside it" in refused(store)


def test_an_edited_answer_is_damage(saved, refused):
    """One changed digit in a stored answer is found."""
    path = saved.root / "docs.run.jsonl"
    path.write_bytes(path.read_bytes().replace(b"0.9", b"0.8"))
    said = refused(saved)
    assert "its digest is" in said
    assert "one of the two files was edited, or written without the other" in said


def test_line_ends_of_a_checkout_are_not_an_edit(saved, make_run):
    """A checkout on Windows turns line ends; the answers are still the answers."""
    for path in saved.root.iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert saved.load("docs").answers == encode(make_run())


@pytest.mark.parametrize(
    "damage",
    [lambda b: b[:-9], lambda b: b"not gzip", lambda b: b[:12] + b"\xff\xff" + b[14:], lambda b: b""],
)
def test_an_unreadable_archive_is_damage(store, make_summary, make_run, damage, refused):
    """Truncated, foreign, corrupt or empty: named, never a traceback."""
    store.save("docs", make_summary(), encode(make_run()), expecting=None, compress=True)
    path = store.root / "docs.run.jsonl.gz"
    path.write_bytes(damage(path.read_bytes()))
    said = refused(store)
    assert said.startswith("baselines/docs.run.jsonl.gz: a damaged baseline: it")


def test_text_that_is_not_utf_8_is_damage(saved, refused):
    """A summary an editor saved in another encoding."""
    (saved.root / "docs.json").write_bytes("é".encode("latin-1"))
    assert "docs.json: a damaged baseline: it is not UTF-8" in refused(saved)


def test_the_baseline_of_another_is_not_taken(saved, refused):
    """A pair that was copied or renamed is somebody else's."""
    for path in list(saved.root.iterdir()):
        path.rename(path.with_name(path.name.replace("docs", "faq")))
    assert "it is the baseline of 'docs', not of 'faq'" in refused(saved, "faq")


@pytest.mark.parametrize("file", ["../../secret", "other.run.jsonl", "", "/etc/passwd"])
def test_a_summary_cannot_point_elsewhere(saved, file, refused):
    """The answers lie beside the summary, under its name."""
    path = saved.root / "docs.json"
    path.write_text(path.read_text().replace("docs.run.jsonl", file))
    assert f"run.file is {file!r}" in refused(saved)


@pytest.mark.parametrize("file", ["docs.json", "docs.run.jsonl"])
def test_a_large_file_pointer_is_explained(saved, file, refused):
    """A checkout without Git LFS holds a pointer in place of the file."""
    (saved.root / file).write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    said = refused(saved)
    assert f"baselines/{file}: a Git LFS pointer, not the file itself" in said
    assert "git lfs pull" in said


def test_a_later_gate_is_named(saved, refused):
    """A baseline of a later version is left alone."""
    path = saved.root / "docs.json"
    path.write_text(path.read_text().replace('"schema_version": 1', '"schema_version": 2'))
    assert "a later gate wrote it: schema_version 2" in refused(saved)


def test_a_folder_in_place_of_a_file_is_said(store, refused):
    """What cannot be opened is an error with the system's own word for it."""
    (store.root / "docs.json").mkdir(parents=True)
    assert "the baseline cannot be read: Is a directory" in refused(store)


def test_a_store_that_is_a_file_cannot_be_written(store, make_summary, make_run):
    """A path that is taken is a sentence, not a traceback."""
    store.root.write_text("")
    with pytest.raises(NoAnswerError, match="the baseline cannot be written: File exists"):
        store.save("docs", make_summary(), encode(make_run()), expecting=None)


def test_provenance_alone_is_kept_as_it_was(saved, make_summary, make_run):
    """The reason of an earlier acceptance is not lost to a later refresh that changes nothing."""
    expecting = saved.load("docs").digest
    accepted = Provenance("2025-02-01T00:00:00Z", "0.1.0", "", "ana", "accept", "smaller index", expecting)
    saved.save("docs", make_summary(0.4, provenance=accepted), encode(make_run(0.2)), expecting=expecting)
    found = saved.load("docs")
    assert saved.save("docs", make_summary(0.4), encode(make_run(0.2)), expecting=found.digest) == []
    assert saved.load("docs").summary.provenance == accepted
