"""What a code says about itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["error", "notice", "verdict"]


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of mistake, remark or verdict, under the one name that every message of it carries.

    Attributes:
        name: ``snake_case``, never given to another meaning: people search for it.
        kinds: Where it turns up: as the code of an error, of a notice, or as the reason of a verdict.
        what: What happened, in a sentence.
        why: Why the gate refuses, warns, or concludes so.
        fix: The way out.
        example: What it looks like, one or a few lines.
    """

    name: str
    kinds: tuple[Kind, ...]
    what: str
    why: str
    fix: str
    example: str


def error(name: str, what: str, *, why: str, fix: str, example: str) -> Code:
    """Declare what ends a call."""
    return Code(name, ("error",), what, why, fix, example)


def notice(name: str, what: str, *, why: str, fix: str, example: str) -> Code:
    """Declare what is worth knowing and stops nothing."""
    return Code(name, ("notice",), what, why, fix, example)


def both(name: str, what: str, *, why: str, fix: str, example: str) -> Code:
    """Declare what ends a call in one place, and is only remarked in another."""
    return Code(name, ("error", "notice"), what, why, fix, example)


def verdict(name: str, what: str, *, why: str, fix: str, example: str, is_error: bool = False) -> Code:
    """Declare why a check was decided as it was; ``is_error`` if a command can end for the same reason."""
    return Code(name, ("error", "verdict") if is_error else ("verdict",), what, why, fix, example)
