"""What tells one answer from another: the system's identity, the item, and how it was asked."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from gate import surroundings
from gate.config.placeholders import texts
from gate.config.system import LIVE
from gate.stores.canonical import dumps
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
    again only while neither a tracked file nor a new one in Python has changed.

    Args:
        config: The config.
        settings: Its ``system:``.
        depth: Results wanted; ``None`` where nothing is ranked.

    Raises:
        NoAnswerError: Identity, address or body name an environment variable that is not set.
    """

    def __init__(self, config: Config, settings: Settings, depth: int | None) -> None:
        if settings.identity is None:
            identity = surroundings.state(config.path) or ""
        else:
            identity = Secrets(settings.identity, "system.identity").fill(settings.identity)
        told = settings.model_dump(mode="json", include=set(_HOW), exclude_none=True)
        if settings.options:
            told["options"] = settings.options
        if settings.http is not None:  # another host is another system, another token is not
            request = [settings.http.url, settings.http.body]
            secrets = Secrets(request, f"system.http: {settings.http.url}")
            told["asked"] = [secrets.fill(text) for text in texts(request)]
        self._common = [_VERSION, settings.identity is not None, identity, told]
        self._common += [config.task, config.positive, depth, settings.repeats > 1]

    def of(self, question: Question) -> str:
        """Return the key of a question's answer, 64 hex digits; it gives away nothing of what went in."""
        whole = [*self._common, question.id, question.query, question.repeat]
        return hashlib.sha256(dumps(whole).encode()).hexdigest()
