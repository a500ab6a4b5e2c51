r"""A page walked as a person would: its files written, its lines typed, its output kept.

In a page that carries :data:`MARK` every block is a step, in order:

* below a line that ends in `` `path`: `` the block is written to that file; a block of the language
  ``diff`` changes it, the lines with ``-`` against those with ``+``;
* in a ``console`` block each line with ``$`` is typed into one shell, which starts in an empty folder; what
  follows it is what it prints. A single ``…`` stands for lines that are not shown. A call that fails has
  ``$ echo $?`` as the next line;
* a block below :data:`NEW` is skipped unless the walk has a new environment to install into;
* a block below ``<!-- not run: REASON -->`` is skipped.
"""

import os
import re
import subprocess
import sys
import threading

from tests.docs.pages import FENCE, REPOSITORY

MARK = "<!-- Every block of this page is run, from top to bottom, by tests/docs/test_walks.py. -->"
NEW = "<!-- run only where there is an index to install from -->"
NOT_RUN = re.compile(r"<!-- not run: \S.* -->")

_FILE = re.compile(r"`([\w./-]+)`:$")
_END = "\036"
_LIMIT = 600.0
_HIDDEN = re.compile("GITHUB_|GITLAB_|CI$|CI_|GATE_|GIT_|COLUMNS|FORCE_COLOR|VIRTUAL_ENV|PYTHON|PIP_")
_PERSON = {
    **{f"GIT_{who}_NAME": "Ada" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "ada@example.org" for who in ("AUTHOR", "COMMITTER")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}


class Shell:
    """One shell in ``folder``; what it is told goes on from what it was told before."""

    def __init__(self, folder, **environment):
        self._folder = folder
        self._last = 0
        self._process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self._clock = threading.Timer(_LIMIT, self._process.kill)
        self._clock.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._clock.cancel()
        self._process.communicate()

    def type(self, command):
        """Return what ``command`` prints, and its exit code."""
        ended = f"printf '{_END}%s{_END}\\n' $?"
        self._process.stdin.write(f"(exit {self._last})\n{{ {command}\n}} </dev/null 2>&1\n{ended}\n")
        self._process.stdin.flush()
        said = ""
        while not said.endswith(f"{_END}\n"):
            line = self._process.stdout.readline()
            assert line, f"the shell has ended: {command}\n{said}"
            said += line
        said, code, _ = said.rsplit(_END, 2)
        self._last = int(code)
        return said, self._last


def with_this_package(folder):
    """Return an environment in which ``gate`` and ``python`` are those that the tests run with."""
    programs = folder / "bin"
    programs.mkdir()
    for name, words in (("gate", "-m gate"), ("python", "")):
        path = programs / name
        path.write_text(f'#!/bin/sh\nexec {sys.executable} {words} "$@"\n', "utf-8")
        path.chmod(0o755)
    return environment(PATH=f"{programs}:{os.environ['PATH']}", PYTHONPATH=str(REPOSITORY))


def environment(**more):
    """Return the environment without what a forge, a test or a person's settings put there."""
    kept = {name: value for name, value in os.environ.items() if not _HIDDEN.match(name)}
    return kept | _PERSON | more


def is_walked(page):
    """Whether the blocks of ``page`` are steps."""
    return MARK in page.read_text("utf-8")


def walk(page, folder, environment, *, installs=False):
    """Return the text of ``page`` with the output that its calls had when they were made in ``folder``."""
    text = page.read_text("utf-8")
    with Shell(folder, **environment) as shell:

        def step(match):
            indent, language, inside = match.groups()
            assert not indent, f"a step within a list: {inside}"
            above = text[: match.start()].rstrip().rpartition("\n")[2]
            where = f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}"
            if NOT_RUN.fullmatch(above) or (above == NEW and not installs):
                return match[0]
            if language == "console":
                return f"```console\n{_typed(shell, inside, where)}```"
            named = _FILE.search(above)
            assert named, f"{where}: neither a file nor a call: end the line above with `path`:"
            _written(folder / named[1], inside, where, changes=language == "diff")
            return match[0]

        return FENCE.sub(step, text)


def _typed(shell, inside, where):
    calls = re.findall(r"^\$ (.*(?:\n> .*)*)\n((?:(?!\$ ).*\n)*)", inside, re.MULTILINE)
    assert "".join(f"$ {call}\n{output}" for call, output in calls) == inside, (
        f"{where}: output without a call"
    )
    found = ""
    for number, (call, shown) in enumerate(calls):
        printed, code = shell.type(call.replace("\n> ", "\n"))
        following = calls[number + 1][0] if number + 1 < len(calls) else ""
        assert code == 0 or following == "echo $?", f"{where}: {call} ended with {code}\n{printed}"
        found += f"$ {call}\n{_cut(printed, shown)}"
    return found


def _cut(printed, shown):
    """Leave out as much of what was printed as the page leaves out."""
    above, dots, below = shown.partition("…\n")
    if not dots:
        return printed
    lines, head, tail = printed.splitlines(keepends=True), above.count("\n"), below.count("\n")
    assert head + tail < len(lines), f"nothing to leave out:\n{printed}"
    return "".join([*lines[:head], dots, *lines[len(lines) - tail :]])


def _written(path, inside, where, *, changes):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not changes:
        path.write_text(inside, "utf-8")
        return
    old, new = (
        "".join(line[1:] for line in inside.splitlines(keepends=True) if line[0] in kept)
        for kept in (" -", " +")
    )
    before = path.read_text("utf-8")
    assert before.count(old) == 1, f"{where}: {path.name} has not once\n{old}\n{before}"
    path.write_text(before.replace(old, new), "utf-8")
