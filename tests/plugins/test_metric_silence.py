"""What a plugin prints, and what it is given to read, while it is loaded or asked."""

import os
import subprocess
import sys

import numpy as np

from gate.plugins.quiet import quiet
from gate.plugins.sealed import sealed
from tests.plugins.texts import METRIC


def test_what_it_prints_reaches_nobody(project):
    """Neither while it loads nor while it computes can it write a command to a CI service."""
    noise = (
        "import ctypes, os, subprocess, sys\nprint('::error::a', flush=True)\n"
        "print('::error::b', file=sys.stderr)\nos.write(1, b'::error::d\\n')\n"
    )
    ways = (
        "print('::error::c')",
        "os.write(2, b'::error::e\\n')",
        "sys.__stdout__.write('::error::f\\n')",
        "ctypes.CDLL(None).puts(b'::error::g')" if sys.platform == "linux" else "pass",
        "subprocess.run([sys.executable, '-c', 'print(\"::error::h\")'], check=True)",
    )
    loud = METRIC.replace("    return", "".join(f"    {way}\n" for way in ways) + "    return")
    done = subprocess.run(
        [sys.executable, "-m", "gate", "check", "search.yaml", "--first-run", "pass"],
        cwd=project.plugin(noise + loud).top,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "::error" not in done.stdout + done.stderr
    assert "gate: pass (exit 0)" in done.stdout


def test_blocks_of_silence_may_overlap(capfd):
    """Whichever of two ends first, what is written is heard again only after the other."""
    one, other = quiet(), quiet()
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    os.write(1, b"between\n")
    other.__exit__(None, None, None)
    os.write(1, b"after\n")
    assert capfd.readouterr().out == "after\n"


def test_what_is_read_only_for_a_plugin_is_so_only_meanwhile():
    """Arrays, views of them and those in mappings can be written to again afterwards; others never could."""
    whole, fixed = np.zeros(4), np.zeros(4)
    fixed.setflags(write=False)
    view = whole[1:]
    with sealed(view, whole, {"fixed": fixed}):
        assert (whole.flags.writeable, view.flags.writeable) == (False, False)
    view[:] = 1
    assert whole.sum() == 3
    assert not fixed.flags.writeable
