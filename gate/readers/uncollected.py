"""A pause of the garbage collector, for work that makes many objects and no garbage."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep Python from looking for cycles, as a block or as a decorator; where it was off, it stays off.

    A file of a million answers becomes millions of objects that all stay: every search among them is in
    vain, and there are more the longer the file is.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
