"""Writers that meet, fail, or are killed: one wins, and no half is taken for a whole."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gate.errors import NoAnswerError
from gate.stores import folder
from gate.stores.answers import encode
from tests.stores.racing import CONTEXT, PATIENT, save


def test_a_full_disk_leaves_the_old_pair(saved, make_summary, make_run, monkeypatch, files):
    """Both drafts are complete before either file is touched."""
    before, synced = files(saved), []

    def second_fails(handle):
        synced.append(handle)
        if len(synced) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", second_fails)
    with pytest.raises(NoAnswerError, match="cannot be written: No space left on device"):
        saved.save("docs", make_summary(), encode(make_run(0.1)), expecting=saved.load("docs").digest)
    assert files(saved) == before


def test_a_draft_that_was_left_is_no_obstacle(saved, make_summary, make_run, tmp_path, files):
    """Nor a way out of the folder, if somebody made it a link."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    (saved.root / ".docs.json.draft").symlink_to(elsewhere)
    (saved.root / ".docs.run.jsonl.draft").write_text("half a r")
    saved.save("docs", make_summary(), encode(make_run(0.1)), expecting=saved.load("docs").digest)
    assert sorted(files(saved)) == ["docs.json", "docs.run.jsonl"]
    assert elsewhere.read_text() == "mine"


def test_another_baseline_than_expected_stays(saved, make_summary, make_run, files):
    """Whoever did not see the baseline that is there may not replace it."""
    before = files(saved)
    for expecting in (None, "0" * 64):
        with pytest.raises(NoAnswerError, match="changed since it was read") as caught:
            saved.save("docs", make_summary(0.9), encode(make_run(0.1)), expecting=expecting)
        assert "run the command again" in str(caught.value)
    assert files(saved) == before


def test_a_baseline_that_vanished_is_a_change(store, make_summary, make_run, files):
    """Who read one and finds none has been overtaken, too."""
    with pytest.raises(NoAnswerError, match="changed since it was read"):
        store.save("docs", make_summary(), encode(make_run()), expecting="0" * 64)
    assert files(store) == {}


def test_damage_is_repaired_by_who_has_seen_it(saved, make_summary, make_run, monkeypatch):
    """The same content beside a damaged run file is not 'already there'; nobody waits for its own lock."""
    monkeypatch.setattr(folder, "PATIENCE", 600)
    monkeypatch.setattr(folder.time, "sleep", lambda _: pytest.fail("it waits"))
    expecting = saved.load("docs").digest
    (saved.root / "docs.run.jsonl").write_text("{}\n")
    assert saved.save("docs", make_summary(), encode(make_run()), expecting=expecting)
    assert saved.load("docs").answers == encode(make_run())


def test_a_forgotten_lock_is_explained(saved, make_summary, make_run, monkeypatch):
    """A process that was killed leaves a lock; the message says which file to delete."""
    monkeypatch.setattr(folder, "PATIENCE", 0.05)
    (saved.root / ".docs.lock").touch()
    with pytest.raises(NoAnswerError, match="another process is writing") as caught:
        saved.save("docs", make_summary(), encode(make_run(0.1)), expecting=saved.load("docs").digest)
    assert "baselines/.docs.lock" in str(caught.value)
    assert "delete this file" in str(caught.value)


def test_of_many_processes_one_wins(saved, make_summary, make_run, files):
    """Nightly jobs that all read the same baseline: one replaces it, the others are told."""
    runners, expecting = 6, saved.load("docs").digest
    start, results = CONTEXT.Barrier(runners), CONTEXT.Queue()
    jobs = [
        CONTEXT.Process(
            target=save,
            args=(saved.root, make_summary(), encode(make_run(0.1 * i)), expecting, start, results),
        )
        for i in range(1, runners + 1)
    ]
    for job in jobs:
        job.start()
    said = sorted(results.get(timeout=PATIENT) for _ in jobs)
    for job in jobs:
        job.join()
    assert said.count("won") == 1
    assert sum("changed since it was read" in text for text in said) == runners - 1
    assert saved.load("docs") is not None
    assert sorted(files(saved)) == ["docs.json", "docs.run.jsonl"]


KILLED = """
import os, signal, sys
from pathlib import Path
from gate.stores.folder import FolderStore
store = FolderStore(Path(sys.argv[1]), "baselines")
found = store.load("docs")
rename, calls = Path.replace, []
def stop(self, target):
    calls.append(target)
    if len(calls) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    return rename(self, target)
Path.replace = stop
store.save("docs", found.summary, found.answers.replace(b"0.9", b"0.1"), expecting=found.digest)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL")
@pytest.mark.parametrize("before", [1, 2])
def test_a_killed_process_leaves_a_sound_or_a_recognised_pair(saved, make_run, before, refused, monkeypatch):
    """Killed before the first rename, the old pair stands; between the two, the digest gives it away."""
    monkeypatch.setattr(folder, "PATIENCE", 0.05)  # nobody will take the lock away
    command = [sys.executable, "-c", KILLED, str(saved.root), str(before)]
    done = subprocess.run(
        command, check=False, env=os.environ | {"PYTHONPATH": str(Path(folder.__file__).parent.parent.parent)}
    )
    assert done.returncode == -signal.SIGKILL
    if before == 1:
        assert saved.load("docs").answers == encode(make_run())
    else:
        assert "written without the other" in refused(saved)
