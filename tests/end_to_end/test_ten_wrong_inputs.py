"""Wrong inputs as a user would make them: where, what, quoted, and the way out."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.calls import call, tree
from tests.end_to_end.wrong_inputs import WRONG


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_input_is_named_and_a_way_out_shown(name, project, golden, monkeypatch):
    """Exit code, place, the offending value, and the whole text as it is kept."""
    code, spoil, argv, quoted = WRONG[name]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    spoil(project)
    os.chdir(project.top)
    before = tree(project.top)

    ended = call(*argv)

    assert ended.code == code, ended.err
    assert tree(project.top) == before
    text = ended.err or ended.out.partition("\n  provenance")[0]
    assert quoted in text
    golden(f"errors/{name}.txt", text.replace(str(project.top), "PROJECT"))


@pytest.mark.parametrize("path", ["locked/report.json", "/proc/nowhere/report.json"])
def test_a_report_that_cannot_be_written_is_said_after_the_verdict(path, project):
    """What was found stands on standard output all the same; the exit code is that of a wrong call."""
    os.chdir(project.top)
    (project.top / "locked").write_text("a file where a folder is meant\n")

    ended = call("check", "search.yaml", "--output", f"json:{path}")

    assert ended.code == 2
    assert f"{path}: the json report cannot be written" in ended.err
    assert "not comparable" in ended.out


def test_what_is_no_file_is_written_and_never_replaced(project):
    """A pipe gets the text and stays a pipe, also under --force."""
    pipe = project.top / "out.jsonl"
    os.mkfifo(pipe)
    os.chdir(project.top)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    ended = call("convert", "golden.jsonl", "--to", "jsonl", "--output", pipe, "--force")

    assert ended.code == 0
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.read(reader, 10_000).startswith(b'{"id":"q000"')
    os.close(reader)


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device here that is always full")
def test_a_full_disk_is_no_bug(project):
    """Standard output that takes no more is said in a sentence; what was found is not known to anybody."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gate", "check", "search.yaml"],
            cwd=project.top,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )

    assert done.returncode == 2
    said = "gate: nothing more can be written: No space left on device [cannot_write]\n"
    assert done.stderr.decode().startswith(said)


def test_every_kept_error_is_still_tried():
    """No file of a case that is gone stays behind."""
    kept = {path.stem for path in (Path(__file__).parents[1] / "golden/errors").glob("*.txt")}

    assert kept == set(WRONG)


def test_no_permission_is_a_sentence_too(project):
    """A config that may not be read."""
    if os.geteuid() == 0:
        pytest.skip("everything may be read by root")
    (project.top / "search.yaml").chmod(0)

    ended = project.gate("check")

    assert ended.code == 2
    assert "Permission denied" in ended.err
    shutil.rmtree(project.top)
