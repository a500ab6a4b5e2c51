"""Tools that CI installs (the dependency group `ci`), and small projects to use them on."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

HERE = Path(sys.executable).parent
FORGES = re.compile("GITHUB_|GITLAB_|CI$|CI_|GATE_|GIT_|RUNNER_|PRE_COMMIT|SKIP$|VIRTUAL_ENV$")


def tool(name, module=None):
    """Return the command that starts a tool, or skip: GATE_REQUIRE_CI_TOOLS=1 makes that a failure."""
    if module is not None and importlib.util.find_spec(module):
        return [sys.executable, "-m", module]
    folders = [
        str(HERE),
        *(str(Path(entry).parents[2] / "bin") for entry in sys.path if "site-packages" in entry),
    ]
    found = shutil.which(name, path=os.pathsep.join(folders))
    if found is None:
        reason = f"{name} is not installed; pip install --group ci"
        if os.environ.get("GATE_REQUIRE_CI_TOOLS") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return [found]


def run(*command, cwd=REPOSITORY, **environment):
    """Run a command without what a forge or git may have set; return how it ended, with all its words."""
    clean = {name: value for name, value in os.environ.items() if not FORGES.match(name)}
    # The tree under test comes first, and tools find each other.
    search = os.pathsep.join(filter(None, [str(REPOSITORY), clean.get("PYTHONPATH")]))
    path = os.pathsep.join([str(HERE), clean.get("PATH", "")])
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**clean, "PYTHONPATH": search, "PATH": path, "NO_COLOR": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


@pytest.fixture
def repository(tmp_path):
    """An empty git repository with a person at work; returns a function that runs git in it."""
    top = tmp_path / "project"
    top.mkdir()
    quiet = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{who}_NAME": "Ada" for who in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{who}_EMAIL": "ada@example.org" for who in ("AUTHOR", "COMMITTER")},
    }

    def git(*arguments, **environment):
        return run("git", *arguments, cwd=top, **quiet, **environment)

    git.top = top
    assert git("init", "--quiet", "--initial-branch=main")[0] == 0
    return git
