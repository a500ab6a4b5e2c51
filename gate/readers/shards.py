"""Parquet in shards: a folder with ``SPLIT-00000-of-00002.parquet`` and so on, as data sets are published."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError

if TYPE_CHECKING:
    from pathlib import Path

    from gate.source import FileSource

_SHARD = re.compile(r"(?P<split>.+)-(?P<number>[0-9]{5})-of-(?P<count>[0-9]{5})\.parquet")


def is_sharded(source: FileSource) -> bool:
    """Say whether a path is a folder of Parquet files, or the config says that it is."""
    if not source.path.is_dir():
        return False
    return source.format == "parquet" or (source.format is None and any(source.path.glob("*.parquet")))


def joined(source: FileSource) -> bytes:
    """Return all shards of a folder as one Parquet file; rows are counted through.

    Raises:
        QuestionError: There is none, one is missing, several splits lie there, columns differ, a file
            cannot be read, or pyarrow is not installed.
    """
    from gate.readers import parquet

    files = _in_order(source)
    if len(files) == 1:
        return files[0].read_bytes()
    tables = [parquet.table(source, file.read_bytes()) for file in files]
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = pa.BufferOutputStream()
    try:
        pq.write_table(pa.concat_tables(tables), out, compression="none")
    except pa.ArrowException as error:
        why = str(error).splitlines()[0]
        what = f"the files of this folder do not have the same columns: {why}"
        raise QuestionError(Problem(what, source.shown, "name one file", code="wrong_format")) from None
    data: bytes = out.getvalue().to_pybytes()
    return data


def _in_order(source: FileSource) -> list[Path]:
    files = sorted(source.path.glob("*.parquet"))
    found = [_SHARD.fullmatch(file.name) for file in files]
    if len(files) == 1 and found[0] is None:
        return files
    shown, named = source.shown.rstrip("/"), ", ".join(file.name for file in files[:5])
    if not files:
        raise QuestionError(
            Problem("no .parquet file in this folder", shown, "name the file itself", code="nothing_in_file")
        )
    shards = [shard for shard in found if shard is not None]
    if len(shards) < len(files) or len({shard["split"] for shard in shards}) > 1:
        fix = f"name one file, `{{path: {shown}/{files[0].name}}}`, or keep one split in the folder"
        raise QuestionError(
            Problem(f"which of these files counts? There are {named}", shown, fix, code="wrong_format")
        )
    missing = set(range(int(shards[0]["count"]))) - {int(shard["number"]) for shard in shards}
    if missing or len({shard["count"] for shard in shards}) > 1:
        what = f"a shard is missing: there are {named}"
        raise QuestionError(Problem(what, shown, "copy all shards of the split", code="file_missing"))
    return files
