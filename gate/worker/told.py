"""Tracebacks for whoever looks into a failure: they begin where the user's own code does."""

from __future__ import annotations

import traceback
from pathlib import Path

_OURS = str(Path(__file__).parent)


def print_from_theirs(error: BaseException) -> None:
    """Print the traceback of ``error`` to standard error, less what only leads to the user's code.

    Nothing is printed of an error that was raised here, over what the user's code returned: its sentence
    says everything.
    """
    trace = last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is not None and last.tb_frame.f_code.co_filename.startswith(_OURS):
        return
    while trace is not None and _is_ours(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    traceback.print_exception(error.with_traceback(trace or error.__traceback__), chain=False)


def _is_ours(file: str) -> bool:
    return file.startswith((_OURS, "<frozen importlib")) or "importlib" in Path(file).parts
