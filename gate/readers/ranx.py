"""ranx: qrels and runs as it saves them: ``{query: {document: number}}`` JSON, TREC or Parquet.

Columns of its Parquet files are ``q_id``, ``doc_id`` and ``score``. Its ``.lz4`` files are refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gate.readers import content, parquet, ranked_json, trec

if TYPE_CHECKING:
    from types import ModuleType

    from gate.golden import GoldenSet
    from gate.run import Run
    from gate.source import FileSource

FORMATS: dict[str, tuple[str, ...]] = {"ranx": ()}
TASKS = ("retrieval",)


def read_golden(source: FileSource, data: bytes, task: str) -> GoldenSet:
    """Read qrels; ``task`` is always retrieval."""
    reader, name = _kind(data)
    found: GoldenSet = reader.read_golden(replace(source, format=name), data, task)
    return found


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read a run; ``task`` is always retrieval."""
    reader, name = _kind(data)
    found: Run = reader.read_run(replace(source, format=name), data, task)
    return found


def _kind(data: bytes) -> tuple[ModuleType, str]:
    if content.is_parquet(data):
        return parquet, "parquet"
    return (ranked_json, "json") if data.lstrip()[:1] in (b"{", b"[") else (trec, "trec")
