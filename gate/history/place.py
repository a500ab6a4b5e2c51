"""Where a config keeps its history."""

from __future__ import annotations

from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

from gate.stores.history import HistoryFile

if TYPE_CHECKING:
    from gate.config import Config

FOLDER = "history"
"""The folder beside the baseline store, where the config names no file."""


def place(config: Config) -> HistoryFile:
    """Return the file in which the checks of ``config`` are recorded, whether or not it is there.

    The config's ``history:``, a file, or a folder if it ends in ``/``; by default ``history/NAME.jsonl``
    beside the baseline store.
    """
    given = config.history
    if given is None:
        given = normpath(f"{config.baseline.store}/../{FOLDER}") + "/"
    if given.endswith("/"):
        given += f"{config.name}.jsonl"
    shown = normpath((Path(config.shown).parent / given).as_posix())
    return HistoryFile(Path(normpath(config.path.parent / given)), shown)


def kept(config: Config) -> HistoryFile | None:
    """Return the file if a history is kept: the config asks for one, or something has been recorded."""
    file = place(config)
    return file if config.history is not None or file.path.exists() else None
