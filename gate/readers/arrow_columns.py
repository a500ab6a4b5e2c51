"""Runs in Parquet that are exactly regular, read by column: a row a result, a query's rows together.

As in :mod:`gate.readers.columns`, nothing here decides a rule: whatever is odd makes :func:`read`
decline, and the reader that goes row by row has the word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gate.coded import Coded, Dictionary
from gate.packed import PAD, WORDS, pieces
from gate.readers.drafts import RunDraft
from gate.readers.fields import Fields
from gate.readers.findings import Findings
from gate.readers.values import MEASURED
from gate.run import Answer, Ranking

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gate.arrays import FloatArray, IntArray
    from gate.run import Run
    from gate.source import FileSource

ROWS = 1 << 16
"""Rows packed together, more where one query has more; what a cache holds. Changes no result."""

READ = 1 << 20
"""Rows read at once, more where a row group has more. The next ones get the memory of the last."""

_LONGEST = 8 * WORDS - 1

_BLANK = (*range(0x21), 0xC2, 0xE1, 0xE2, 0xE3)
"""First bytes of the characters that are blanks, and of others."""


def read(file: Any, source: FileSource) -> Run | None:
    """Read ``query_id, doc_id, score`` rows, or decline.

    Args:
        file: The open ``pyarrow.NativeFile``.
        source: Where it is, and what the config calls its columns.

    Returns:
        The run; ``None`` if this cannot be read, a cell is missing, an id is no text or whole number, or
        too long to be packed, a score is no finite or infinite number, a query's rows are not all
        together, or a column is neither one of these nor a number.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        opened = pq.ParquetFile(file)
        wanted = _wanted(opened.schema_arrow, source)
        if wanted is None:
            return None
        # Ids are mostly stored as dictionaries; as such each is decoded and hashed once, not once a row.
        coded = pq.ParquetFile(file, metadata=opened.metadata, read_dictionary=list(wanted.texts))
        rows = _filled(coded, wanted)
        dictionary = None if rows is None else _joined(rows)
    except (pa.ArrowException, OSError, ValueError, MemoryError):
        return None
    if rows is None or dictionary is None:
        return None
    numbers = _agreed(rows)
    draft = RunDraft(Findings(source.shown))
    try:
        packs = list(_packs(dictionary, rows))
    except OverflowError:
        return None
    for pack, first in packs:
        for number, name in enumerate(rows.names[first : first + pack.lists]):
            found_ids, values = pack.ids(number), pack.scores_of(number)
            whole = number not in pack.alike
            ranking = (
                Ranking(found_ids, values) if whole else draft.ranking(name, list(found_ids), list(values))
            )
            own = {field: column[first + number] for field, column in numbers.items()}
            draft.add(Answer(name, ranking, numbers={f: v for f, v in own.items() if v == v}))  # noqa: PLR0124
    return draft.finish()


class _Wanted(NamedTuple):
    """Columns to read: the three of a run, further numbers, and which of the ids are text."""

    query: str
    document: str
    score: str
    further: tuple[str, ...]
    texts: tuple[str, ...]


class _Rows(NamedTuple):
    """All rows of a file.

    Attributes:
        codes: ``(n,)`` each document's place in the dictionary of its part.
        dictionaries: Ids of each part.
        parts: ``(p + 1,)`` row at which each part begins.
        scores: ``(n,)``.
        further: ``{column: (n,)}``.
        names: Ids of the queries, in the order of the file.
        firsts: ``(q + 1,)`` row at which each query begins.
    """

    codes: IntArray
    dictionaries: Sequence[Any]
    parts: Sequence[int]
    scores: FloatArray
    further: Mapping[str, FloatArray]
    names: Sequence[str]
    firsts: IntArray


def _wanted(schema: Any, source: FileSource) -> _Wanted | None:
    """Return the columns to read; ``None`` if they are not those of a plain run."""
    names, fields = schema.names, Fields(source)
    query, document, score = (fields.find(field, names) for field in ("id", "doc_id", "score"))
    if query is None or document is None or score is None or len(set(names)) < len(names):
        return None
    if fields.id_problem(names) or any(fields.find(field, names) for field in ("ranked", "repeat")):
        return None
    ids = {name: schema.field(name).type for name in (query, document)}
    if not (all(map(_is_id, ids.values())) and _numeric(schema.field(score).type)):
        return None
    free = [field for field in schema if field.name not in fields.of_run("retrieval")]
    further = tuple(field.name for field in free if _numeric(field.type))
    if any(field.name in {*MEASURED, *fields.numbers()} and field.name not in further for field in free):
        return None
    return _Wanted(query, document, score, further, tuple(n for n, kind in ids.items() if _is_text(kind)))


def _numeric(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind))


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_string(kind))


def _is_id(kind: Any) -> bool:
    import pyarrow as pa

    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_integer(kind))


