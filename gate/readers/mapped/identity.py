"""What an entry of another tool is called: by the id it names, else by its text."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Any

from gate.readers.mapped.paths import at

_ID_KEYS = ("doc_uri", "doc_id", "document_id", "id", "metadata.doc_uri", "metadata.doc_id", "metadata.id")
_TEXT_KEYS = ("content", "page_content", "text", "context")


def text_id(text: str) -> str:
    r"""Return the id that stands for a text: 16 hex digits of the SHA-256 of the text, normalised.

    Normalised is: Unicode NFC, every stretch of blanks and line ends one blank, none at the ends. So a
    text keeps its id when it is only wrapped or indented differently.

    >>> text_id("Paris is\n  the capital. ") == text_id("Paris is the capital.")
    True
    """
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def identity(entry: object) -> Any:
    """Return the id of an entry: the one it names, else the one its text makes."""
    if not isinstance(entry, dict):
        return entry
    found = next((found for key in _ID_KEYS if (found := at(entry, key)) is not None), None)
    return found if found is not None else made(entry)


def made(entry: object) -> Any:
    """Return the id that an entry's text makes; ``""`` for an empty text, the entry if it has no text."""
    if isinstance(entry, dict):
        named = next((found for key in _ID_KEYS[:3] if (found := at(entry, key)) is not None), None)
        if named is not None:
            return named
        entry = next((found for key in _TEXT_KEYS if (found := at(entry, key)) is not None), entry)
    if isinstance(entry, str):
        return text_id(entry) if entry.strip() else ""
    return entry
