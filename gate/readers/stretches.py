"""A TREC run file in stretches of whole queries, which are looked at side by side."""

from __future__ import annotations

import os
from collections import deque
from itertools import chain, cycle, islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from gate.packed import PAD, Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from typing import Protocol

    class Readable(Protocol):
        """A binary file."""

        def readinto(self, buffer: memoryview, /) -> int | None:
            """Fill the buffer, or begin to; return the number of bytes, 0 at the end."""

    Result = TypeVar("Result")

SIZE = 3 << 18
"""Bytes looked at together, more where one query has more; what a cache holds. Changes no result."""

_MOST = 4
"""Threads that work at the same time, at most."""

_KEPT = 1 << 24
"""Bytes of memory, set free together, that the process keeps for what comes next."""

_ROOM = 3 * PAD
"""Bytes around a stretch: ``PAD`` in front, as many behind, and some to round up."""


class Stretch(NamedTuple):
    """Consecutive lines of a file: all lines of a few queries, if the file is regular.

    Attributes:
        text: Where they stand, from ``PAD`` on, between as many zeros or more on either side.
        high: Where they end.
        shelf: Where what is found may be kept; nobody else uses it before the next stretch is asked for.
    """

    text: bytearray
    high: int
    shelf: Shelf


def cores() -> int:
    """Return how many threads work at a time: one a core that this process may use, and others leave idle.

    On a busy machine threads only wait for each other.
    """
    all_ = os.cpu_count() or 1
    mine = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else all_
    try:
        others = os.getloadavg()[0] - 1
    except (AttributeError, OSError):  # not on this system
        others = 0.0
    return max(1, min(_MOST, mine, round(all_ - max(others, 0.0))))


def each(file: Readable, work: Callable[[Stretch], Result]) -> Iterator[Result]:
    """Yield what ``work`` makes of every stretch, in the order of the file, whatever is finished first.

    Args:
        file: Open at its beginning.
        work: Called in several threads at once where there are several cores and stretches.
    """
    import numpy as np

    # The C library gives large blocks back to the system at once, and takes them again page by page,
    # until it has seen one as large come and go.
    np.empty(_KEPT, dtype=np.uint8)
    threads = cores()
    if threads == 1:
        yield from map(work, stretches(file, 1))
        return
    found = stretches(file, threads + 1)
    begun = list(islice(found, 2))
    if len(begun) == 1:
        yield work(begun[0])
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Result]] = deque()
        for stretch in chain(begun, found):
            waiting.append(pool.submit(work, stretch))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def stretches(file: Readable, slots: int) -> Iterator[Stretch]:
    """Yield the stretches of a file.

    Args:
        file: Open at its beginning.
        slots: So many later, buffer and shelf of a stretch are used again.
    """
    size, kept = SIZE, bytearray()
    for text, shelf in cycle([(bytearray(b"0" * _ROOM), Shelf()) for _ in range(slots)]):
        high, end, whole = PAD, PAD + len(kept), False
        text[PAD:end] = kept
        while high == PAD:
            text.extend(b"0" * (size + _ROOM - len(text)))
            end, whole = _filled(file, text, end, PAD + size)
            high = end if whole else _last_query(text, end)
            if high == PAD:  # not one whole query in it
                size *= 2
        kept = text[high:end]
        text[high : high + 2 * PAD] = b"0" * (2 * PAD)
        yield Stretch(text, high, shelf)
        if whole:
            return


def _filled(file: Readable, text: bytearray, end: int, most: int) -> tuple[int, bool]:
    """Read up to ``most``; return where the text ends now, and whether that is all, ended by one line end."""
    with memoryview(text) as room:
        while end < most:
            read = file.readinto(room[end:most])
            if not read:
                break
            end += read
    if end == most:
        return end, False
    end = PAD + len(text[PAD:end].rstrip(b"\n"))
    text[end : end + 1] = b"\n"
    return end + 1, True


def _last_query(text: bytearray, end: int) -> int:
    r"""Return where the lines of the last query begin, which may go on behind ``end``; ``PAD`` if unknown."""
    last = max(text.rfind(b"\n", PAD, end), PAD)
    if text[last - 1] == ord("\n"):  # blank lines may be the end of the file
        last = PAD + len(text[PAD:last].rstrip(b"\n"))
    last = text.rfind(b"\n", PAD, last) + 1 or PAD
    query, *_ = text[last : last + PAD].split(maxsplit=1) or (b"",)
    low = PAD
    # Where queries stand together, this one's lines are those from some line on; elsewhere any will do.
    while low < last:
        middle = text.rfind(b"\n", low, (low + last) // 2) + 1 or low
        if text.startswith(query, middle) and text[middle + len(query)] in b" \t":
            last = middle
        else:
            low = text.find(b"\n", middle, last) + 1
    return last
