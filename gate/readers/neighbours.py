"""Nearest neighbours as arrays: one row a query, ids from the nearest on.

Queries are called after their row, from 0. ``-1`` at the end of a row says that there were no more
neighbours. In a golden set the nearest neighbour has the highest grade and the last the grade 1, so that
their order is known.

| format | one row |
| --- | --- |
| npy | of a two-dimensional array of whole numbers |
| ivecs | how many numbers follow, then these, 32 bits each, little-endian |
| fvecs | the same with 32-bit floats, which must be whole numbers |
| bvecs | the same, but the numbers are single bytes |
"""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING, Any

from gate.digits import counted
from gate.errors import Problem, QuestionError
from gate.golden import GoldenItem, GoldenSet
from gate.notice import Notice
from gate.readers import content
from gate.run import Answer, Ranking, Run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.arrays import IntArray
    from gate.source import FileSource

FORMATS = {"npy": (".npy",), "ivecs": (".ivecs",), "fvecs": (".fvecs",), "bvecs": (".bvecs",)}
TASKS = ("retrieval",)

_NUMBERS = {"ivecs": "<i4", "fvecs": "<f4", "bvecs": "u1"}
_GZIP = b"\x1f\x8b"


def read_golden(source: FileSource, data: bytes | None, task: str) -> GoldenSet:
    """Read the exact nearest neighbours of each query.

    Args:
        source: The file; its format is one of ours.
        data: Its content, if it was read elsewhere; otherwise the file is mapped into memory.
        task: Always retrieval.

    Raises:
        QuestionError: It cannot be read, is no such file, or holds negative or repeated ids; rows are named,
            counted from 0.
    """
    del task
    neighbours = _read(source, data)
    twice = _repeated(neighbours)
    if twice.size:
        what = f"row {twice[0]} names a neighbour twice{_more(twice)}"
        raise _unfit(source, what, "give the exact neighbours, each once")
    items = {}
    for row, ids in enumerate(_texts(neighbours)):
        name = str(row)
        grades = map(float, range(len(ids), 0, -1))
        items[name] = GoldenItem(name, relevant=dict(zip(ids, grades, strict=True)))
    return GoldenSet(items, source.shown)


def read_run(source: FileSource, data: bytes | None, task: str) -> Run:
    """Read the neighbours that were returned for each query; arguments and errors as :func:`read_golden`.

    Of an id that a row holds twice the best place counts, and a notice says so.
    """
    del task
    neighbours = _read(source, data)
    twice = _repeated(neighbours)
    notices: tuple[Notice, ...] = ()
    if twice.size:
        text = f"an id stands twice in {counted(twice.size, 'list')}: the best place counts"
        names = [str(row) for row in twice.tolist()]
        notices = (Notice.about("repeated_document", text, names, where=source.shown),)
    again = frozenset(twice.tolist())
    answers = {}
    for row, ids in enumerate(_texts(neighbours)):
        name = str(row)
        answers[name] = Answer(name, Ranking(tuple(dict.fromkeys(ids)) if row in again else tuple(ids)))
    return Run(answers, source.shown, notices)


def _read(source: FileSource, data: bytes | None) -> IntArray:
    """Return ``(n, k)`` ids, n and k above 0, every row of them from 0 and then -1 to its end."""
    import numpy as np

    found = _npy(source, data) if source.format == "npy" else _vecs(source, data)
    if found.dtype.kind == "f":
        odd = np.flatnonzero((found != np.rint(found)).any(axis=1))
        if odd.size:
            what = f"row {odd[0]} holds {_first(found[odd[0]])}, which is no id{_more(odd)}"
            fix = "give the file of ids; this one may hold distances or vectors"
            raise _unfit(source, what, fix)
    if found.dtype.kind == "u" and found.dtype.itemsize == 8 and found.max() > np.iinfo(np.int64).max:
        raise _unfit(source, "it holds an id of 2**63 or more")
    ids: IntArray = found.astype(np.int64)
    low = np.flatnonzero((ids < -1).any(axis=1))
    if low.size:
        what = f"row {low[0]} holds the id {ids[low[0]].min()}{_more(low)}"
        raise _unfit(source, what, "ids count from 0; only -1 stands for none")
    gaps = np.flatnonzero(((ids[:, :-1] == -1) & (ids[:, 1:] != -1)).any(axis=1))
    if gaps.size:
        what = f"row {gaps[0]} has an id behind a -1{_more(gaps)}"
        raise _unfit(source, what, "-1 fills up a row at its end, where nothing follows")
    return ids


