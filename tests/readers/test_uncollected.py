"""The garbage collector rests while files are read, and only then."""

from __future__ import annotations

import gc

import pytest

from gate.readers.uncollected import uncollected


def test_the_collector_works_again_afterwards_whatever_happened() -> None:
    """Inside, no cycles are looked for; behind, they are, even after an error."""

    @uncollected()
    def work() -> None:
        assert not gc.isenabled()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert gc.isenabled()


def test_what_the_caller_switched_off_stays_off() -> None:
    """A program that runs without the collector finds it off afterwards, after a pause in a pause too."""
    gc.disable()
    try:
        with uncollected(), uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
