"""How alike two items are by a user's function, called in a process of its own (:mod:`gate.worker`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError, SystemFailedError
from gate.systems.asking import FailedError
from gate.systems.python import worker
from gate.worker.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gate.arrays import FloatArray
    from gate.systems.process import Process

_STARTUP = 120.0
"""Seconds in which the module must have loaded."""


@dataclass(frozen=True, slots=True)
class OfFunction:
    """What ``path`` says of two items, asked once a pair, in either order.

    Attributes:
        path: ``package.module:name``.
        folder: Where the module is found; absolute.
        timeout: Seconds that all pairs of one call may take.
    """

    path: str
    folder: Path
    timeout: float
    _known: dict[tuple[str, str], float] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def words(self) -> str:
        """What it is."""
        return f"by {self.path}"

    def between(self, first: Sequence[str], second: Sequence[str]) -> FloatArray:
        """Return ``(p,)`` similarities, at most 1; NaN where the function returns ``None``.

        Raises:
            QuestionError: There is no such function.
            SystemFailedError: It broke, took too long, or returned something else.
        """
        import numpy as np

        pairs = [(min(pair), max(pair)) for pair in zip(first, second, strict=True)]
        new = sorted(set(pairs) - self._known.keys())
        if new:
            self._known.update(zip(new, self._asked(new), strict=True))
        return np.array([self._known[pair] for pair in pairs], dtype=np.float64)

    def _asked(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        wanted = Wanted("similarity", self.path, str(self.folder), 1, None, 1, self.timeout)
        if not self.folder.is_dir():
            raise self._unusable(f"no such folder {str(self.folder)!r}")
        process = worker(wanted, self.folder, startup=_STARTUP, greet=self._greet)
        questions = [{"id": one, "query": other} for one, other in pairs]
        try:
            reply, _ = process.call({"id": "pairs", "questions": questions, "k": None})
        except FailedError as error:
            raise self._failed(str(error), process) from None
        finally:
            process.close()
        if "error" in reply:
            raise self._failed(str(reply["error"]), process)
        return [float("nan") if value is None else float(value) for value in reply["values"]]

    def _greet(self, first: dict[str, Any]) -> None:
        if "unusable" not in first:
            return
        why = str(first["unusable"])
        if first.get("by") == "config":
            raise self._unusable(why)
        raise SystemFailedError(
            Problem(why, f"catalogue.similarity: {self.path}", "mend it", code="system_failed")
        )

    def _unusable(self, why: str) -> QuestionError:
        fix = "check the path, and `folder` beside it"
        return QuestionError(
            Problem(why, f"catalogue.similarity: {self.path}", fix, code="system_not_started")
        )

    def _failed(self, why: str, process: Process) -> SystemFailedError:
        said = "\n".join(process.last_words())
        return SystemFailedError(
            Problem(why, f"catalogue.similarity: {self.path}", "mend it", said, code="system_failed")
        )
