"""Write a golden set into a folder, and call `gate golden` there."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.end_to_end.calls import call

GIT = {
    **{f"GIT_{who}_NAME": "Ada" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "ada@example.org" for who in ("AUTHOR", "COMMITTER")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


@dataclass(frozen=True)
class Desk:
    """A folder with files, and the command in it."""

    top: Path

    def write(self, name, rows):
        """Write rows as JSON Lines, or a text as it is."""
        text = rows if isinstance(rows, str) else "".join(json.dumps(row) + "\n" for row in rows)
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def call(self, *argv):
        """Call the command from the folder."""
        os.chdir(self.top)
        return call(*argv)

    def json(self, *argv):
        """Call the command, and return what it prints as JSON."""
        ended = self.call(*argv, "--format", "json")
        assert ended.code == 0, ended.err
        return json.loads(ended.out)

    def git(self, *arguments):
        """Run git in the folder."""
        subprocess.run(["git", *arguments], cwd=self.top, check=True, capture_output=True)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Give an empty folder."""
    monkeypatch.chdir(Path.cwd())
    for name, value in GIT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("COLUMNS", "100")
    return Desk(tmp_path)
