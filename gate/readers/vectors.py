"""Vectors from an array file of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.source import FileSource


def read(source: FileSource) -> FloatArray:
    """Read a ``.npy`` file with one row a record.

    Nothing in the file is run: arrays of Python objects are refused.

    Returns:
        ``(n, d)`` finite numbers, n and d above 0.

    Raises:
        QuestionError: The file cannot be read, is no array of numbers in two dimensions, is empty, or holds
            a number that is not finite; its row is named.
    """
    import numpy as np

    try:
        with source.path.open("rb") as stream:
            found = np.lib.format.read_array(stream, allow_pickle=False)
    except FileNotFoundError:
        raise QuestionError(
            Problem("there is no such array", source.shown, "check the path", code="file_missing")
        ) from None
    except (OSError, ValueError, EOFError) as error:
        why = getattr(error, "strerror", None) or str(error)
        why = "it holds Python objects, or is no .npy file" if "pickle" in why else why
        fix = "write it with numpy.save(PATH, vectors), one row a record"
        raise QuestionError(
            Problem(f"cannot be read as an array: {why}", source.shown, fix, code="cannot_read")
        ) from None
    if found.ndim != 2 or not found.size or found.dtype.kind not in "fiu":
        shape = " × ".join(map(str, found.shape)) or "one number"
        what = f"an array of {shape} of the kind {found.dtype}: not vectors, one row a record"
        fix = "write it with numpy.save(PATH, vectors), one row a record"
        raise QuestionError(Problem(what, source.shown, fix, code="vectors_unfit"))
    vectors = found.astype(np.float64)
    wrong = np.flatnonzero(~np.isfinite(vectors).all(axis=1) | (np.abs(vectors) > 1e100).any(axis=1))
    if wrong.size:
        what = f"row {wrong[0] + 1:,} holds a number that is not finite or beyond 1e100"
        more = f"; {wrong.size:,} rows do" if wrong.size > 1 else ""
        raise QuestionError(
            Problem(f"{what}{more}", source.shown, "leave such records out", code="vectors_unfit")
        )
    return vectors
