"""Lists and objects that one cell of a table holds, written as text."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from typing import Any

from gate.readers.json_text import decode


def written(text: str) -> Any:
    """Return the list or object that a cell holds as JSON, or as Python writes it; ``None`` if neither."""
    if text[:1] + text[-1:] not in ("[]", "{}"):
        return None
    try:
        return decode(text)
    except ValueError:
        pass
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return found if isinstance(found, (list, dict)) and not _has_lost_a_comma(text) else None


def _has_lost_a_comma(text: str) -> bool:
    """Say whether two texts stand side by side, as NumPy prints them, which Python reads as one text."""
    before = None
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            if token.type == before == tokenize.STRING:
                return True
            before = token.type
    return False


def begins_a_list(text: str, parted: str) -> bool:
    """Say whether a cell that cannot be read was meant to be one list.

    Where entries are parted by a character, one may begin with a bracket: ``[1] Paris|[2] Rome``.
    """
    if not parted:
        return text.startswith(("[", "array("))
    return text.startswith(("['", '["')) or (text.startswith("[") and text.endswith("]"))
