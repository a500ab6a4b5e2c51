"""A system that has already answered: its run lies in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate import readers

if TYPE_CHECKING:
    from gate.run import Run
    from gate.source import FileSource


def produce(source: FileSource, task: str) -> Run:
    """Read the run.

    Args:
        source: The file.
        task: The config's ``task``.

    Raises:
        QuestionError: The file is missing or malformed; every problem is named with its line.
    """
    return readers.read_run(source, task)
