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
from gate.run import Answer, Ranking

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gate.arrays import FloatArray, IntArray
    from gate.run import Run
    from gate.source import FileSource

ROWS = 1 << 16
"""Rows packed together, more where one query has more; what a cache holds. Changes no result."""

_LONGEST = 8 * WORDS - 1


def read(file: Any, data: bytes, source: FileSource) -> Run | None:
    """Read ``query_id, doc_id, score`` rows, or decline.

    Args:
        file: The open ``pyarrow.parquet.ParquetFile``.
        data: Its content.
        source: Where it is, and what the config calls its columns.

    Returns:
        The run; ``None`` if a cell is missing, an id is no text or whole number, or too long to be
        packed, a score is no finite or infinite number, a query's rows are not all together, or a
        column is neither one of these nor a number.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    names, fields = file.schema_arrow.names, Fields(source)
    wanted = [fields.find(field, names) for field in ("id", "doc_id", "score")]
    if None in wanted or len(set(names)) < len(names):
        return None
    if fields.id_problem(names) or any(fields.find(field, names) for field in ("ranked", "repeat")):
        return None
    free = [field for field in file.schema_arrow if field.name not in fields.of_run()]
    further = [field.name for field in free if _numeric(field.type)]
    # Ids are mostly stored as dictionaries; as such each is decoded and hashed once, not once a row.
    texts = [name for name in wanted[:2] if _is_text(file.schema_arrow.field(name).type)]
    try:
        coded = pq.ParquetFile(pa.BufferReader(data), read_dictionary=texts)
        found = coded.read(columns=[*wanted, *further], use_threads=False)
    except (pa.ArrowException, OSError):
        return None
    if not found.num_rows or any(column.null_count for column in found.columns):
        return None
    query, document, score = (found.column(name) for name in wanted)
    if not (_is_id(query.type) and _is_id(document.type) and _numeric(score.type)):
        return None
    scores = _floats(score)
    lists, ids = _lists(query), _ids(document)
    if lists is None or ids is None or scores is None:
        return None
    numbers = _numbers(found, further, lists.first)
    if numbers is None:
        return None
    draft = RunDraft(Findings(source.shown))
    try:
        packs = list(_packs(ids, scores, lists.first))
    except OverflowError:
        return None
    for pack, first in packs:
        for number, name in enumerate(lists.name[first : first + pack.lists]):
            found_ids, values = pack.ids(number), pack.scores_of(number)
            whole = number not in pack.alike
            ranking = (
                Ranking(found_ids, values) if whole else draft.ranking(name, list(found_ids), list(values))
            )
            own = {field: column[first + number] for field, column in numbers.items()}
            draft.add(Answer(name, ranking, numbers={f: v for f, v in own.items() if v == v}))  # noqa: PLR0124
    return draft.finish()


class _Ids(NamedTuple):
    """Documents, and ``(n,)`` the code of each row's."""

    dictionary: Dictionary
    codes: IntArray


class _Lists(NamedTuple):
    """Ids of the queries in the order of the file, and ``(q + 1,)`` the row at which each begins."""

    name: list[str]
    first: IntArray


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


def _floats(column: Any) -> FloatArray | None:
    import numpy as np

    found = column.to_numpy().astype(np.float64, copy=False)
    return None if np.isnan(found).any() else found


def _lists(column: Any) -> _Lists | None:
    """Find the queries; ``None`` if the rows of one are not together, or an id is empty."""
    import numpy as np

    coded = _coded(column)
    codes = np.concatenate([chunk.indices.to_numpy() for chunk in coded.chunks])
    heads = np.concatenate(([0], np.flatnonzero(codes[1:] != codes[:-1]) + 1))
    texts = _as_text(coded.chunk(0).dictionary).to_pylist()
    names = [texts[code] for code in codes[heads].tolist()]
    if len(set(names)) < len(names) or "" in names:
        return None
    return _Lists(names, np.append(heads, len(codes)))


def _numbers(found: Any, further: list[str], first: IntArray) -> Mapping[str, list[float]] | None:
    """Return further numbers of each query: those on which all of its rows agree; else NaN."""
    import numpy as np

    numbers = {}
    for name in further:
        values = _floats(found.column(name))
        if values is None or not np.isfinite(values).all():
            return None
        starts = first[:-1]
        same = np.minimum.reduceat(values, starts) == np.maximum.reduceat(values, starts)
        numbers[name] = np.where(same, values[starts], np.nan).tolist()
    return numbers


def _packs(ids: _Ids, scores: FloatArray, first: IntArray) -> Iterator[tuple[Coded, int]]:
    """Yield packs of whole queries, each with the number of its first query."""
    import numpy as np

    begin, queries = 0, len(first) - 1
    while begin < queries:
        end = int(np.searchsorted(first, first[begin] + ROWS, side="right")) - 1
        end = min(max(end, begin + 1), queries)
        rows = slice(int(first[begin]), int(first[end]))
        yield Coded(ids.dictionary, ids.codes[rows], scores[rows], first[begin : end + 1] - rows.start), begin
        begin = end


def _coded(column: Any) -> Any:
    """Return a column whose chunks all speak of one dictionary."""
    import pyarrow as pa

    return (
        column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    ).unify_dictionaries()


def _as_text(ids: Any) -> Any:
    import pyarrow as pa

    return ids if pa.types.is_string(ids.type) else ids.cast(pa.string())


def _ids(column: Any) -> _Ids | None:
    """Return the ids of a column as codes; ``None`` if one of them cannot be packed.

    That is: it is empty, too long, no UTF-8, or has a line end or a zero, which are used as marks.
    """
    import numpy as np
    import pyarrow as pa

    coded = _coded(column)
    ids = _as_text(coded.chunk(0).dictionary)
    try:
        ids.validate(full=True)
    except pa.ArrowException:
        return None
    _, offsets, text = ids.buffers()
    bounds = np.frombuffer(offsets, np.int32)[ids.offset : ids.offset + len(ids) + 1].astype(np.int64)
    lengths = np.diff(bounds)
    if not len(ids) or lengths.min() < 1 or lengths.max() > _LONGEST:
        return None
    low, high = int(bounds[0]), int(bounds[-1])
    inside = text.slice(low, high - low).to_pybytes()
    if b"\n" in inside or b"\0" in inside:
        return None
    table = pieces(np.frombuffer(inside + bytes(PAD), np.uint8), bounds[:-1] - low, lengths)
    codes = np.concatenate([chunk.indices.to_numpy() for chunk in coded.chunks])
    return _Ids(Dictionary(table), codes)
