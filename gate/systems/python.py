"""A Python function or a framework's retriever, called in a process of its own (:mod:`gate.worker`)."""

from __future__ import annotations

import sys
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError, SystemFailedError
from gate.systems.asking import FailedError, Reply
from gate.systems.process import Process
from gate.worker.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gate.config.system import System as Settings
    from gate.systems.asking import Question

_START = (
    "import sys; sys.path.insert(0, sys.argv.pop()); from gate.worker.serve import main; del sys.path[0]; "
    "main()"
)
"""Loads the worker that belongs to this gate, and leaves the search path as Python made it."""

_SLACK = 0.5
"""Seconds after the time limit in which the worker may cancel a coroutine, before its process is ended."""


def worker(
    wanted: Wanted, folder: Path, *, startup: float, greet: Callable[[dict[str, Any]], None]
) -> Process:
    """Return the process in which something of the user is loaded; it starts when it is asked.

    Args:
        wanted: What is loaded, and how it is asked.
        folder: Where it is started.
        startup: Seconds that it may take to load.
        greet: Called with its first line; raises where that says that it is of no use.
    """
    return Process(
        [sys.executable, "-P", "-c", _START, str(Path(__file__).resolve().parents[2])],
        folder,
        wanted.path,
        startup=startup,
        timeout=wanted.timeout,
        slack=_SLACK,
        hello=asdict(wanted),
        greet=greet,
    )


class Python:
    """Something that ``module:name`` names.

    Args:
        settings: ``system:`` of the config.
        folder: Where the module is found and the process started.
        depth: Results wanted; ``None`` where nothing is ranked.
    """

    def __init__(self, settings: Settings, folder: Path, depth: int | None) -> None:
        kind = settings.kind
        assert kind in {"function", "langchain", "llama_index", "haystack"}
        path = getattr(settings, kind)
        wanted = Wanted(
            kind=kind,  # type: ignore[arg-type]
            path=path,
            folder=str(folder.resolve()),
            batch=settings.batch,
            document_id=settings.document_id,
            concurrency=settings.concurrency,
            timeout=settings.timeout,
        )
        self._shown, self._depth, self._calls = path, depth, count()
        self._process = worker(wanted, folder, startup=settings.startup, greet=self._greet)

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply]:
        """Have it called once, with all ``questions``."""
        request: dict[str, Any] = {
            "id": str(next(self._calls)),
            "questions": [{"id": each.id, "query": each.query} for each in questions],
            "k": self._depth,
        }
        reply, _ = self._process.call(request, tuple(each.id for each in questions))
        if "error" in reply:
            raise FailedError(str(reply["error"]))
        return [Reply(value, reply["latency_ms"]) for value in reply["values"]]

    def hide(self, text: str) -> str:
        """Return ``text``: secrets are between the environment and the program."""
        return text

    def last_words(self) -> Sequence[str]:
        """Return the last lines that it printed, to either stream."""
        return self._process.last_words()

    def close(self) -> None:
        """End its process."""
        self._process.close()

    def _greet(self, first: dict[str, Any]) -> None:
        if "unusable" not in first:
            return
        why = str(first["unusable"])
        if first.get("by") == "config":
            fix = str(first.get("fix") or "check the path, and `system.folder`")
            lacks = bool(first.get("fix"))
            raise QuestionError(
                Problem(
                    why,
                    f"system: {self._shown}",
                    fix,
                    code="extra_missing" if lacks else "system_not_started",
                )
            )
        raise SystemFailedError(
            Problem(
                why, f"system: {self._shown}", "mend it, or look at what it printed", code="system_failed"
            )
        )
