"""Where baselines live between builds.

A baseline is a pair: ``NAME.json``, the summary, and ``NAME.run.jsonl`` (or ``.gz``), what the system
answered. A store finds the pair and hands it over whole and checked, or says why it cannot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gate.stores.pair import Stored
    from gate.stores.summary import Summary


class Store(Protocol):
    """What can hand over a baseline."""

    @property
    def shown(self) -> str:
        """The place as messages print it."""

    def load(self, name: str) -> Stored | None:
        """Return the baseline ``name``, or ``None`` where there never was one.

        Raises:
            NoAnswerError: There is one, but it is damaged or a later gate wrote it.
        """


class WritableStore(Store, Protocol):
    """A store that can also be given one."""

    def save(
        self,
        name: str,
        summary: Summary,
        answers: bytes,
        *,
        expecting: str | None,
        compress: bool | None = None,
    ) -> Sequence[Path]:
        """Store a baseline whole, or not at all; return the files that changed.

        Args:
            name: The config's ``name``.
            summary: Its summary; ``run`` is filled in here.
            answers: What :func:`gate.stores.answers.encode` returned.
            expecting: :attr:`Stored.digest` of the baseline that was read before; ``None`` if there was
                none.
            compress: Whether to compress the answers; by their size if not said.

        Raises:
            NoAnswerError: Another baseline is there than the one expected.
        """
