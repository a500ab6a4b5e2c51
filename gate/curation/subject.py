"""Which golden set a command is about: that of a config, or a file by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate import config as configs
from gate import readers
from gate.config.absent import absent
from gate.errors import raise_all
from gate.source import FileSource

if TYPE_CHECKING:
    from pathlib import Path

    from gate.golden import GoldenSet

CONFIGS = (".yaml", ".yml")
"""Suffixes of a config; anything else is a golden set."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A golden set, and what is known about how it is used.

    Attributes:
        source: Its file.
        task: As in a config.
        relevant_grade: Least grade that counts as relevant.
        alpha: Chance of blocking a harmless change that the config allows.
    """

    source: FileSource
    task: str
    relevant_grade: float = 1.0
    alpha: float = 0.01

    def read(self) -> GoldenSet:
        """Read the golden set.

        Raises:
            QuestionError: It is missing, empty or malformed.
        """
        return readers.read_golden(self.source, self.task)


def subject(path: Path, task: str | None = None) -> Subject:
    """Return what ``path`` is about.

    Args:
        path: A config (``.yaml``), or a golden set that its suffix says how to read.
        task: Task of a golden set; retrieval by default. A config says it itself.

    Raises:
        QuestionError: The config is malformed, or its golden set is not there.
    """
    if path.suffix.lower() in CONFIGS and not path.is_dir():
        config = configs.load(path)
        raise_all(absent(config, ("golden_set",)))
        return Subject(config.golden_source, config.task, config.relevant_grade, config.decision.alpha)
    return Subject(FileSource(path, str(path), said_by="argument"), task or "retrieval")
