"""Engines: where totals over resamples are computed. A module with this one function is an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate.arrays import FloatArray


class Engine(Protocol):
    """What computes weighted column totals, on one machine or on many."""

    def totals(self, blocks: Iterable[FloatArray], columns: FloatArray) -> FloatArray:
        """Return the totals of every column under every resample; see :mod:`gate.engines.dense`.

        Two engines must give the same bits: values go on :func:`gate.arrays.on_grid` before they
        are summed, and whole numbers add up the same everywhere.
        """
        ...
