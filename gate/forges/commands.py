"""GitHub's workflow commands: lines that begin with ``::`` and speak to the runner.

Source:
    GitHub Docs, "Workflow commands"; the runner's ``ActionCommand``, for what is escaped.
"""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gate.reporters.escaping import shorten, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGEST = 4_000
"""Characters of a message that are kept; the runner cuts at 4,096, counting escapes."""

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = _DATA | {":": "%3A", ",": "%2C"}


def command(name: str, message: str, **properties: str | int) -> str:
    r"""Return one command as a line without its end.

    Args:
        name: ``"error"``, ``"warning"``, ``"notice"``.
        message: Any text.
        properties: ``file``, ``line``, ``title``; what is empty or 0 is left out.

    >>> command("error", "a: 3 % worse\nreally", file="a,b.yaml", line=7)
    '::error file=a%2Cb.yaml,line=7::a: 3 %25 worse%0Areally'
    """
    kept, _ = shorten(visible(message), LONGEST)
    said = ",".join(
        f"{key}={_escaped(visible(str(value)), _PROPERTY)}" for key, value in properties.items() if value
    )
    return f"::{name}{f' {said}' if said else ''}::{_escaped(kept, _DATA)}"


@contextmanager
def stopped(say: Callable[[str], object]) -> Iterator[None]:
    """Let nothing that is printed inside be taken for a command.

    Args:
        say: Prints a line.
    """
    # Nobody whose text is printed inside can know the word that ends it.
    word = secrets.token_hex(16)
    say(f"::stop-commands::{word}")
    try:
        yield
    finally:
        say(f"::{word}::")


def _escaped(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)