def _npy(source: FileSource, data: bytes | None) -> Any:
    import numpy as np

    raw = _packed(source, data)
    try:
        if raw is None:
            found = np.load(source.path, mmap_mode="r", allow_pickle=False)
        else:
            found = np.lib.format.read_array(io.BytesIO(raw), allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        why = getattr(error, "strerror", None) or str(error)
        why = "it holds Python objects, or is no .npy file" if "pickle" in why else why
        fix = "write it with numpy.save(PATH, ids), one row a query"
        raise _unfit(source, f"cannot be read as an array: {why}", fix) from None
    if not isinstance(found, np.ndarray) or found.ndim != 2 or not found.size or found.dtype.kind not in "iu":
        shape = " × ".join(map(str, getattr(found, "shape", ()))) or "one number"
        what = (
            f"an array of {shape} of the kind {getattr(found, 'dtype', 'archive')}: not ids, one row a query"
        )
        raise _unfit(source, what, "save a two-dimensional array of whole numbers")
    return found


def _vecs(source: FileSource, data: bytes | None) -> Any:
    """Return the rows of a file in the layout of TEXMEX: each with its own length before it."""
    import numpy as np

    assert source.format is not None
    kind = np.dtype(_NUMBERS[source.format])
    raw = _packed(source, data)
    try:
        whole = (
            np.frombuffer(raw, np.uint8)
            if raw is not None
            else np.memmap(source.path, np.uint8, "r")
            if source.path.stat().st_size
            else np.empty(0, np.uint8)
        )
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
        fix = "check the path and its permissions"
        raise QuestionError(Problem(why, source.shown, fix, code="cannot_read")) from None
    if whole.size < 4:
        raise _unfit(source, f"{counted(whole.size, 'byte')}: no row fits there")
    (length,) = struct.unpack("<i", whole[:4].tobytes())
    width = 4 + length * kind.itemsize
    if length < 1:
        what = f"row 0 says that {length} numbers follow"
        raise _unfit(source, what, f"this is no {source.format} file, or another byte order")
    if whole.size % width:
        rows, left = divmod(whole.size, width)
        fitting = f"{counted(rows, 'row')} of {length} numbers, {width} bytes each"
        what = f"{counted(whole.size, 'byte')} are {fitting}, and {counted(left, 'byte')} more"
        fix = f"the file is cut off, its rows are of several lengths, or it is no {source.format} file"
        raise _unfit(source, what, fix)
    table = whole.reshape(-1, width)
    lengths = np.ascontiguousarray(table[:, :4]).view("<i4").ravel()
    other = np.flatnonzero(lengths != length)
    if other.size:
        what = f"row {other[0]} says that {lengths[other[0]]} numbers follow, and row 0 says {length}"
        raise _unfit(source, what, "all rows have to be equally long; fill up with -1")
    return np.ascontiguousarray(table[:, 4:]).view(kind)


def _unfit(source: FileSource, what: str, fix: str = "") -> QuestionError:
    return QuestionError(Problem(what, source.shown, fix, code="neighbours_unfit"))


def _packed(source: FileSource, data: bytes | None) -> bytes | None:
    """Return the content where it was read elsewhere or is packed; ``None`` if the file can be mapped."""
    if data is None:
        try:
            with source.path.open("rb") as stream:
                if stream.read(2) != _GZIP:
                    return None
                stream.seek(0)
                data = stream.read()
        except FileNotFoundError:
            raise QuestionError(
                Problem("there is no such file", source.shown, "check the path", code="file_missing")
            ) from None
        except OSError as error:
            what = f"cannot be read: {error.strerror or error}"
            fix = "check the path and its permissions"
            raise QuestionError(Problem(what, source.shown, fix, code="cannot_read")) from None
    return content.unpacked(data, source) if data.startswith(_GZIP) else data


def _texts(ids: IntArray) -> Iterator[list[str]]:
    """Yield the ids of each row as text, without what fills it up."""
    for row in ids.tolist():
        end = row.index(-1) if row[-1] == -1 else len(row)
        yield [str(ident) for ident in row[:end]]


def _repeated(ids: IntArray) -> IntArray:
    """Return the rows in which an id, that is not -1, stands twice."""
    import numpy as np

    ordered = np.sort(ids, axis=1)
    same = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
    return np.flatnonzero(same.any(axis=1))


def _first(row: Any) -> str:
    import numpy as np

    return f"{float(row[np.flatnonzero(row != np.rint(row))[0]]):g}"


def _more(rows: IntArray) -> str:
    return f"; {counted(rows.size, 'row')} do" if rows.size > 1 else ""