def _filled(file: Any, wanted: _Wanted) -> _Rows | None:
    """Read all rows, part by part; ``None`` if something of them is odd."""
    import numpy as np

    count, at = file.metadata.num_rows, 0
    codes, scores = np.empty(count, dtype=np.int32), np.empty(count)
    further = {name: np.empty(count) for name in wanted.further}
    dictionaries, parts = [], [0]
    names: list[str] = []
    firsts: list[IntArray] = []
    for groups in _parts(file.metadata):
        part = file.read_row_groups(groups, columns=[*wanted[:3], *wanted.further], use_threads=False)
        if at + part.num_rows > count or any(column.null_count for column in part.columns):
            return None
        _find_lists(part.column(wanted.query), at, names, firsts)
        documents = _coded(part.column(wanted.document)).unify_dictionaries()
        _put(codes, (chunk.indices for chunk in documents.chunks), at)
        dictionaries.append(_as_text(documents.chunk(0).dictionary))
        _put(scores, part.column(wanted.score).chunks, at)
        for name, column in further.items():
            _put(column, part.column(name).chunks, at)
        rows, at = slice(at, at + part.num_rows), at + part.num_rows
        parts.append(at)
        if np.isnan(scores[rows]).any():
            return None
        if not all(np.isfinite(column[rows]).all() for column in further.values()):
            return None
        if any((further[name][rows] < 0).any() for name in MEASURED if name in further):
            return None
    if not 0 < count == at or len(set(names)) < len(names) or not all(map(str.strip, names)):
        return None
    return _Rows(codes, dictionaries, parts, scores, further, names, np.concatenate([*firsts, [count]]))


def _parts(metadata: Any) -> Iterator[list[int]]:
    """Yield the numbers of row groups that are read together."""
    groups: list[int] = []
    rows = 0
    for number in range(metadata.num_row_groups):
        found = metadata.row_group(number).num_rows
        groups, rows = ([*groups, number], rows + found) if found else (groups, rows)
        if rows >= READ:
            yield groups
            groups, rows = [], 0
    if groups:
        yield groups


def _put(target: IntArray | FloatArray, chunks: Iterator[Any], at: int) -> None:
    """Copy the values of chunks, from row ``at``."""
    for chunk in chunks:
        target[at : at + len(chunk)] = chunk.to_numpy(zero_copy_only=False)
        at += len(chunk)


def _coded(column: Any) -> Any:
    import pyarrow as pa

    return column if pa.types.is_dictionary(column.type) else column.dictionary_encode()


def _find_lists(column: Any, at: int, names: list[str], firsts: list[IntArray]) -> None:
    """Add the queries that begin in a column whose first row is ``at``."""
    import numpy as np
    import pyarrow as pa

    for chunk in _coded(column).chunks:
        codes = chunk.indices.to_numpy()
        heads = np.concatenate(([0][: len(codes)], np.flatnonzero(codes[1:] != codes[:-1]) + 1))
        found = _as_text(chunk.dictionary.take(pa.array(codes[heads]))).to_pylist()
        goes_on = int(found[:1] == names[-1:])
        names += found[goes_on:]
        firsts.append(heads[goes_on:] + at)
        at += len(codes)


def _agreed(rows: _Rows) -> Mapping[str, list[float]]:
    """Return further numbers of each query: those on which all of its rows agree; else NaN."""
    import numpy as np

    starts, numbers = rows.firsts[:-1], {}
    for name, values in rows.further.items():
        same = np.minimum.reduceat(values, starts) == np.maximum.reduceat(values, starts)
        numbers[name] = np.where(same, values[starts], np.nan).tolist()
    return numbers


def _packs(dictionary: Dictionary, rows: _Rows) -> Iterator[tuple[Coded, int]]:
    """Yield packs of whole queries, each with the number of its first query."""
    import numpy as np

    begin, firsts = 0, rows.firsts
    queries = len(firsts) - 1
    while begin < queries:
        end = int(np.searchsorted(firsts, firsts[begin] + ROWS, side="right")) - 1
        end = min(max(end, begin + 1), queries)
        some = slice(int(firsts[begin]), int(firsts[end]))
        own = firsts[begin : end + 1] - some.start
        yield Coded(dictionary, rows.codes[some], rows.scores[some], own), begin
        begin = end


def _as_text(ids: Any) -> Any:
    import pyarrow as pa

    return ids if pa.types.is_string(ids.type) else ids.cast(pa.string())


def _joined(rows: _Rows) -> Dictionary | None:
    """Make one dictionary of those of all parts, and let the codes speak of it.

    Returns:
        It; ``None`` if an id cannot be packed: it is empty, blank, too long, no UTF-8, or has a line end or
        a zero, which are used as marks.
    """
    import numpy as np
    import pyarrow as pa

    own = [pa.array(np.arange(len(ids), dtype=np.int32)) for ids in rows.dictionaries]
    chunks = map(pa.DictionaryArray.from_arrays, own, rows.dictionaries)
    whole = pa.chunked_array(chunks).unify_dictionaries()
    for chunk, first, end in zip(whole.chunks, rows.parts, rows.parts[1:], strict=False):
        rows.codes[first:end] = chunk.indices.to_numpy()[rows.codes[first:end]]
    ids = whole.chunk(0).dictionary
    ids.validate(full=True)
    _, offsets, text = ids.buffers()
    bounds = np.frombuffer(offsets, np.int32)[ids.offset : ids.offset + len(ids) + 1].astype(np.int64)
    lengths = np.diff(bounds)
    if not len(ids) or lengths.min() < 1 or lengths.max() > _LONGEST:
        return None
    low, high = int(bounds[0]), int(bounds[-1])
    inside = text.slice(low, high - low).to_pybytes()
    if b"\n" in inside or b"\0" in inside:
        return None
    firsts = np.frombuffer(inside, np.uint8)[bounds[:-1] - low]
    if any(ids[i].as_py().isspace() for i in np.flatnonzero(np.isin(firsts, _BLANK)).tolist()):
        return None
    return Dictionary(pieces(np.frombuffer(inside + bytes(PAD), np.uint8), bounds[:-1] - low, lengths))
