"""Calls side by side, and now and then one while there is no other."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Turns:
    """Who may call: any number side by side, or one alone, which goes before those that share."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._sharing = self._wanting = 0
        self._is_alone = False

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Wait until nobody calls alone or wants to, and call beside others."""
        with self._changed:
            self._changed.wait_for(lambda: not (self._is_alone or self._wanting))
            self._sharing += 1
        try:
            yield
        finally:
            with self._changed:
                self._sharing -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Wait until nobody calls, and let nobody call meanwhile."""
        with self._changed:
            self._wanting += 1
            self._changed.wait_for(lambda: not (self._is_alone or self._sharing))
            self._wanting -= 1
            self._is_alone = True
        try:
            yield
        finally:
            with self._changed:
                self._is_alone = False
                self._changed.notify_all()
