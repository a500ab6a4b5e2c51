"""Tracebacks for whoever looks into a failure: they begin where the user's own code does."""

from __future__ import annotations

import traceback
from pathlib import Path

_OURS = str(Path(__file__).parent)


def print_from_theirs(error: BaseException) -> None:
    """Print the traceback of ``error`` to standard error, less what only leads to the user's code.

    Where none of it is the user's, as of an answer that is none, the error alone is printed.
    """
    trace = error.__traceback__
    while trace is not None and _is_ours(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    traceback.print_exception(error.with_traceback(trace), chain=False)


def _is_ours(file: str) -> bool:
    return file.startswith((_OURS, "<frozen importlib")) or "importlib" in Path(file).parts
