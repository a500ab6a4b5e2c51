"""What tells one answer from another: the system's identity, the item, and how it was asked."""

from __future__ import annotations

import hashlib
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

from gate import surroundings
from gate.config.placeholders import texts
from gate.config.system import IMPORTED, LIVE
from gate.stores.canonical import dumps
from gate.systems.askable import started_in
from gate.systems.filling import Secrets

if TYPE_CHECKING:
    from gate.config import Config
    from gate.config.system import System as Settings
    from gate.systems.asking import Question

_VERSION = 1
"""Of the shape of kept answers; another one is not used."""

_HOW = (*LIVE, "folder", "document_id", "batch")
"""Settings that decide what is answered; how patiently and how often it is asked does not."""


class Keys:
    """Keys of the answers of one system.

    Without a declared identity, the state of the repository stands in for it: an answer is then known
    again only while neither a tracked file nor a new one in Python has changed. Outside git it is the file
    of the module, or those that the command names.

    Args:
        config: The config.
        settings: Its ``system:``.
        depth: Results wanted; ``None`` where nothing is ranked.

    Raises:
        NoAnswerError: Identity, address or body name an environment variable that is not set.
    """

    def __init__(self, config: Config, settings: Settings, depth: int | None) -> None:
        if settings.identity is None:
            identity = surroundings.state(config.path) or _files(config, settings)
        else:
            identity = Secrets(settings.identity, "system.identity").fill(settings.identity)
        told = settings.model_dump(mode="json", include=set(_HOW), exclude_none=True)
        if settings.options:
            told["options"] = settings.options
        if settings.http is not None:  # another host is another system, another token is not
            request = [settings.http.url, settings.http.body]
            secrets = Secrets(request, f"system.http: {settings.http.url}")
            told["asked"] = [secrets.fill(text) for text in texts(request)]
        how = [told, config.task, config.positive, depth, settings.repeats > 1]
        self._common = [_VERSION, settings.identity is not None, identity, *how]
        kept_in = config.path.parent / settings.cache.folder
        self._asked_by = [_VERSION, Path(relpath(config.path, kept_in)).as_posix(), *how]

    def of(self, question: Question) -> str:
        """Return the key of a question's answer, 64 hex digits; it gives away nothing of what went in."""
        return _digest([*self._common, question.id, question.query, question.repeat])

    def of_all(self) -> str:
        """Return what tells the config and its way of asking from others beside it, 12 hex digits.

        It stays the same when the system becomes another version, so that nothing is left lying.
        """
        return _digest(self._asked_by)[:12]


def _digest(what: object) -> str:
    return hashlib.sha256(dumps(what).encode()).hexdigest()


def _files(config: Config, settings: Settings) -> str:
    """Return what tells two states of the files apart that a system names; ``""`` where it names none."""
    folder = started_in(config, settings)
    names = list(settings.command or ())
    if settings.kind in IMPORTED:
        module = getattr(settings, settings.kind).partition(":")[0].replace(".", "/")
        names = [f"{module}.py", f"{module}/__init__.py"]
    found = [hashlib.sha256(file.read_bytes()).hexdigest() for n in names if (file := folder / n).is_file()]
    return " ".join(found)
