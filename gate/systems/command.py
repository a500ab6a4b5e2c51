"""A program of any language: JSON lines in, JSON lines out.

It is sent ``{"id": "q1", "query": "…", "k": 10}`` and answers with a line as a run file has it,
``{"id": "q1", "ranked": ["d3", "d1"]}``; answers may come in any order. From the second repeat on, a
question also says which repeat it is. What it writes to standard error is kept for messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.systems.asking import Reply
from gate.systems.process import Process

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gate.config.system import System as Settings
    from gate.systems.asking import Question


class Command:
    """A program that the config names.

    Args:
        settings: ``system:`` of the config.
        folder: Where the program is started.
        depth: Results wanted; ``None`` where nothing is ranked.
    """

    def __init__(self, settings: Settings, folder: Path, depth: int | None) -> None:
        assert settings.command is not None
        self._depth = depth
        self._process = Process(
            settings.command,
            folder,
            settings.command[0],
            startup=settings.startup,
            timeout=settings.timeout,
        )

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply]:
        """Write a line and wait for its answer."""
        (question,) = questions
        request: dict[str, Any] = {"id": question.id, "query": question.query}
        if self._depth is not None:
            request["k"] = self._depth
        if question.repeat > 1:
            request["repeat"] = question.repeat
        reply, latency_ms = self._process.call(request)
        return [Reply({key: value for key, value in reply.items() if key != "id"}, latency_ms)]

    def hide(self, text: str) -> str:
        """Return ``text``: secrets are between the environment and the program."""
        return text

    def last_words(self) -> Sequence[str]:
        """Return the last lines of its standard error."""
        return self._process.last_words()

    def close(self) -> None:
        """End the program."""
        self._process.close()
