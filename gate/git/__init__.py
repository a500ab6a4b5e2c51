"""git, asked safely: the few questions that the gate has for it, one kind a file."""

from gate.git.commits import changed_at, commit, has, parents
from gate.git.files import files, show
from gate.git.process import installed, line, run, unreadable
from gate.git.repositories import UNSHALLOW, is_shallow, repository
from gate.git.work_tree import ignored, is_edited, touched

__all__ = [
    "UNSHALLOW",
    "changed_at",
    "commit",
    "files",
    "has",
    "ignored",
    "installed",
    "is_edited",
    "is_shallow",
    "line",
    "parents",
    "repository",
    "run",
    "show",
    "touched",
    "unreadable",
]
