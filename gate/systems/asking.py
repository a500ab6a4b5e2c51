"""What every kind of system is to those who ask: the one place where it is described."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Question:
    """One golden item, asked once.

    Attributes:
        id: The item.
        query: Its text.
        repeat: Which of the item's questions this is, from 1.
    """

    id: str
    query: str
    repeat: int = 1


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, not yet looked at.

    Attributes:
        value: Plain JSON: what :func:`gate.systems.lines.answer` understands.
        latency_ms: How long it took, >= 0; ``None`` where that is not known.
    """

    value: object
    latency_ms: float | None = None


class FailedError(Exception):
    """An attempt to get an answer failed.

    Args:
        why: In a sentence; goes into the run as the item's error, so it never holds a secret.
        again: Whether another attempt may succeed.
        wait: Seconds that the system asked to be left alone; ``None`` if it did not say.
    """

    def __init__(self, why: str, *, again: bool = True, wait: float | None = None) -> None:
        super().__init__(why)
        self.again = again
        self.wait = wait


class System(Protocol):
    """Something that answers questions: a process, an endpoint.

    :meth:`ask` is called from several threads at once, never from more than the config's ``concurrency``.
    It keeps the time limit by itself, because only it knows how to let go of a call that hangs; one of an
    installed distribution need not.
    """

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply]:
        """Return one reply a question, in the same order.

        Args:
            questions: One; more only where the config sets ``batch``.

        Raises:
            FailedError: There is no answer; the whole batch failed.
            GateError: There never will be one, so that nothing more need be asked.
        """

    def hide(self, text: str) -> str:
        """Return ``text``, which quotes an answer, without any secret that the system was told."""

    def last_words(self) -> Sequence[str]:
        """Return the last lines that it said beside its answers, for whoever looks into a failure."""

    def close(self) -> None:
        """Let go of everything; a call under way fails."""
