"""Sides that take turns at the same work, each in a process of its own.

So none finds the memory as another left it: a heap of ten million strings makes every allocation of
whoever comes next slower.
"""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Work = Callable[[], Any]
    Side = Callable[[Any], Work]


class Turn(NamedTuple):
    """Seconds of one piece of work, on the clock and of all cores together, and what it found."""

    wall: float
    cpu: float
    found: Any


_work: Work
"""What this process does when it is its turn."""


def _prepare(side: Side, material: Any) -> None:
    """Make a process ready to work for one side."""
    global _work  # noqa: PLW0603 (a process of a pool keeps what its initializer made nowhere else)
    _work = side(material)


def _turn() -> Turn:
    """Work once."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = _work()
    return Turn(time.perf_counter() - wall, time.process_time() - cpu, found)


def alone(work: Callable[..., None], *arguments: Any) -> None:
    """Do what takes much memory in a process that is gone afterwards, and its memory with it."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        pool.submit(work, *arguments).result()


def taken(sides: Mapping[str, Side], material: Any, repeats: int) -> dict[str, Turn]:
    """Let the sides take turns, and return the median of each.

    Args:
        sides: By name: functions of a module, each of which prepares the work in the side's own process.
        material: What they are called with.
        repeats: Turns of each.
    """
    turns: dict[str, list[Turn]] = {}
    with ExitStack() as stack:
        pools = {
            name: stack.enter_context(
                ProcessPoolExecutor(1, get_context("spawn"), initializer=_prepare, initargs=(side, material))
            )
            for name, side in sides.items()
        }
        for _ in range(repeats):
            for name, pool in pools.items():
                turns.setdefault(name, []).append(pool.submit(_turn).result())
    return {
        name: Turn(
            statistics.median(turn.wall for turn in some),
            statistics.median(turn.cpu for turn in some),
            some[-1].found,
        )
        for name, some in turns.items()
    }
