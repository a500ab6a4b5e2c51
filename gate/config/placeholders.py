"""What a request may leave open: ``{{query}}`` for the question, ``${NAME}`` for the environment.

Both are found here and filled in where the request is made; nothing here reads the environment.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

FIELD = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
KNOWN = ("query", "k", "id")
"""What a question consists of: its words, how many results are wanted, and the golden item's id."""


def fields(template: object) -> set[str]:
    """Return the names between double braces, anywhere in the keys and values of ``template``.

    >>> sorted(fields({"q": "{{query}}", "options": [{"top": "{{ k }}"}]}))
    ['k', 'query']
    """
    return {name for text in texts(template) for name in FIELD.findall(text)}


def variables(template: object) -> set[str]:
    """Return the names of the environment variables that ``template`` reads."""
    return {name for text in texts(template) for name in VARIABLE.findall(text)}


def refuse_unknown(template: Any) -> Any:
    """Return ``template``; refuse a placeholder that nothing is ever filled into.

    Raises:
        ValueError: In plain words, with the nearest name.
    """
    for name in sorted(fields(template)):
        if name not in KNOWN:
            near = difflib.get_close_matches(name, KNOWN, n=1)
            hint = f"did you mean {{{{{near[0]}}}}}?" if near else f"there are: {', '.join(KNOWN)}"
            raise ValueError(f"{{{{{name}}}}} stands for nothing, {hint}")
    for text in texts(template):
        if "${" in VARIABLE.sub("", text):
            raise ValueError(f"a variable of the environment is spelt ${{NAME}}, and {text!r} is not")
    return template


def texts(template: object) -> Iterator[str]:
    """Yield every text in ``template``: itself, or those in its lists, keys and values."""
    if isinstance(template, str):
        yield template
    elif isinstance(template, dict):
        for key, value in template.items():
            yield from texts(key)
            yield from texts(value)
    elif isinstance(template, (list, tuple)):
        for value in template:
            yield from texts(value)
