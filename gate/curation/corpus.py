"""The documents that a golden set judges, by id, with their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError
from gate.readers import content, records, values
from gate.readers.findings import Findings
from gate.source import FileSource

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_IDS = ("_id", "id", "doc_id", "document_id", "docid")
_TEXTS = ("title", "text", "contents", "content", "body")


def load(path: Path) -> Mapping[str, str]:
    """Read ``{id: title and text}``.

    Args:
        path: JSON Lines, JSON, CSV or Parquet with one document a record, or a folder of such files, such
            as a BEIR folder with its ``corpus.jsonl``. The id is called ``_id``, ``id``, ``doc_id``,
            ``document_id`` or ``docid``; the text ``text``, ``contents``, ``content`` or ``body``.

    Raises:
        QuestionError: It is missing, empty or malformed.
    """
    found: dict[str, str] = {}
    findings = Findings(str(path))
    for file in _files(path):
        source = FileSource(file, str(file), said_by="argument")
        findings = Findings(source.shown)
        for line, row in records.load(source, content.load(source, "corpus"), findings).rows:
            given = next((row[key] for key in _IDS if row.get(key) is not None), None)
            if given is None:
                what = f"no document id: none of {', '.join(map(repr, _IDS))}"
                findings.problem(line, what, "name it '_id', or leave the line out")
                continue
            document = findings.value(line, values.identifier, given)
            if document is not None:
                found[document] = _text(row)
        findings.notices()
    if not found:
        raise QuestionError(
            Problem(
                "no documents in this corpus", str(path), "look at what writes it", code="nothing_in_file"
            )
        )
    return found


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    corpus = path / "corpus.jsonl"
    return [corpus] if corpus.exists() else sorted(path.glob("*.jsonl*"))


def _text(row: Mapping[str, Any]) -> str:
    return "\n".join(value for key in _TEXTS if isinstance(value := row.get(key), str))
