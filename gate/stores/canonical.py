"""JSON that is spelt in one way only, and is safe to print, to diff and to split into lines."""

from __future__ import annotations

import json
import re
from typing import Any

# Control characters, line ends that are not \n, characters that turn the direction of writing, and
# halves of surrogate pairs, which no encoding can hold. JSON itself escapes those below U+0020.
_UNSAFE = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def dumps(value: Any, *, indent: int | None = None) -> str:
    r"""Return ``value`` as JSON: compact or indented, keys in the order given, floats shortest and exact.

    Raises:
        ValueError: A number is NaN or infinite: JSON has no word for it.

    >>> dumps({"id": "é\u2028", "score": 0.1})
    '{"id":"é\\u2028","score":0.1}'
    """
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
