"""Which tool a file looks like: a suggestion for a message, never a decision."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from gate.errors import QuestionError
from gate.readers import jsonl, records
from gate.readers.fields import Fields
from gate.readers.findings import Findings
from gate.readers.json_text import decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.source import FileSource

_SIGNS: Mapping[str, tuple[frozenset[str], ...]] = {
    "llama_index": (
        frozenset({"queries", "corpus", "relevant_docs"}),
        frozenset({"query", "expected_ids", "retrieved_ids"}),
    ),
    "promptfoo": (
        frozenset({"vars", "assert"}),
        frozenset({"evalId", "results"}),
        frozenset({"prompts", "tests"}),
        frozenset({"__expected"}),
    ),
    "ragas": (
        frozenset({"user_input", "retrieved_contexts"}),
        frozenset({"user_input", "reference_contexts"}),
        frozenset({"user_input", "reference"}),
        frozenset({"question", "contexts"}),
    ),
    "deepeval": (
        frozenset({"input", "expected_output"}),
        frozenset({"input", "actual_output"}),
        frozenset({"input", "expectedOutput"}),
        frozenset({"input", "actualOutput"}),
    ),
    "mlflow": (
        frozenset({"columns", "data"}),
        frozenset({"inputs", "expectations"}),
        frozenset({"inputs", "targets"}),
        frozenset({"inputs", "predictions"}),
    ),
    "langsmith": (
        frozenset({"inputs", "outputs", "dataset_id"}),
        frozenset({"inputs", "outputs", "metadata"}),
        frozenset({"inputs", "outputs", "reference_example_id"}),
        frozenset({"inputs", "outputs"}),
    ),
}


def looks_like(source: FileSource, data: bytes) -> str | None:
    """Return the name of the format whose usual names this file has; ``None`` if it has nobody's."""
    names = _names(source, data)
    return next((tool for tool, signs in _SIGNS.items() if any(sign <= names for sign in signs)), None)


def is_lines(source: FileSource, data: bytes) -> bool:
    """Whether a file whose suffix says otherwise begins with a line of JSON Lines: an object."""
    first, _, rest = data.strip().partition(b"\n")
    if PurePath(source.path.name.lower().removesuffix(".gz")).suffix in jsonl.FORMATS["jsonl"]:
        return False
    try:
        found = decode(first.decode())
    except ValueError:
        return False
    return isinstance(found, dict) and (bool(rest) or Fields(source).find("id", found) is not None)


def _names(source: FileSource, data: bytes) -> frozenset[str]:
    """Return the keys of the document, or else of the first record."""
    try:
        if records.container(source, data) == "json":
            found = decode(data.decode())
            if isinstance(found, dict):
                return frozenset(found)
        rows = records.load(source, data, Findings(source.shown)).rows
    except (QuestionError, ValueError):
        return frozenset()
    return frozenset(rows[0][1]) if rows else frozenset()
