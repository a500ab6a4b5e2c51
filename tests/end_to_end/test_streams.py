"""Streams that are closed, a folder that is gone, too little memory: none of them is a bug of the gate."""

import json
import subprocess
import sys

import pytest

GATE = [sys.executable, "-m", "gate"]


def closing(streams, *argv, cwd):
    """Call the gate from a shell that closes ``streams``; return the exit code and what was said."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {streams}', "sh", *GATE, *argv],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("streams", [">&-", "<&- >&-", "<&- >&- 2>&-"])
def test_nobody_has_to_listen(project, streams):
    """A check whose words go nowhere ends as it would; the report it writes is a report and nothing else."""
    project.gate("refresh")

    code, said = closing(streams, "check", "search.yaml", "--output", "json:r.json", cwd=project.top)

    assert (code, said) == (0, "")
    assert json.loads((project.top / "r.json").read_text("utf-8"))["outcome"] == "pass"


@pytest.mark.parametrize("argv", [("metrics",), ("--version",), ("schema",), ("validate", "search.yaml")])
def test_commands_without_a_report_need_no_listener_either(project, argv):
    """Each prints into nothing, and says nothing of it."""
    assert closing(">&-", *argv, cwd=project.top) == (0, "")


def test_a_wrong_call_keeps_its_exit_code(project):
    """An error that nobody can read is still one."""
    assert closing(">&- 2>&-", "check", "serach.yaml", cwd=project.top)[0] == 2


def test_a_folder_that_is_gone_is_no_bug(tmp_path):
    """A shell may stand in a folder that another one removed."""
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(
        ["/bin/sh", "-c", 'rmdir "$PWD"; exec "$@"', "sh", *GATE, "check", "search.yaml"],
        cwd=gone,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert done.stderr.startswith("gate: the folder that you are in is not there any more [file_missing]")


def test_too_little_memory_is_no_bug(project):
    """A run that does not fit is no answer: the job's owner can give it more."""
    with (project.top / "run.jsonl").open("wb") as run:
        run.truncate(64 << 30)  # no byte of it is on the disk

    done = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -v 8000000; exec "$@"', "sh", *GATE, "check", "search.yaml"],
        cwd=project.top,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 3
    assert done.stderr.startswith("gate: there is not enough memory for this [out_of_memory]\n  fix:")
